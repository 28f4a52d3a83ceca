import Foundation
import Garden

/// Add Sowing: a new sowing, which exists only once it is saved.
enum NewSowingScreen {
    static func show(_ visit: Visit) throws -> Answer {
        let position = visit.garden.live.position()
        let plant = try visit.garden.plants.plant(try visit.id())
        var fields = SowingFields(draft: SowingDraft(newFor: plant, today: visit.today))
        fields.isFresh = true
        return .page(page(fields, position))
    }

    static func save(_ visit: Visit) throws -> Answer {
        let draft = try SowingDraft(visit.form, id: nil)
        if visit.form["resume"] != nil { return .page(page(SowingFields(draft: draft))) }
        let answer = visit.form["nameChange"].flatMap(NameChange.init)
        do {
            try visit.restoreWanted(.sowing)
            let result = try visit.garden.sowings.add(
                draft.typed, base: draft.base, nameChange: answer, id: draft.id)
            switch result {
            case .saved(let detail, _): return .moved(.plant(detail.plant.id))
            case .nameQuestion(let question):
                var page = page(SowingFields(draft: draft))
                page.dialogs = NameQuestionDialog(question: question, isNew: true).html
                return .page(page, .conflict)
            }
        } catch let error as GardenError {
            return try SowingScreen.refusal(error, draft) { page($0) }
        }
    }

    static func page(_ fields: SowingFields, _ position: LivePosition? = nil) -> Page {
        let plant = fields.draft.typed.plantID
        var page = Page(name: "new-sowing", title: "New Sowing", tab: .plants)
        page.channels = [.plant(plant)]
        page.position = position
        page.source = .newSowing(of: plant)
        page.leading = Bar.cancel(to: fields.gone == nil ? .plant(plant) : .plants)
        page.trailing = Bar.save(form: SowingFields.formID)
        page.content = .several([h1 { "New Sowing" }, fields.html])
        return page
    }
}
