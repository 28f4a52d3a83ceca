import Foundation
import Garden

/// A sowing, to look at and to change.
enum SowingScreen {
    static func show(_ visit: Visit) throws -> Answer {
        let position = visit.garden.live.position()
        let detail = try visit.garden.sowings.sowing(try visit.id())
        return .page(page(SowingFields(draft: SowingDraft(detail)), position))
    }

    static func save(_ visit: Visit) throws -> Answer {
        var draft = try SowingDraft(visit.form, id: try visit.id())
        // Come back from choosing a plant, without having chosen one.
        if visit.form["resume"] != nil { return .page(page(SowingFields(draft: draft))) }
        if let field = visit.form["take"].flatMap(GardenField.init) {
            draft.take(field)
            return .page(page(SowingFields(draft: draft)))
        }
        return try store(draft, visit)
    }

    /// Saves the draft of a sowing that is there, or says why not.
    static func store(_ draft: SowingDraft, _ visit: Visit) throws -> Answer {
        let answer = visit.form["nameChange"].flatMap(NameChange.init)
        do {
            try visit.restoreWanted(.sowing)
            let result = try visit.garden.sowings.save(
                draft.id, base: draft.base, new: draft.typed, nameChange: answer)
            switch result {
            case .saved(let detail, _): return .moved(.plant(detail.plant.id))
            case .nameQuestion(let question):
                var page = page(SowingFields(draft: draft))
                page.dialogs = NameQuestionDialog(question: question, isNew: false).html
                return .page(page, .conflict)
            }
        } catch let error as GardenError {
            return try refusal(error, draft) { page($0) }
        }
    }

    /// The form again, with what kept it from being saved.
    ///
    /// - Throws: `error` itself where it is none that a form can help with.
    static func refusal(_ error: GardenError, _ draft: SowingDraft, _ page: (SowingFields) -> Page) throws -> Answer {
        switch error {
        case .invalid(let errors):
            return .page(page(SowingFields(draft: draft, problems: Problems(errors))), .unprocessableContent)
        case .conflict(let conflict):
            guard case .sowing(let current) = conflict.current else { throw error }
            var next = draft
            next.follow(current, merged: conflict.merged)
            return .page(page(SowingFields(draft: next, problems: Problems(conflict))), .conflict)
        case .duplicate(let duplicate):
            var page = page(SowingFields(draft: draft))
            page.dialogs = Dialog.alreadyAdded(duplicate, showing: Dialog.place(of: duplicate))
            return .page(page, .conflict)
        case .gone(let gone):
            return .page(page(SowingFields(draft: draft, gone: gone)), .conflict)
        case .nothingToUndo, .store:
            throw error
        }
    }

    static func page(_ fields: SowingFields, _ position: LivePosition? = nil) -> Page {
        let draft = fields.draft
        var page = Page(name: "sowing", title: "Sowing", tab: .plants)
        page.channels = [.sowing(draft.id), .plant(draft.typed.plantID)]
        page.position = position
        page.source = .sowing(draft.id)
        page.leading = Bar.cancel(to: fields.gone == nil ? .plant(draft.typed.plantID) : .plants)
        page.trailing = Bar.save(form: SowingFields.formID)
        page.content = .several([h1 { "Sowing" }, fields.html])
        return page
    }

    static func delete(_ visit: Visit) throws -> Answer {
        do {
            let undo = try visit.garden.sowings.delete(try visit.id())
            return .moved(undo.parentID.map(Location.plant) ?? .plants, undo: undo)
        } catch GardenError.gone(let gone) {
            guard let deletion = gone.deletion else { throw GardenError.gone(gone) }
            // Deleted elsewhere, alone or with its plant.
            let landing = deletion.kind == .sowing ? deletion.parentID.map(Location.plant) : nil
            return .moved(landing ?? .plants, undo: deletion)
        }
    }
}
