/// A value that an effect loads, for an ``AsyncContent``.
///
/// ```swift
/// var items = Loadable<[Item]>.idle
///
/// case .itemsRequested:
///   guard state.items.beginLoading() else { return .none }
///   return .run { send in
///     await send(.itemsLoaded(try await client.items()))
///   } catch: { _, send in
///     await send(.loadingFailed)
///   }
/// case .itemsLoaded(let items):
///   state.items.finishLoading(items)
///   return .none
/// case .loadingFailed:
///   state.items.failLoading("The items aren't available now.")
///   return .none
/// ```
/// A restart of the server ends an effect. A value that was being loaded is therefore stored as ``interrupted``, and the
/// page has a button that loads it again. If the effect begins again by itself, as with `Effect.run(resume:)`,
/// ``beginLoading()`` sets the value to ``loading`` again.
public enum Loadable<Value> {
  /// Loading hasn't begun.
  case idle
  /// The value is being loaded.
  case loading
  /// The value has been loaded.
  case loaded(Value)
  /// The value couldn't be loaded. The message is for the user, and can be empty.
  case failed(_ message: String)
  /// The value was being loaded when the server ended.
  case interrupted

  /// The loaded value, or `nil` if there is none.
  public var value: Value? { if case .loaded(let value) = self { value } else { nil } }

  /// Whether the value is being loaded.
  public var isLoading: Bool { if case .loading = self { true } else { false } }

  /// Sets the value to ``loading``.
  ///
  /// A loaded value is removed.
  /// - Returns: Whether an effect should load the value, which is false if it's being loaded already.
  @discardableResult
  public mutating func beginLoading() -> Bool {
    guard !isLoading else { return false }
    self = .loading
    return true
  }

  /// Sets the loaded value. It's ignored if the value isn't being loaded, such as after ``reset()``.
  public mutating func finishLoading(_ value: Value) {
    if isLoading { self = .loaded(value) }
  }

  /// Records that the value couldn't be loaded. It's ignored if the value isn't being loaded.
  /// - Parameter message: A message for the user. If it's empty, Cairn's own message is shown.
  public mutating func failLoading(_ message: String = "") {
    if isLoading { self = .failed(message) }
  }

  /// Removes the value, and ignores the result of loading it.
  public mutating func reset() { self = .idle }
}

extension Loadable: Sendable where Value: Sendable {}
extension Loadable: Equatable where Value: Equatable {}
extension Loadable: Hashable where Value: Hashable {}
