public import CairnCases
import Foundation

extension Reducer where Action: CasePathable {
  /// Lets the effects of this reducer store an action, so that it can be sent after a restart of the server.
  ///
  /// Use it together with ``Effect/run(resume:priority:name:operation:catch:fileID:filePath:line:column:)`` and
  /// ``Effect/onInterruption(send:fileID:filePath:line:column:)``:
  ///
  /// ```swift
  /// Reduce { state, action in
  ///   switch action {
  ///   case .importItems(let items):
  ///     return .run(resume: action) { send in ... }
  ///   ...
  ///   }
  /// }
  /// .persistedAction(\.importItems)
  /// ```
  ///
  /// - Parameter action: A case of the reducer's action that has no payload, or whose payload is `Codable`.
  @inlinable
  public consuming func persistedAction<Path: StaticCasePath>(
    _ action: @autoclosure () -> KeyPath<Action.Cases, Case<Path>>
  ) -> _PersistedActionReducer<Self, _CaseActionCoder<Path>> where Path.Root == Action {
    _PersistedActionReducer(base: self)
  }
}

/// A reducer whose effects can store an action.
public struct _PersistedActionReducer<Base: Reducer, Coder: _ActionCoder>: Reducer
where Coder.Action == Base.Action {
  @usableFromInline let base: Base

  @inlinable
  init(base: consuming Base) {
    self.base = base
  }

  @inlinable
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let effect = base.reduce(into: &state, action: action)
    guard effect.operation != nil else { return effect }
    return effect.storing(Coder.self)
  }

  @inlinable
  public func _visit(_ state: Base.State, with visitor: inout IdentityVisitor) {
    base._visit(state, with: &visitor)
    visitor.noteAction(Coder.self)
  }

  @inlinable
  public static func _isEphemeral(_ state: Base.State) -> Bool { Base._isEphemeral(state) }
}

/// The encoding of the actions of one case.
public protocol _ActionCoder<Action>: SendableMetatype {
  /// The type of the actions.
  associatedtype Action

  /// Returns the encoded payload, or `nil` if the action is of another case or can't be encoded.
  static func encode(_ action: Action) -> [UInt8]?

  /// Returns the action with an encoded payload, or `nil` if the payload can't be decoded.
  static func decode(_ payload: [UInt8]) -> Action?
}

/// The encoding of a case that has no payload or a `Codable` payload.
public enum _CaseActionCoder<Path: StaticCasePath>: _ActionCoder {
  public static func encode(_ action: Path.Root) -> [UInt8]? {
    guard let value = Path().extract(from: action) else { return nil }
    if value is Void { return [] }
    guard let value = value as? any Codable else { return nil }
    return try? Array(JSONEncoder().encode(value))
  }

  public static func decode(_ payload: [UInt8]) -> Path.Root? {
    if let value = () as? Path.Value { return payload.isEmpty ? Path().embed(value) : nil }
    guard let type = Path.Value.self as? any Decodable.Type,
      let value = try? JSONDecoder().decode(type, from: Data(payload)) as? Path.Value
    else { return nil }
    return Path().embed(value)
  }
}
