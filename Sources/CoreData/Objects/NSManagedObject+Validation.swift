import Foundation

/// On Apple's systems the pointer that an Objective-C method hands an object back through.
public typealias AutoreleasingUnsafeMutablePointer<Pointee> = UnsafeMutablePointer<Pointee>

// What the model demands of values.
extension NSManagedObject {
    /// Checks every value; throws the one error there is, or one that lists them all.
    final func checkValues() throws {
        checkQueue("Validation")
        guard let row = readableRow() else { return }
        if layout.validatesByKey { return try checkEachValue() }
        let words = row.assumingMemoryBound(to: UInt64.self)
        var isComplete = true
        for word in 0..<layout.maskWords where layout.requiredMask[word] & ~words[layout.presenceWord(word)] != 0 {
            isComplete = false
        }
        if isComplete && layout.checkedSlots.isEmpty { return }
        var errors: [NSError] = []
        if !isComplete {
            for slot in layout.slots.indices
            where layout.requiredMask[slot >> 6] & (1 << UInt64(slot & 63)) != 0
                && !layout.isPresent(slot, in: row)
            {
                errors.append(validationError(NSValidationMissingMandatoryPropertyError, slot: slot, value: nil))
            }
        }
        for slot in layout.checkedSlots {
            if layout.slots[slot].kind == .composite {
                errors += elementErrors(storedValue(at: slot), at: slot)
            } else if let error = layout.slots[slot].isToMany ? countError(slot) : valueError(slot) {
                errors.append(error)
            }
        }
        try throwValidationErrors(errors)
    }

    /// Checks value by value, so that an override of `validateValue(_:forKey:)` is asked about each. One that it
    /// replaces is set.
    private final func checkEachValue() throws {
        var errors: [NSError] = []
        for (slot, info) in layout.slots.enumerated() where info.property != nil && !info.isElement {
            if info.isToMany, !isCountToCheck(slot) { continue }
            let value = modelledValue(forKey: info.name).map { $0 as AnyObject }
            var checked = value
            do {
                try validateValue(&checked, forKey: info.name)
                if checked !== value { setValue(checked, forKey: info.name) }
            } catch {
                errors.append(error as NSError)
            }
        }
        try throwValidationErrors(errors)
    }

    private final func valueError(_ slot: Int) -> NSError? {
        guard let property = layout.slots[slot].property, let value = modelledValue(forKey: property.name)
        else { return nil }
        return rejection(of: value, by: property, slot: slot)
    }

    private final func rejection(of value: Any, by property: NSPropertyDescription, slot: Int) -> NSError? {
        // The bounds of a model file are compared without their predicates, which cost more than the rest of a save.
        if let limits = (property as? NSAttributeDescription)?.validationLimits, limits.allow(value) { return nil }
        for (index, predicate) in property.validationPredicates.enumerated()
        where !predicate.evaluate(with: value) {
            let warnings = property.validationWarnings
            var code = NSManagedObjectValidationError
            var message: String?
            if index < warnings.count {
                if let number = warnings[index] as? NSNumber {
                    code = number.intValue
                } else if let number = warnings[index] as? Int {
                    code = number
                } else {
                    message = warnings[index] as? String
                }
            }
            let error = validationError(code, slot: slot, value: value, message: message)
            var info = error.userInfo
            info[NSValidationPredicateErrorKey] = predicate
            return NSError(domain: error.domain, code: error.code, userInfo: info)
        }
        return nil
    }

    /// What is wrong with the value of a composite attribute, and with those of its elements.
    private final func elementErrors(_ value: Any?, at slot: Int) -> [NSError] {
        guard let property = layout.slots[slot].property else { return [] }
        guard let value, !(value is NSNull) else {
            // What is not stored need not be there.
            if property.isOptional || property.isTransient { return [] }
            return [validationError(NSValidationMissingMandatoryPropertyError, slot: slot, value: nil)]
        }
        let own = rejection(of: value, by: property, slot: slot)
        guard let elements = layout.elements[slot], let values = value as? [String: Any] else {
            return own.map { [$0] } ?? []
        }
        return (own.map { [$0] } ?? [])
            + elements.flatMap { elementErrors(values[$0.name], at: $0.slot) }
    }

