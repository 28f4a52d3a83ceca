/// Why somebody was not let in.
public enum SignInRefusal: Error, Sendable, Hashable {
    /// It is not the password.
    case wrongPassword
    /// There were too many wrong passwords of late.
    /// - Parameter seconds: how long to wait, 1 or more.
    case tooManyTries(seconds: Int)
    /// Other passwords are being checked at this moment, as many as may be at a time.
    case busy
}
