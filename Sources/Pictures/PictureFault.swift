/// Why a file cannot be taken as a picture.
public enum PictureFault: Error, Sendable, Hashable, CaseIterable {
    /// Its first bytes are those of no kind that is taken.
    case noPicture
    /// It is of the kind iPhones keep for themselves.
    case heic
    /// It is of more than ``PictureWorkshop/mostBytes`` bytes.
    case tooLarge
    /// It has more than ``PictureWorkshop/mostPixels`` pixels, however small the file is.
    case tooManyPixels
    /// It begins like a picture and cannot be read to its end.
    case damaged
    /// Two are being worked on, and more are waiting than can be soon.
    case busy
    /// The system does not let the work be limited, and without limits a hostile file is not read.
    case unlimited
    /// libvips is not installed on the machine.
    case noLibrary

    /// The reason, for the person who chose the file.
    public var message: String {
        switch self {
        case .noPicture: "This is no picture that can be taken: choose a JPEG, PNG, WebP or GIF."
        case .heic:
            "HEIC pictures cannot be taken: choose a JPEG, PNG, WebP or GIF. On an iPhone, Settings, Camera, Formats, Most Compatible makes JPEG."
        case .tooLarge: "The picture is larger than 10 MB."
        case .tooManyPixels: "The picture has more than 100 million pixels: choose a smaller one."
        case .damaged: "The picture is damaged, or takes too much memory to be read: choose another."
        case .busy: "Other pictures are being worked on. Try again in a moment."
        case .unlimited:
            "The machine that serves does not let memory and time of the work be limited, so no picture is read."
        case .noLibrary: "Pictures need the library libvips42 on the machine that serves: install it with apt."
        }
    }
}
