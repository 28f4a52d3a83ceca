/// Numbers with the word for what they count, in the singular where it is one.
public enum Counted {
    /// "1 seed", "20 seeds".
    public static func seeds(_ number: Int) -> String { number == 1 ? "1 seed" : "\(number) seeds" }

    /// "1 sowing", "12 sowings".
    public static func sowings(_ number: Int) -> String { number == 1 ? "1 sowing" : "\(number) sowings" }

    /// "1 item", "4 items".
    public static func items(_ number: Int) -> String { number == 1 ? "1 item" : "\(number) items" }
}
