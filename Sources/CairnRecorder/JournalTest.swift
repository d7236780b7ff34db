package import CairnApplications
import Foundation

/// A test that's generated from a journal.
///
/// For a store of reducers, the test uses `TestStore`. It sends each action, including the actions of effects, and
/// asserts the resulting state. For models, a journal contains only writes and not the calls that made them. The
/// test then submits the forms to the application again.
package struct JournalTest {
  /// The source of the test.
  package let text: String
  /// The name of its suite.
  let suite: String

  /// Generates the test.
  /// - Parameters:
  ///   - mount: The application that was recorded.
  ///   - page: A page of the application, which decodes the states of the journal.
  /// - Throws: ``JournalError`` if a test can't be generated.
  package init(_ journal: Journal, of mount: Mount, page: ScenePage) throws(JournalError) {
    guard journal.head.application == String(reflecting: mount.application) else {
      throw JournalError("It was recorded with another application, \(journal.head.application).")
    }
    guard page.storeHeads == journal.head.stores else {
      throw JournalError("It was recorded with other stores than the application has now.")
    }
    let states = try journal.states()
    let stores = journal.head.stores
    var functions: [String] = []
    var modules: Set<Substring> = []
    for (index, store) in stores.enumerated() where store.kind == .reducer {
      modules.insert(try Self.name(store.feature).module)
      let earlier = stores[..<index].count { $0.feature == store.feature }
      let test = try ActionTest(journal, states, of: index, page, number: earlier + 1)
      if !test.isEmpty { functions.append(test.text) }
    }
    if stores.contains(where: { $0.kind != .reducer }) || functions.isEmpty {
      let (module, application) = try Self.name(journal.head.application)
      modules.insert(module)
      functions.append(try Self.formTest(journal, application))
    }
    let (_, application) = try Self.name(journal.head.application)
    suite = "Recorded\(application.split(separator: ".").joined())Tests"
    text =
      "// swift-format-ignore-file\nimport Cairn\nimport CairnTesting\nimport Foundation\nimport Testing\n\n"
      + modules.sorted().map { "@testable import \($0)\n" }.joined() + """

        /// A recording of \(journal.head.mount).
        @MainActor @Suite struct \(suite) {
        \(functions.joined(separator: "\n"))}

        """
  }

  /// Splits the name of a type into its module and the rest.
  /// - Throws: ``JournalError`` if a test can't refer to the type.
  static func name(_ type: String) throws(JournalError) -> (module: Substring, type: Substring) {
    let module = type.prefix { $0 != "." }
    let name = type.dropFirst(module.count + 1)
    guard !name.isEmpty, !name.contains(where: { "<( ".contains($0) }) else {
      throw JournalError(
        "A test can't refer to \(type). Give the type a name, and don't make it private.")
    }
    return (module, name)
  }

  /// Generates a test that submits the recorded forms.
  private static func formTest(
    _ journal: Journal, _ application: Substring
  ) throws(JournalError) -> String {
    guard let text = try? String(decoding: journal.bytes(), as: UTF8.self) else {
      throw JournalError("The journal can't be encoded.")
    }
    let lines = text.hasSuffix("\n") ? String(text.dropLast()) : text
    return """
        @Test func \(functionName(application))Forms() throws {
          try replay(
            \(SwiftSource.raw(lines: lines, indent: "      ")),
            on: \(application).self)
        }

      """
  }

  static func functionName(_ type: Substring) -> String {
    let name = type.split(separator: ".").joined()
    return name.prefix(1).lowercased() + name.dropFirst()
  }
}

/// A test of a store of reducers.
private struct ActionTest {
  package let text: String
  /// Whether the test has no steps.
  let isEmpty: Bool

  /// - Parameter number: A number that distinguishes stores of the same type.
  package init(
    _ journal: Journal, _ states: [JSONValue], of index: Int, _ page: ScenePage, number: Int
  ) throws(JournalError) {
    let store = journal.head.stores[index]
    let feature = try JournalTest.name(store.feature).type
    let states = states.map { value -> JSONValue in
      guard case .array(let parts) = value, parts.indices.contains(index) else { return .null }
      return parts[index]
    }
    guard states[0] != .null else {
      throw JournalError(
        "\(store.state) isn't Codable, so its states weren't recorded. Make it Codable.")
    }
    let steps = journal.entries.enumerated().filter { number, entry in
      entry.kind == .action && entry.store == index || states[number] != states[number + 1]
    }
    isEmpty = steps.isEmpty
    func isSent(_ entry: Journal.Entry) -> Bool {
      entry.kind == .action && entry.store == index
        && entry.swift.map { SwiftSource.isExpression($0) } == true
    }
    let isConstant = steps.allSatisfy { isSent($0.element) }
    func dependencies(from step: Int) -> String {
      Self.dependencies(
        steps.dropFirst(step).prefix { isSent($0.element) }.compactMap(\.element.drawn))
    }
    var text =
      "  @Test func \(JournalTest.functionName(feature))Actions\(number == 1 ? "" : "\(number)")() "
      + "async throws {\n"
    text += Self.store(
      isConstant ? "let " : "var ", states[0], feature, dependencies(from: 0))
    for (step, (number, entry)) in steps.enumerated() {
      let (before, after) = (states[number], states[number + 1])
      guard isSent(entry), let action = entry.swift else {
        text += "    // \(entry.summary ?? "The state was replaced.")\n"
        text += Self.store("", after, feature, dependencies(from: step + 1))
        continue
      }
      var changes: [String] = []
      if before != after {
        guard let state = page.decodedState(after, of: index) else {
          throw JournalError(
            "The state of line \(number + 2) can't be decoded, because its type has changed.")
        }
        let assignments = Assignments(of: JSONDifference(from: before, to: after), in: state)
        changes = assignments.lines ?? ["$0 = try recorded(\(SwiftSource.raw(after.text)))"]
      }
      text += Self.send(action, changes)
    }
    self.text = text + "  }\n"
  }

  private static func store(
    _ introducer: String, _ state: JSONValue, _ feature: Substring, _ dependencies: String
  ) -> String {
    """
        \(introducer)state\(introducer.isEmpty ? "" : ": \(feature).State") = \
    try recorded(\(SwiftSource.raw(state.text)))
        \(introducer)store = TestStore(initialState: state) {
          \(feature)().withoutEffects()
        }\(dependencies)

    """
  }

  /// Returns the source that sets the recorded UUIDs, dates, and random numbers.
  private static func dependencies(_ drawn: [Journal.Drawn]) -> String {
    func line(_ name: String, _ values: [String]) -> String {
      values.isEmpty ? "" : "      $0.\(name) = .recorded([\(values.joined(separator: ", "))])\n"
    }
    let lines =
      line("uuid", drawn.flatMap { $0.uuids ?? [] }.map { "\"\($0.uuidString)\"" })
      + line(
        "date", drawn.flatMap { $0.dates ?? [] }.map { "\($0.timeIntervalSinceReferenceDate)" })
      + line("withRandomNumberGenerator", drawn.flatMap { $0.numbers ?? [] }.map { "\($0)" })
    return lines.isEmpty ? "" : " withDependencies: {\n\(lines)    }"
  }

  private static func send(_ action: String, _ changes: [String]) -> String {
    let isTrying = action.contains("try recorded(")
    let call = "    \(isTrying ? "try " : "")await store.send(\(action))"
    guard !changes.isEmpty else { return call + "\n" }
    return call + " {\n" + changes.map { "      \($0)\n" }.joined() + "    }\n"
  }
}
