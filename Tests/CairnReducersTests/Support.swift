import Testing

/// Expects exactly the matching issues and lets the test continue.
///
/// - Parameters:
///   - text: Text that the issue's message contains.
///   - line: The line that the issue points to, or `nil` for any line.
@MainActor
func expectIssue(
  _ text: String, line: Int? = nil, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @MainActor () async -> Void
) async {
  await withKnownIssue(sourceLocation: sourceLocation) {
    await body()
  } matching: { issue in
    guard issue.message.contains(text) else { return false }
    return line == nil || issue.sourceLocation?.line == line
  }
}

/// Collects the messages of the issues that a closure reports.
@MainActor
func issues(_ body: @MainActor () async -> Void) async -> [String] {
  final class Box: @unchecked Sendable { var messages: [String] = [] }
  let box = Box()
  await withKnownIssue(isIntermittent: true) {
    await body()
  } matching: { issue in
    box.messages.append(issue.message)
    return true
  }
  return box.messages
}

/// Events that effects record and a test awaits one by one.
final class Events: Sendable {
  private let stream: AsyncStream<String>
  private let continuation: AsyncStream<String>.Continuation

  init() {
    (stream, continuation) = AsyncStream.makeStream()
  }

  func record(_ event: String) {
    continuation.yield(event)
  }

  /// The next event. Only one task may await it at a time.
  func next() async -> String? {
    var iterator = stream.makeAsyncIterator()
    return await iterator.next()
  }

  /// Runs until the surrounding task is canceled, and records the beginning and the end.
  func untilCancelled(_ name: String) async {
    record("\(name) began")
    try? await Task.sleep(for: .seconds(86_400))
    record("\(name) \(Task.isCancelled ? "canceled" : "ended")")
  }
}

extension Issue {
  /// The message, with plain spaces instead of the figure spaces of a dump.
  fileprivate var message: String {
    comments.map(\.rawValue).joined(separator: "\n").replacing("\u{2007}", with: " ")
  }
}
