package import CairnApplications
package import CairnDependencies
import CairnFeatures
import CairnReducers
import CairnScreens
import CairnTexts
import CairnViews
import CustomDump
import Foundation

/// A replay of a journal on the current version of an application, which compares the results.
///
/// The replay writes the recorded fields and presses the recorded buttons. Effects and tasks don't start, because
/// their results are in the journal. Each form starts with its recorded state, so a difference is reported only
/// once, at the form that causes it.
package struct Replay {
  /// A form with a different result.
  package struct Difference: Equatable {
    /// The line of the journal.
    let line: Int
    let what: String
    /// The differences, one per line.
    let details: [String]
  }

  /// The results of a replay.
  package struct Report: Equatable {
    /// The number of forms that were replayed.
    var forms = 0
    /// The number of changes by effects, which were copied from the journal.
    var taken = 0
    /// The number of forms with a password or a file. They weren't replayed, and their results were copied.
    var secret = 0
    package var differences: [Difference] = []

    package var text: String {
      var text = ""
      for difference in differences {
        text += "line \(difference.line): \(difference.what)\n"
        for detail in difference.details { text += "    \(detail)\n" }
      }
      let counts =
        "\(forms) form\(forms == 1 ? "" : "s") replayed, \(taken) change\(taken == 1 ? "" : "s") of "
        + "effects taken from the journal"
        + (secret == 0
          ? "" : ", \(secret) form\(secret == 1 ? "" : "s") with a password or a file skipped")
      let count = differences.count
      text +=
        count == 0
        ? "\(counts): no differences.\n"
        : "\(counts): \(count) difference\(count == 1 ? "" : "s").\n"
      return text
    }
  }

  private let journal: Journal
  private let states: [JSONValue]
  private let redrawn = RedrawnValues()

  /// Returns the dependencies for an application in a replay.
  package static func dependencies(
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

  /// Decodes the states of a journal.
  /// - Throws: ``JournalError`` if a change doesn't fit the state before it.
  package init(_ journal: Journal) throws(JournalError) {
    self.journal = journal
    states = try journal.states()
  }

  /// Returns dependencies for the replayed application, which repeat the recorded random values and times.
  package func redrawing(_ dependencies: DependencyValues) -> DependencyValues {
    redrawn.redrawing(dependencies)
  }

  /// Replays the journal. Call this method under the scene's lock.
  /// - Parameter page: A page that was created with ``redrawing(_:)``, and whose stores don't start effects.
  /// - Throws: ``JournalError`` if the journal belongs to another application, or if one of its states can't be
  ///   decoded anymore.
  package func run(on page: ScenePage) throws(JournalError) -> Report {
    try checkStores(of: page)
    var report = Report()
    try become(states[0], at: 1, page)
    var index = 0
    while index < journal.entries.count {
      let entry = journal.entries[index]
      var end = index + 1
      if entry.kind == .form || entry.kind == .back {
        while end < journal.entries.count, journal.entries[end].isOwn == true { end += 1 }
        if entry.form?.fields.contains(where: { $0.value == nil }) == true {
          // The journal doesn't contain passwords and files.
          report.secret += 1
          try become(states[end], at: end + 1, page)
        } else {
          try run(entry, at: index, until: end, on: page, &report)
        }
      } else {
        if entry.changes != nil { report.taken += 1 }
        try become(states[end], at: end + 1, page)
      }
      index = end
    }
    return report
  }

  private func checkStores(of page: ScenePage) throws(JournalError) {
    let heads = page.storeHeads
    guard heads != journal.head.stores else { return }
    func list(_ stores: [StoreHead]) -> String {
      stores.isEmpty ? "none" : stores.map(\.state).joined(separator: ", ")
    }
    throw JournalError(
      "It was recorded with other stores (\(list(journal.head.stores))). Now there are: \(list(heads))."
    )
  }

  /// Replays a form, and records differences from its recorded result.
  private func run(
    _ entry: Journal.Entry, at index: Int, until end: Int, on page: ScenePage,
    _ report: inout Report
  ) throws(JournalError) {
    redrawn.values = entry.drawn ?? Journal.Drawn()
    let problem = perform(entry, on: page)
    report.forms += 1
    let actual = (recordedValues(of: page), page.encodedStates(isSnapshot: false))
    try become(states[end], at: end + 1, page)
    if problem != nil || !areEqual(actual.0, recordedValues(of: page)) {
      let expected = page.encodedStates(isSnapshot: false)
      note(expected, actual.1, index, problem, in: &report)
    }
  }

  /// Returns the states of the page's parts without the values that their encodings leave out, such as flags of running
  /// effects. The journal doesn't contain these values.
  private func recordedValues(of page: ScenePage) -> [Any] {
    guard case .array(let encoded) = page.encodedStates() else { return page.values }
    return zip(page.values, encoded).enumerated().map { index, part in
      part.1 == .null ? part.0 : page.decodedState(part.1, of: index) ?? part.0
    }
  }

  /// Restores a state of the journal, and performs the updates that follow from it.
  private func become(
    _ state: JSONValue, at line: Int, _ page: ScenePage
  ) throws(JournalError) {
    // The state is restored even if its encoding is equal, because the page can have values that aren't encoded. Models
    // that appear for the first time can write during their activation. The journal includes these writes, so the state
    // is restored again.
    var attempts = 0
    repeat {
      guard page.restore(encoded: state) else {
        throw JournalError(
          "The state of line \(line) can't be decoded, because its type has changed.")
      }
      _ = page.update()
      _ = page.collect([])
      attempts += 1
    } while attempts < 4 && page.encodedStates() != state
  }

  /// Performs the recorded steps of a form.
  ///
  /// - Returns: A description of the problem if a step isn't possible, or `nil` on success.
  private func perform(_ entry: Journal.Entry, on page: ScenePage) -> String? {
    if let layer = entry.layer.flatMap({ UInt64($0, radix: 16) }) {
      let collected = page.collect([])
      return redrawn.handling { collected.dismiss(downTo: layer) }
        ? nil : "the page that the user went back to doesn't exist"
    }
    let form = entry.form ?? RecordedForm()
    let tap = form.tap.flatMap { Hex.parse($0) }
    let ids = form.fields.map { Hex.parse($0.id) ?? 0 }
    let wanted = Set(ids + [tap].compactMap(\.self))
    var collected = page.collect(wanted)
    for (id, field) in zip(ids, form.fields) {
      guard let handler = collected.fields[id] else {
        return "a field with “\((field.value ?? "").prefix(60))” doesn't exist"
      }
      let value = field.value ?? ""
      if case .refused(let message) = redrawn.handling({ handler.write(value) }) {
        return "“\(value.prefix(60))” was rejected: \(Texts.english[message])"
      }
    }
    guard let tap else { return nil }
    if !ids.isEmpty { collected = page.collect(wanted) }
    guard let handler = collected.taps[tap] else { return "the button doesn't exist" }
    guard !handler.isDisabled else { return "the button is disabled" }
    redrawn.handling { handler.action() }
    return nil
  }

  /// Whether states are equal. States that aren't `Equatable` are compared in their printed form.
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
  /// Returns a description of the recorded and the current value.
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
