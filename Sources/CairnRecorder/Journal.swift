import CairnApplications
import Foundation

/// A recording of a scene, which consists of an initial state and the entries after it.
///
/// Each entry contains the changes that it made to the state. A journal is written as lines of JSON, and its head is
/// the first line.
package struct Journal {
  /// The first line of a journal.
  package struct Head: Codable {
    /// The version of the format.
    var cairn = 1
    /// The path at which the application is mounted.
    package let mount: String
    /// The type of the application, including its module.
    let application: String
    /// The date at which the recording began.
    let date: Date
    /// The scene's initial location, relative to the root of its application.
    let location: String
    /// The stores, in the order of the application.
    let stores: [StoreHead]
    /// The initial states of the stores, in the same order. If a state isn't `Codable`, it's null.
    var states: JSONValue
    /// The number of entries that have been removed from the start of the journal.
    var forgotten = 0
  }

  /// An event in the scene.
  struct Entry: Codable {
    enum Kind: String, Codable {
      /// A form was submitted, so fields were written and a button was pressed.
      case form
      /// The user went back, so the layers above a page were dismissed.
      case back
      /// A reducer processed an action.
      case action
      /// The state was changed without an action.
      case write
      /// A model sent an event.
      case event
    }

    let kind: Kind
    /// The time in seconds since the journal's date.
    let time: Double
    /// The index of the store.
    var store: Int?
    /// An action as Swift source.
    var swift: String?
    /// An event, or an action that can't be written as Swift source, in printed form.
    var text: String?
    /// The contents of a submitted form.
    var form: RecordedForm?
    /// The layer that the user went back to.
    var layer: String?
    /// The sender of an event.
    var sender: String?
    /// The UUIDs, dates, and random numbers that reducers and models used.
    var drawn: Drawn?
    /// The changes to the states.
    var changes: JSONDifference?
    /// Whether the entry is a direct result of the preceding form or back navigation, and not of an effect.
    var isOwn: Bool?

    /// An action or an event in one line.
    var summary: String? {
      (swift ?? text).map { text in
        let line = text.split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " } }
          .joined(separator: " ")
        return line.count > 200 ? line.prefix(200) + "…" : line
      }
    }
  }

  /// Values that differ each time.
  struct Drawn: Codable, Equatable {
    var uuids: [UUID]?
    var dates: [Date]?
    var numbers: [UInt64]?

    var isEmpty: Bool { self == Drawn() }
  }

  package var head: Head
  var entries: [Entry]

  /// Returns the initial states, followed by the states after each entry.
  /// - Throws: ``JournalError`` if a change doesn't fit the state before it.
  func states() throws(JournalError) -> [JSONValue] {
    var states = [head.states]
    var state = head.states
    for (index, entry) in entries.enumerated() {
      do {
        try entry.changes?.apply(to: &state)
      } catch {
        throw JournalError("Line \(index + 2) changes something that doesn't exist.")
      }
      states.append(state)
    }
    return states
  }
}

/// An error that explains in one line why a journal can't be used.
package struct JournalError: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

// MARK: - As text

extension Journal {
  static let mediaType = "application/jsonl"

  static func line(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try Array(encoder.encode(value)) + [UInt8(ascii: "\n")]
  }

  /// Returns the contents of the journal's file.
  func bytes() throws -> [UInt8] {
    try entries.reduce(into: Self.line(head)) { $0 += try Self.line($1) }
  }

  private struct Version: Decodable {
    let cairn: Int
  }

  /// Parses a journal.
  /// - Throws: ``JournalError`` with the number of the line that can't be parsed.
  package init(bytes: [UInt8]) throws(JournalError) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    let decoder = JSONDecoder()
    func read<Value: Decodable>(_ type: Value.Type, _ number: Int) throws(JournalError) -> Value {
      do {
        return try decoder.decode(type, from: Data(lines[number]))
      } catch {
        throw JournalError("Line \(number + 1) isn't a valid part of a journal.")
      }
    }
    guard !lines.isEmpty else { throw JournalError("The file is empty, so it isn't a journal.") }
    let version = try read(Version.self, 0).cairn
    guard version == 1 else {
      throw JournalError("The journal has version \(version), which isn't supported.")
    }
    head = try read(Head.self, 0)
    entries = []
    for number in lines.indices.dropFirst() {
      entries.append(try read(Entry.self, number))
    }
  }
}
