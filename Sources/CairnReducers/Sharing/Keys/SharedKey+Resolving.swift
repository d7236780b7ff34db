import CustomDump

extension SharedKey {
  /// The value that this key leads to, loaded where nobody has hold of it yet.
  func reference(
    default defaultValue: () -> Value, at location: _IssueLocation
  ) -> SharedReference<Value> {
    let found = storage.box(for: id) { onDeinit in
      makeBox(default: defaultValue, at: location, onDeinit: onDeinit)
    }
    switch found {
    case .box(let box): return box
    case .other(let type):
      reportOtherType(type, at: location)
      return SharedBox(defaultValue())
    }
  }

  private func makeBox(
    default defaultValue: () -> Value, at location: _IssueLocation,
    onDeinit: (@Sendable () -> Void)?
  ) -> SharedBox<Value> {
    let keyName = (self as? any NamedKey)?.name
    guard !isVolatile else {
      return SharedBox(defaultValue(), keyName: keyName, onDeinit: onDeinit)
    }
    var persistence: SharedPersistence<Value>? = SharedPersistence(self, at: location)
    var value: Value?
    do {
      value = try load()
    } catch {
      if let error = error as? UnreadableFile, error.aside == nil { persistence = nil }
      reportUnloaded(error, at: location)
    }
    return SharedBox(
      value ?? defaultValue(), persistence: persistence, keyName: keyName, onDeinit: onDeinit)
  }

  private func reportUnloaded(_ error: any Error, at location: _IssueLocation) {
    location.report(
      """
      A shared value could not be loaded, so the default is used.

        Key:
          \(Issue.dumped(id))
        Error:
          \(Issue.dumped(error))
      """)
  }

  private func reportOtherType(_ type: Any.Type, at location: _IssueLocation) {
    location.report(
      """
      A shared value was declared with another type than before under the same key.

        Key:
          \(Issue.dumped(id))
        Type here:
          \(Value.self)
        Type before:
          \(type)

      Here a value of its own is used, which nobody shares and which is not saved. Likely causes:

      • One name for two things: give each its own key.
      • A value that changed its type in one place: declare the key once, with its type and its \
      default, and use that:
          extension SharedKey where Self == InMemoryKey<\(Value.self)>.Default {
            static var name: Self { Self[.inMemory("name"), default: …] }
          }
      """)
  }
}

extension SharedKey {
  /// Whether there is nothing to load or to save.
  var isVolatile: Bool { self is any VolatileKey }
}
