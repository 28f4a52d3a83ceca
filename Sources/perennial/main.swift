import Foundation

StandardStreams.prepare()
exit(CommandLineTool.run())
