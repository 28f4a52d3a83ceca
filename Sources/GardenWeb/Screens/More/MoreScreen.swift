import Foundation
import Garden

/// More: what was deleted, files out and in, the devices that are signed in, and the way out.
enum MoreScreen {
    static func show(_ visit: Visit) throws -> Answer { .page(try page(visit)) }

    private static func page(_ visit: Visit) throws -> Page {
        var page = Page(name: "more", title: "More", tab: .more)
        let devices = visit.guest?.device == nil ? [] : try visit.garden.door?.house.devices() ?? []
        page.content = .several([
            h1(.literal("tabindex", "-1")) { "More" },
            ul(.class("rows")) {
                li { deleted(try? visit.garden.bin.count()) }
                li { link(.class("row"), .href(.import)) { span(.class("grow")) { "Import" } } }
            },
            ExportRows.html,
            visit.guest?.device == nil ? open : signedIn(visit, devices),
        ])
        return page
    }

    private static func deleted(_ count: Int?) -> HTML {
        link(.class("row"), .href(.deleted)) {
            span(.class("grow")) { "Recently Deleted" }
            if let count, count > 0 { span(.class("count")) { count } }
        }
    }

    /// Nobody needs a password: who sits at this machine is who may come in.
    private static var open: HTML {
        div(.class("words")) {
            p { "Only this computer can open the garden, and it asks for no password." }
            p {
                "To open it on the phones of the house, set a password with “perennial password” and start with “perennial serve --host 0.0.0.0”."
            }
        }
    }

    private static func signedIn(_ visit: Visit, _ devices: [SignedInDevice]) -> HTML {
        .several([
            section(.labelledBy("devices")) {
                h2(.class("group"), .id("devices")) { "Signed-in devices" }
                ul(.class("rows")) { for device in devices { row(device, visit) } }
            },
            div(.class("stack")) {
                form(.action(.signOut), .flag("data-native")) { button(.class("btn")) { "Sign out" } }
                form(.action(.signOutEverywhere), .flag("data-native")) {
                    button(.class("btn danger")) { "Sign out all devices" }
                }
            },
        ])
    }

    private static func row(_ device: SignedInDevice, _ visit: Visit) -> HTML {
        let isOwn = device.id == visit.guest?.device?.id
        let day = CalendarDay.today(in: .current, at: device.lastUsedAt).formatted(visit.order)
        return li {
            div(.class("row")) {
                span(.class("grow")) {
                    device.name
                    small { isOwn ? "This device" : "Last used \(day)" }
                }
                if !isOwn {
                    form(.action(.signOutDevice(device.id)), .flag("data-native")) {
                        button(.class("link"), .label("Sign out \(device.name)")) { "Sign out" }
                    }
                }
            }
        }
    }

    // MARK: Signing out

    /// Signs out the device that asks.
    static func signOut(_ visit: Visit) throws -> Answer {
        if let door = visit.garden.door, let device = visit.guest?.device {
            try door.house.signOut(device.id)
            door.closeStreams()
        }
        return .moved(.signIn)
    }

    /// Signs out another device.
    static func signOutDevice(_ visit: Visit) throws -> Answer {
        let id = try visit.id()
        if let door = visit.garden.door {
            try door.house.signOut(id)
            door.closeStreams()
        }
        return .moved(.more)
    }

    /// Signs out every device, the one that asks too.
    static func signOutEverywhere(_ visit: Visit) throws -> Answer {
        if let door = visit.garden.door {
            try door.house.signOutEverywhere()
            door.closeStreams()
        }
        return .moved(.signIn)
    }
}
