public import CairnDependencies
import IssueReporting

/// A dependency of a model. The store provides it, unless the model or one of its ancestors overrides it.
///
///
/// ```swift
/// struct FactPromptModel: Model {
///   @ModelDependency(\.factClient.fetch) var fetchFact
///   @ModelState private var state: State
/// }
/// ```
/// Assigning a value overrides the dependency for the model and its descendants, until you call ``reset()``:
///
///
/// ```swift
/// @ModelDependency(\.sound) var sound
///
/// func onActivate() {
///   forEach(values(of: \.isSoundEnabled)) { isEnabled in
///     if isEnabled { $sound.reset() } else { sound = .disabled }
///   }
/// }
/// ```
/// If several models override a dependency, the override of the nearest one is used.
@propertyWrapper
public struct ModelDependency<Value: Sendable>: Sendable {
  private let context: AnyContext?
  private let dependency: Dependency<Value>
  private let id: DependencyID
  private let set: (@Sendable (inout DependencyValues, Value) -> Void)?
  private let location: Location

  private struct Location: Sendable {
    let fileID: StaticString
    let filePath: StaticString
    let line: UInt
    let column: UInt
  }

  /// Creates a property for a dependency that's a property of `DependencyValues`, or a part of one.
  public init(
    _ keyPath: any KeyPath<DependencyValues, Value> & Sendable,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    context = ModelCreation.current
    dependency = Dependency(
      keyPath, fileID: fileID, filePath: filePath, line: line, column: column)
    id = DependencyID(keyPath)
    location = Location(fileID: fileID, filePath: filePath, line: line, column: column)
    if let writable = keyPath as? WritableKeyPath<DependencyValues, Value> {
      // The value is `keyPath` itself, which is `Sendable`. A cast can't include `Sendable`.
      nonisolated(unsafe) let writable = writable
      set = { $0[keyPath: writable] = $1 }
    } else {
      set = nil
    }
  }

  /// Creates a property for a dependency that's identified by its key.
  public init<Key: TestDependencyKey>(
    _ key: Key.Type,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) where Key.Value == Value {
    context = ModelCreation.current
    dependency = Dependency(
      key, fileID: fileID, filePath: filePath, line: line, column: column)
    id = DependencyID(ObjectIdentifier(key))
    location = Location(fileID: fileID, filePath: filePath, line: line, column: column)
    set = { $0[Key.self] = $1 }
  }

  /// The current value of the dependency. Assigning a value overrides it for the model and its descendants.
  ///
  /// If the dependency can't be written, assigning a value reports an issue and has no effect.
  public var wrappedValue: Value {
    get {
      guard let context else { return dependency.wrappedValue }
      var dependencies = context.core.locked { context.dependencies }
      dependencies.useKeptRequest()
      // A task keeps the key of the action that started it.
      if let key = DependencyValues._current.actionKey { dependencies.actionKey = key }
      return dependencies.asCurrent { dependency.wrappedValue }
    }
    nonmutating set {
      guard let context else { return }
      guard let set else {
        return reportIssue(
          """
          A value was assigned to a read-only dependency, so it was ignored.

          The dependency's key path can't be written. Add a setter to its property, or override the \
          dependency that the value is read from.
          """,
          fileID: location.fileID, filePath: location.filePath, line: location.line,
          column: location.column)
      }
      context.core.locked {
        context.override(DependencyOverride(id: id.base) { set(&$0, newValue) })
      }
    }
  }

  /// The wrapper itself, for `$sound.reset()`.
  public var projectedValue: Self { self }

  /// Removes the model's own override. Overrides of its ancestors remain.
  public func reset() {
    guard let context else { return }
    context.core.locked { context.resetOverride(id.base) }
  }
}

/// The identity of a dependency.
///
/// `@unchecked Sendable`: It contains a key path or an identifier, which never change.
private struct DependencyID: @unchecked Sendable {
  let base: AnyHashable

  init(_ base: some Hashable) {
    self.base = AnyHashable(base)
  }
}
