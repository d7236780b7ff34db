internal import IssueReporting
internal import Synchronization

/// The evaluation of one default value, which tracks whether the value is missing and what to name in issues.
final class DefaultEvaluation: Sendable {
  @TaskLocal static var current: DefaultEvaluation?

  private let key: ObjectIdentifier
  private let name: StaticString?
  private let declaration: DependencyDeclaration?
  private let isPreparing: Bool
  private let isIncomplete = Atomic(false)

  init<Key: TestDependencyKey>(
    of key: Key.Type,
    name: StaticString?,
    declaration: DependencyDeclaration?,
    isPreparing: Bool
  ) {
    self.key = ObjectIdentifier(key)
    self.name = name
    self.declaration = declaration
    self.isPreparing = isPreparing
  }

  /// Whether the value can be cached.
  ///
  /// A missing value isn't cached while values are being set. Its issue is suppressed at that time, and is
  /// reported when the value is used.
  var isSound: Bool { !isIncomplete.load(ordering: .relaxed) }

  func value<Key: TestDependencyKey>(of key: Key.Type, in context: DependencyContext) -> Key.Value {
    switch context {
    case .live:
      if let live = key as? any DependencyKey.Type, let value = live.liveValue as? Key.Value {
        return value
      }
      isIncomplete.store(true, ordering: .relaxed)
      if !isPreparing { report(missingLiveValue(of: key)) }
      return Key.testValue
    case .preview:
      return Key.previewValue
    case .test:
      guard isPreparing else { return Key.testValue }
      // Setting a value through a key path reads it first. Suppress issues of this read, and report them when
      // the value is used.
      return withIssueReporters([Postponement(evaluation: self)]) { Key.testValue }
    }
  }

  /// Suppresses the issues of a default value that's evaluated while values are being set.
  private struct Postponement: IssueReporter {
    let evaluation: DefaultEvaluation

    func reportIssue(
      _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
      filePath: StaticString, line: UInt, column: UInt
    ) {
      evaluation.isIncomplete.store(true, ordering: .relaxed)
    }
  }

  /// Reports that a test uses a dependency without a test value.
  ///
  /// It has no effect if the test value is requested directly, or while values are being set, as in
  /// `$0.mailer.send = { … }`.
  static func reportMissingTestValue<Key: DependencyKey>(of key: Key.Type) {
    guard let current, current.key == ObjectIdentifier(key) else { return }
    if current.isPreparing {
      current.isIncomplete.store(true, ordering: .relaxed)
    } else {
      current.report(current.missingTestValue(of: key))
    }
  }

  /// Reports an issue. Its location is the declaration of the dependency whose default value is being
  /// evaluated, if any.
  static func report(_ message: String) {
    if let current { current.report(message) } else { reportIssue(message) }
  }

  private func report(_ message: String) {
    guard let declaration else {
      reportIssue(message)
      return
    }
    reportIssue(
      message,
      fileID: declaration.fileID,
      filePath: declaration.filePath,
      line: declaration.line,
      column: declaration.column
    )
  }
}

extension DefaultEvaluation {
  fileprivate func missingTestValue<Key: TestDependencyKey>(of key: Key.Type) -> String {
    """
    \(wrapper(key)) has no test value, but a test used it.

    \(facts(key))

    The live value makes the test depend on the outside world, which is rarely intended.

    • Set the dependency in the test:
        withDependencies {
          \(setter(key)) = …
        } operation: {
          …
        }
    • Or add a 'testValue' to \(key), as the default for all tests.
    """
  }

  fileprivate func missingLiveValue<Key: TestDependencyKey>(of key: Key.Type) -> String {
    """
    \(wrapper(key)) has no live value, but was used in a live context.

    \(facts(key))

    Its test value is used instead.

    • Conform \(key) to 'DependencyKey' in a module that the application links.
    • Or set the dependency when the application starts:
        prepareDependencies {
          \(setter(key)) = …
        }
    """
  }

  private func wrapper(_ key: any Any.Type) -> String {
    if let name { "@Dependency(\\.\(name))" } else { "@Dependency(\(key).self)" }
  }

  private func setter(_ key: any Any.Type) -> String {
    if let name { "$0.\(name)" } else { "$0[\(key).self]" }
  }

  private func facts<Key: TestDependencyKey>(_ key: Key.Type) -> String {
    let location = declaration.map { "\($0.fileID):\($0.line)" } ?? "unknown"
    return """
        Declared: \(location)
        Key:      \(key)
        Value:    \(Key.Value.self)
      """
  }
}
