import Foundation
import PictureTestFiles
import Pictures
import Testing

@Suite("Pictures") struct PictureTests {
    @Test(
        "A picture is made no larger than is shown, and never larger than it was",
        arguments: [
            (width: 3_200, height: 20, becomes: [1_600, 10]), (30, 2_000, [24, 1_600]), (40, 20, [40, 20]),
            (1, 1, [1, 1]),
        ])
    func shrinking(width: Int, height: Int, becomes size: [Int]) throws {
        let picture = try SamplePicture.workshop.picture(SamplePicture.png(width: width, height: height))
        #expect(SamplePicture.size(ofJPEG: picture.whole) == size)
        #expect(SamplePicture.size(ofJPEG: picture.small) == [96, 96])
    }

    @Test("Every kind that is taken becomes a JPEG", arguments: [SamplePicture.gif, SamplePicture.webp])
    func kinds(file: Data) throws {
        #expect(SamplePicture.size(ofJPEG: try SamplePicture.workshop.picture(file).whole) == [1, 1])
    }

    @Test(
        "A picture taken with the camera on its side stands upright",
        arguments: [
            (orientation: 1, becomes: [40, 20]), (3, [40, 20]), (6, [20, 40]), (8, [20, 40]),
        ] as [(UInt8, [Int])])
    func turning(orientation: UInt8, becomes size: [Int]) throws {
        let camera = try SamplePicture.workshop.picture(SamplePicture.png(width: 40, height: 20)).whole
        let picture = try SamplePicture.workshop.picture(SamplePicture.turned(camera, orientation: orientation))
        #expect(SamplePicture.size(ofJPEG: picture.whole) == size)
    }

    @Test("What the camera wrote is gone") func metadata() throws {
        let camera = try SamplePicture.workshop.picture(SamplePicture.png(width: 40, height: 20)).whole
        let turned = SamplePicture.turned(camera, orientation: 6)
        #expect(turned.range(of: Data("Exif".utf8)) != nil)
        let picture = try SamplePicture.workshop.picture(turned)
        for made in [picture.whole, picture.small, camera] {
            #expect(made.range(of: Data("Exif".utf8)) == nil)
            #expect(made.range(of: Data("where it was".utf8)) == nil)
        }
    }

    @Test("What is see-through becomes white, whatever colour it has") func alpha() throws {
        func whole(_ colour: [UInt8]) throws -> Data {
            try SamplePicture.workshop.picture(SamplePicture.png(width: 32, height: 32, colour: colour)).whole
        }
        #expect(try whole([0, 0, 0, 0]) == whole([255, 255, 255, 255]))
        #expect(try whole([0, 0, 0, 0]) != whole([0, 0, 0, 255]))
    }

    @Test(
        "What cannot be taken is refused with its reason",
        arguments: [
            (Data(), PictureFault.noPicture), (Data("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), .noPicture),
            (Data("%PDF-1.4".utf8), .noPicture), (Data([0xFF, 0xD8, 0xFF]), .damaged), (SamplePicture.heic, .heic),
            (Data([0xFF, 0xD8, 0xFF]) + Data(repeating: 0x41, count: 100_000), .damaged),
            (SamplePicture.png(width: 300, height: 300, written: 10), .damaged),
            (SamplePicture.png(width: 50_000, height: 50_000, written: 0), .tooManyPixels),
            (SamplePicture.png(width: 1, height: 1) + Data(count: PictureWorkshop.mostBytes), .tooLarge),
        ])
    func refusal(file: Data, fault: PictureFault) {
        #expect(throws: fault) { try SamplePicture.workshop.picture(file) }
    }

    @Test(
        "However the program that works on it ends, it is a fault and no more",
        arguments: [
            ("/bin/true", PictureFault.damaged), ("/bin/false", .damaged), ("/nowhere", .busy),
        ])
    func otherProgram(path: String, fault: PictureFault) {
        let workshop = PictureWorkshop(program: URL(fileURLWithPath: path))
        #expect(throws: fault) { try workshop.picture(SamplePicture.gif) }
    }

    @Test("Many pictures at once each become what they are") func together() async throws {
        try await withThrowingTaskGroup(of: [Int]?.self) { group in
            for side in 1...12 {
                group.addTask {
                    let file = SamplePicture.png(width: side, height: 2 * side)
                    return SamplePicture.size(ofJPEG: try SamplePicture.workshop.picture(file).whole)
                }
            }
            var sizes: Set<[Int]> = []
            for try await size in group { sizes.insert(size ?? []) }
            #expect(sizes == Set((1...12).map { [$0, 2 * $0] }))
        }
    }
}