    private final func countError(_ slot: Int) -> NSError? {
        guard let relationship = layout.slots[slot].property as? NSRelationshipDescription, isCountToCheck(slot)
        else { return nil }
        return rejection(ofCount: loadedMembers(at: slot).count, in: relationship, slot: slot)
    }

    /// A relationship nobody touched was valid when it was saved.
    private final func isCountToCheck(_ slot: Int) -> Bool {
        state.contains(.inserted) || row.map { layout.isChanged(slot, in: $0) } == true
    }

    private final func rejection(
        ofCount count: Int, in relationship: NSRelationshipDescription, slot: Int
    ) -> NSError? {
        if count == 0 {
            if relationship.isOptional { return nil }
            return validationError(NSValidationMissingMandatoryPropertyError, slot: slot, value: nil)
        }
        if relationship.minCount > 0, count < relationship.minCount {
            return validationError(NSValidationRelationshipLacksMinimumCountError, slot: slot, value: nil)
        }
        if relationship.maxCount > 0, count > relationship.maxCount {
            return validationError(NSValidationRelationshipExceedsMaximumCountError, slot: slot, value: nil)
        }
        return nil
    }

    /// Checks one value that is not set yet.
    final func validate(_ value: Any?, forKey key: String) throws {
        let slot = slot(forKey: key)
        guard let property = layout.slots[slot].property else { return }
        guard let value, !(value is NSNull) else {
            // What is not stored need not be there.
            if property.isOptional || property.isTransient { return }
            throw validationError(NSValidationMissingMandatoryPropertyError, slot: slot, value: nil)
        }
        if let relationship = property as? NSRelationshipDescription, relationship.isToMany {
            let count = (value as? NSSet)?.count ?? (value as? NSOrderedSet)?.count ?? 0
            if let error = rejection(ofCount: count, in: relationship, slot: slot) { throw error }
            return
        }
        if layout.slots[slot].kind == .composite { return try throwValidationErrors(elementErrors(value, at: slot)) }
        let plain = (value as? NSString).map { $0 as Any } ?? value
        if let error = rejection(of: plain, by: property, slot: slot) { throw error }
    }

    /// Checks that no relationship forbids the deletion.
    final func checkDeletion() throws {
        checkQueue("Validation")
        var errors: [NSError] = []
        for slot in layout.relationshipSlots where layout.links[slot].deleteRule == .denyDeleteRule {
            let remaining =
                layout.slots[slot].isToMany
                ? loadedMembers(at: slot).contains { !$0.isDeleted }
                : object(at: slot).map { !$0.isDeleted } ?? false
            if remaining {
                errors.append(validationError(NSValidationRelationshipDeniedDeleteError, slot: slot, value: nil))
            }
        }
        try throwValidationErrors(errors)
    }

    private final func throwValidationErrors(_ errors: [NSError]) throws {
        if errors.count > 1 {
            throw NSError(
                domain: NSCocoaErrorDomain, code: NSValidationMultipleErrorsError,
                userInfo: [
                    NSDetailedErrorsKey: errors,
                    NSLocalizedDescriptionKey: errors.map(\.localizedDescription).joined(separator: " "),
                ])
        }
        if let error = errors.first { throw error }
    }

    private final func validationError(
        _ code: Int, slot: Int, value: Any?, message: String? = nil
    ) -> NSError {
        let name = layout.slots[slot].name
        let description =
            message ?? "“\(name)” of \(layout.entity.name ?? "") \(CocoaErrorText.validation(code))."
        var info: [String: Any] = [
            NSValidationKeyErrorKey: name, NSValidationObjectErrorKey: self,
            NSLocalizedDescriptionKey: description,
        ]
        if let value { info[NSValidationValueErrorKey] = value }
        return NSError(domain: NSCocoaErrorDomain, code: code, userInfo: info)
    }
}
