/// How much of a picture is wanted.
public enum PictureSize: Sendable, Hashable {
    /// The whole picture, at most 1,600 by 1,600 pixels.
    case whole
    /// The square in its middle, 96 by 96 pixels.
    case small
}
