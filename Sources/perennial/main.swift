import Foundation
import Pictures

StandardStreams.prepare()
exit(CommandLine.arguments.dropFirst() == [PictureWork.argument] ? PictureWork.run() : CommandLineTool.run())
