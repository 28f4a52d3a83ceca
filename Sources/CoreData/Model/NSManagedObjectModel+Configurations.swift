import Foundation

extension NSManagedObjectModel {
    /// The names of the model's configurations: groups of entities that share a store.
    public final var configurations: [String] { configurationOrder }

    /// The entities of a configuration.
    /// - Parameter configuration: a configuration's name; nil for all entities.
    /// - Returns: the entities; nil when the model has no configuration of that name.
    public final func entities(forConfigurationName configuration: String?) -> [NSEntityDescription]? {
        guard let configuration else { return entities }
        if let members = configurationEntities[configuration] { return members }
        // The name Apple's tools give the configuration of all entities.
        return configuration == "PF_DEFAULT_CONFIGURATION_NAME" ? entities : nil
    }

    /// Sets the entities of a configuration, making it when it is new.
    ///
    /// - Precondition: the entities belong to this model.
    public final func setEntities(
        _ entities: [NSEntityDescription], forConfigurationName configuration: String
    ) {
        requireMutable()
        for entity in entities {
            precondition(
                entity.model === self,
                "Entity “\(entity.name ?? "?")” cannot be in configuration “\(configuration)”: it is not "
                    + "in the model.")
        }
        if configurationEntities[configuration] == nil { configurationOrder.append(configuration) }
        configurationEntities[configuration] = entities
    }
}
