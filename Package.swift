// swift-tools-version:6.1
import PackageDescription

let settings: [SwiftSetting] = [.enableUpcomingFeature("ExistentialAny")]

let package = Package(
    name: "perennial",
    products: [
        .library(name: "CoreData", targets: ["CoreData"]),
        .plugin(name: "GenerateManagedObjects", targets: ["GenerateManagedObjects"]),
        .executable(name: "perennial", targets: ["perennial"]),
    ],
    targets: [
        // Debian's C libraries.
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(
            name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),

        // The engine.
        .target(name: "CObjectRuntime"),
        .target(name: "ModelFile", swiftSettings: settings),
        .target(
            name: "CoreData", dependencies: ["ModelFile", "CSQLite", "CObjectRuntime", "CSodium"],
            swiftSettings: settings),

        // `.xcdatamodeld` to Swift source. Knows ModelFile only, never the engine.
        .target(name: "ManagedObjectGeneration", dependencies: ["ModelFile"], swiftSettings: settings),
        .executableTarget(
            name: "GenerateManagedObjectsTool", dependencies: ["ManagedObjectGeneration", "ModelFile"],
            swiftSettings: settings),
        .plugin(
            name: "GenerateManagedObjects", capability: .buildTool(),
            dependencies: ["GenerateManagedObjectsTool"]),

        // Pictures, made by a process of their own with libvips, which is opened at run time.
        .target(name: "CPictures"),
        .target(name: "Pictures", dependencies: ["CPictures"], swiftSettings: settings),

        // The app.
        .target(
            name: "Garden", dependencies: ["CoreData", "CSodium", "Pictures"],
            exclude: ["Garden.xcdatamodeld", "House.xcdatamodeld"],
            swiftSettings: settings, plugins: ["GenerateManagedObjects"]),
        .target(
            name: "GardenWeb", dependencies: ["Garden", "Pictures", "CMicroHTTPD"],
            resources: [.embedInCode("Assets")], swiftSettings: settings),
        .executableTarget(
            name: "perennial", dependencies: ["GardenWeb", "Garden", "Pictures", "CQREncode"], swiftSettings: settings),

        // Speed, as ratios to the SQLite C API in the same run. No part of the tests.
        .executableTarget(
            name: "Benchmarks", dependencies: ["CoreData", "CSQLite"], path: "Benchmarks",
            exclude: ["Load"], swiftSettings: settings),

        .testTarget(name: "ModelFileTests", dependencies: ["ModelFile"], swiftSettings: settings),
        .testTarget(
            name: "ManagedObjectGenerationTests", dependencies: ["ManagedObjectGeneration", "ModelFile"],
            swiftSettings: settings),
        .testTarget(
            name: "CoreDataTests", dependencies: ["CoreData", "CSQLite", "ModelFile", "SQLiteTestFile"],
            exclude: ["GeneratedCode/Workshop.xcdatamodeld"], swiftSettings: settings,
            plugins: ["GenerateManagedObjects"]),
        .testTarget(
            name: "PicturesTests", dependencies: ["Pictures", "PictureTestFiles", "perennial"],
            swiftSettings: settings),
        .testTarget(
            name: "GardenTests",
            dependencies: [
                "Garden", "Pictures", "CoreData", "CSQLite", "SQLiteTestFile", "perennial", "PictureTestFiles",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "GardenWebTests", dependencies: ["GardenWeb", "Garden", "HTTPTestClient"],
            swiftSettings: settings),
        .testTarget(
            name: "PerennialTests", dependencies: ["perennial", "HTTPTestClient", "SQLiteTestFile"],
            swiftSettings: settings),
        // Reads and writes a store's file past the engine, for the tests above.
        .target(
            name: "SQLiteTestFile", dependencies: ["CSQLite"], path: "Tests/SQLiteTestFile", swiftSettings: settings),
        // Small pictures made byte by byte, and files that are none.
        .target(
            name: "PictureTestFiles", dependencies: ["Pictures"], path: "Tests/PictureTestFiles",
            swiftSettings: settings),
        // A client that sends exactly what a test wants, for the tests above.
        .target(name: "HTTPTestClient", path: "Tests/HTTPTestClient", swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
