package import CairnDependencies
import CairnFeatures
import CairnReducers
import CairnScreens
import CairnViews
import CustomDump
import Foundation

/// Runs a journal again: writes the fields and presses the buttons that were pressed, on the application
/// as it is now, and compares what comes of it.
///
/// No effect and no task is begun. What they have done is taken from the journal, and each form begins with
/// the state that it began with then; so what differs is told once, where it differs first.
package struct Replay {
  /// A place where something else comes out.
  struct Difference: Equatable {
    /// The line of the journal.
    let line: Int
    let what: String
    /// What differs, one line each.
    let details: [String]
  }

  /// What came of it.
  struct Report: Equatable {
    /// How many forms were run.
    var forms = 0
    /// How many changes of effects were taken as they are.
    var taken = 0
    /// How many forms were taken as they are, because of a password.
    var secret = 0
    var differences: [Difference] = []

    var text: String {
      var text = ""
      for difference in differences {
        text += "line \(difference.line): \(difference.what)\n"
        for detail in difference.details { text += "    \(detail)\n" }
      }
      let counts =
        "\(forms) form\(forms == 1 ? "" : "s") run again, \(taken) change\(taken == 1 ? "" : "s") of "
        + "effects taken from the journal"
        + (secret == 0
          ? "" : ", \(secret) form\(secret == 1 ? "" : "s") with a password or a file not run")
      let count = differences.count
      text +=
        count == 0
        ? "\(counts): nothing differs.\n"
        : "\(counts): \(count) difference\(count == 1 ? "" : "s").\n"
      return text
    }
  }

  private let journal: Journal
  private let states: [JSONValue]
  private let scene: LiveScene
  private let redrawn: RedrawnValues

  /// The dependencies of an application that is run again.
  static func dependencies(
    _ prepareDependencies: (inout DependencyValues) -> Void
  ) -> DependencyValues {
    withDependencies {
      $0.context = .live
      $0.sessionStorage = SessionStorage()
      $0.sceneNavigator = SceneNavigator()
      prepareDependencies(&$0)
    } operation: {
      DependencyValues._current
    }
  }

  /// Runs the text of a journal on an application, and answers what differs; nil where nothing does.
  /// - Throws: An error that says in one line why it can not be run.
  package static func differences(
    of journal: String, on mount: Mount,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void
  ) throws -> String? {
    let journal = try Journal(bytes: Array(journal.utf8))
    let report = try Replay(
      journal, mount: mount, dependencies: dependencies(prepareDependencies)
    ).run()
    return report.differences.isEmpty ? nil : report.text
  }

  /// - Throws: ``JournalError`` where the journal is not one of the application.
  init(_ journal: Journal, mount: Mount, dependencies: DependencyValues) throws(JournalError) {
    self.journal = journal
    states = try journal.states()
    redrawn = RedrawnValues()
    scene = LiveScene(
      mount: mount, record: nil, dependencies: redrawn.redrawing(dependencies),
      activity: .withoutEffects)
    let heads = scene.withLock { $0.scene.page.storeHeads }
    guard heads == journal.head.stores else {
      func list(_ stores: [StoreHead]) -> String {
        stores.isEmpty ? "none" : stores.map(\.state).joined(separator: ", ")
      }
      throw JournalError(
        "It was recorded of other stores: \(list(journal.head.stores)); now there are: \(list(heads))."
      )
    }
  }

  /// Runs it.
  /// - Throws: ``JournalError`` where a state of the journal can not be read any more.
  func run() throws(JournalError) -> Report {
    defer { scene.end() }
    var report = Report()
    var failure: JournalError?
    scene.withLock { access in
      let scene = access.scene
      do throws(JournalError) {
        try become(states[0], at: 1, scene.page)
        var index = 0
        while index < journal.entries.count {
          let entry = journal.entries[index]
          var end = index + 1
          if entry.kind == .form || entry.kind == .back {
            while end < journal.entries.count, journal.entries[end].isOwn == true { end += 1 }
            if entry.form?.fields.contains(where: { $0.value == nil }) == true {
              // Nobody knows what it was.
              report.secret += 1
              try become(states[end], at: end + 1, scene.page)
              index = end
              continue
            }
            redrawn.values = entry.drawn ?? Journal.Drawn()
            let problem = perform(entry, on: scene.page)
            report.forms += 1
            let actual = (scene.page.values, scene.page.encodedStates(isSnapshot: false))
            try become(states[end], at: end + 1, scene.page)
            if problem != nil || !areEqual(actual.0, scene.page.values) {
              let expected = scene.page.encodedStates(isSnapshot: false)
              note(expected, actual.1, index, problem, in: &report)
            }
          } else {
            if entry.changes != nil { report.taken += 1 }
            try become(states[end], at: end + 1, scene.page)
          }
          index = end
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return report
  }

  /// Makes a state of the journal the application's, with all that comes of itself of that.
  private func become(
    _ state: JSONValue, at line: Int, _ page: ScenePage
  ) throws(JournalError) {
    // Models that are there for the first time may write when they are activated: that is in the journal.
    for _ in 0..<4 where page.encodedStates() != state {
      guard page.restore(encoded: state) else {
        throw JournalError(
          "The state of line \(line) can not be read any more: its type is another now.")
      }
      _ = page.update()
      _ = page.collect([])
    }
  }

  /// Does what a form did; answers what stands in its way.
  private func perform(_ entry: Journal.Entry, on page: ScenePage) -> String? {
    if let layer = entry.layer.flatMap({ UInt64($0, radix: 16) }) {
      let collected = page.collect([])
      return redrawn.handling { collected.dismiss(downTo: layer) }
        ? nil : "the page that was gone back to is not there"
    }
    let form = entry.form ?? RecordedForm()
    let tap = form.tap.flatMap { Hex.parse($0) }
    let ids = form.fields.map { Hex.parse($0.id) ?? 0 }
    let wanted = Set(ids + [tap].compactMap(\.self))
    var collected = page.collect(wanted)
    for (id, field) in zip(ids, form.fields) {
      guard let handler = collected.fields[id] else {
        return "a field with “\((field.value ?? "").prefix(60))” is not there"
      }
      let value = field.value ?? ""
      if case .refused(let message) = redrawn.handling({ handler.write(value) }) {
        return "“\(value.prefix(60))” is refused: \(message)"
      }
    }
    guard let tap else { return nil }
    if !ids.isEmpty { collected = page.collect(wanted) }
    guard let handler = collected.taps[tap] else { return "the button is not there" }
    guard !handler.isDisabled else { return "the button is disabled" }
    redrawn.handling { handler.action() }
    return nil
  }

  /// Whether states are equal; those that can not be compared are where they are written alike.
  private func areEqual(_ lhs: [Any], _ rhs: [Any]) -> Bool {
    func areEqual<Value: Equatable>(_ lhs: Value, _ rhs: Any) -> Bool { lhs == rhs as? Value }
    return zip(lhs, rhs).allSatisfy { lhs, rhs in
      if let lhs = lhs as? any Equatable { return areEqual(lhs, rhs) }
      return String(customDumping: lhs) == String(customDumping: rhs)
    }
  }

  private func note(
    _ expected: JSONValue, _ actual: JSONValue, _ index: Int, _ problem: String?,
    in report: inout Report
  ) {
    let own = journal.entries.dropFirst(index + 1).prefix { $0.isOwn == true }
    let action = own.lazy.compactMap(\.summary).first
    report.differences.append(
      Difference(
        line: index + 2,
        what: [action, problem].compactMap(\.self).joined(separator: ": ").nonEmpty ?? "a form",
        details: JSONDifference(from: expected, to: actual).changes.map {
          $0.description(in: expected, isSingle: journal.head.stores.count == 1)
        }))
  }
}

extension JSONDifference.Change {
  /// What was recorded and what is now.
  fileprivate func description(in recorded: JSONValue, isSingle: Bool) -> String {
    func name(_ path: [JSONDifference.Step]) -> String {
      var name = ""
      for step in isSingle ? path.dropFirst() : path[...] {
        switch step {
        case .index(let index): name += "[\(index)]"
        case .key(let key): name += name.isEmpty ? key : ".\(key)"
        }
      }
      return name.isEmpty ? "the state" : name
    }
    func text(_ value: JSONValue?) -> String {
      let text = value?.text ?? "nothing"
      return text.count > 200 ? text.prefix(200) + "…" : text
    }
    switch self {
    case .set(let path, let value):
      return "\(name(path)): \(text(recorded.part(path))) was recorded, now \(text(value))"
    case .remove(let path):
      return "\(name(path)): \(text(recorded.part(path))) was recorded, now nothing"
    case .splice(let path, let index, let count, let values):
      let there = recorded.part(path).flatMap { value -> [JSONValue]? in
        guard case .array(let elements) = value else { return nil }
        return Array(elements[index..<index + count])
      }
      return
        "\(name(path)) from \(index): \(text(.array(there ?? []))) was recorded, now \(text(.array(values)))"
    }
  }
}

extension String {
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}

extension JSONValue {
  fileprivate func part(_ path: [JSONDifference.Step]) -> JSONValue? {
    path.reduce(self) { value, step in
      switch (value, step) {
      case (.object(let members)?, .key(let key)): members[key]
      case (.array(let elements)?, .index(let index)) where elements.indices.contains(index):
        elements[index]
      default: nil
      }
    }
  }
}
