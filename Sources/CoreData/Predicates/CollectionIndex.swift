/// The words that may stand in the brackets of `items[…]` in place of a number.
internal enum CollectionIndex: String {
    case first = "FIRST"
    case last = "LAST"
    case size = "SIZE"
}
