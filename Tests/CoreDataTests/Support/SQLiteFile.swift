import SQLiteTestFile

/// Known by this name to all tests of the engine.
typealias SQLiteFile = SQLiteTestFile.SQLiteFile
