public import CairnDependencies
import CairnFeatures

/// An action that dismisses the feature whose effect calls it.
///
/// ```swift
/// @Dependency(\.dismiss) var dismiss
/// ...
/// case .closeButtonTapped:
///   return .run { _ in await dismiss() }
/// ```
///
/// It sends `.dismiss`, or `.popFrom` in a stack, to the nearest feature that presents this one. Don't send actions
/// afterward, because the state no longer exists.
public struct DismissEffect: Sendable {
  private let dismiss: @Sendable (_IssueLocation) async -> Void
  /// Whether the value belongs to a feature that isn't presented, or to a reducer, which doesn't know how it's
  /// presented.
  private let isOfRoot: Bool

  /// Creates a dismissal that runs a closure, for tests.
  ///
  /// - Parameter dismiss: The closure to run.
  public init(_ dismiss: @escaping @Sendable () async -> Void) {
    self.init(at: { _ in await dismiss() })
  }

  /// Creates a dismissal.
  ///
  /// - Parameter isOfRoot: Whether a presented feature's effect that captured this value in its reducer uses its own
  ///   dismissal instead. For example, the effect may be `.run { [dismiss] _ in ... }`.
  package init(
    isOfRoot: Bool = false, at dismiss: @escaping @Sendable (_IssueLocation) async -> Void
  ) {
    self.isOfRoot = isOfRoot
    self.dismiss = dismiss
  }

  /// Dismisses the feature.
  public func callAsFunction(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    await callAsFunction(
      at: _IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  package func callAsFunction(at location: _IssueLocation) async {
    let current = DependencyValues._current.dismiss
    await (isOfRoot && !current.isOfRoot ? current : self).dismiss(location)
  }

  /// Returns the dismissal of a presented feature. It must be called under the store's isolation.
  static func presented(
    _ dismiss: @escaping (Int) -> Void, isolation: any StoreIsolation, running: RunningEffect
  ) -> Self {
    let dismiss = IsolationBound(dismiss, to: isolation)
    return Self(at: { _ in
      guard !Task.isCancelled else { return }
      await dismiss.perform { dismiss in
        if running.phase == .running { dismiss(running.lineage) }
      }
    })
  }

  package static let unpresented = Self(
    isOfRoot: true,
    at: { location in
      location.report(
        """
        A feature tried to dismiss itself, but it isn't presented.

        'dismiss()' works only in effects of a feature that's presented with 'ifLet' or 'forEach'. If \
        the feature is also used in other ways, check '@Dependency(\\.isPresented)' first.
        """)
    })
}

private enum DismissKey: DependencyKey {
  static var liveValue: DismissEffect { .unpresented }
  static var testValue: DismissEffect { .unpresented }
}

private enum IsPresentedKey: DependencyKey {
  static var liveValue: Bool? { nil }
  static var testValue: Bool? { nil }
}

extension DependencyValues {
  /// An action that dismisses the feature whose effect calls it.
  public var dismiss: DismissEffect {
    get { self[DismissKey.self] }
    set { self[DismissKey.self] = newValue }
  }

  /// Whether the feature is presented by another feature.
  public var isPresented: Bool {
    get { self[IsPresentedKey.self] ?? ReduceDepth.isPresented }
    set { self[IsPresentedKey.self] = newValue }
  }
}
