import Foundation

extension SQLiteStore {
    func dictionaries(_ plan: DictionaryPlan) throws -> [NSDictionary] { [] }
}
