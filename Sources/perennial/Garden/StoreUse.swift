/// What a command does with the store.
enum StoreUse {
    /// It reads. Nothing is made or changed.
    case reading
    /// It changes what is there. A store is not made: there would be nothing in it to change.
    case changing
    /// It adds what needs nothing else to be there, and makes the store if there is none.
    case founding
}
