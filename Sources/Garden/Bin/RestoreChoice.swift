import Foundation

/// How to bring back what was deleted when it cannot simply return.
public indirect enum RestoreChoice: Sendable, Hashable {
    /// As it was. Refused as a duplicate when its name is taken by now.
    case asIs
    /// A plant under another name.
    case renamedPlant(PlantForm)
    /// A list or an item under another name.
    case renamed(String)
    /// Its sowings or items go to what has the name now; an item is taken to be the one already there.
    case merged
    /// A sowing under another plant, or an item in another list, because its own is gone; and how there.
    case under(UUID, RestoreChoice = .asIs)
}
