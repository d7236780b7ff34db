import CairnApplications
import Foundation

/// What happened in a scene: a state to begin with, and one entry after the other, each with what it has
/// changed. It is written as lines of JSON, the head first.
package struct Journal {
  /// What a journal begins with.
  package struct Head: Codable {
    /// The version of the format.
    var cairn = 1
    /// Where the application is mounted.
    package let mount: String
    /// The type of the application, with its module.
    let application: String
    /// When the recording began.
    let date: Date
    /// The scene's location then, from the root of its application.
    let location: String
    /// The stores, in the order of the application.
    let stores: [StoreHead]
    /// What the stores' states were, in their order; of one that is not `Codable`, null.
    var states: JSONValue
    /// How many entries the journal had before those that are there.
    var forgotten = 0
  }

  /// Something that happened.
  struct Entry: Codable {
    enum Kind: String, Codable {
      /// A form was sent: fields were written, a button was pressed.
      case form
      /// What was presented above a page was dismissed, because the user went back to it.
      case back
      /// A reducer got an action.
      case action
      /// The state was changed without an action.
      case write
      /// A model sent an event.
      case event
    }

    let kind: Kind
    /// Seconds since the journal's date.
    let time: Double
    /// Which of the stores.
    var store: Int?
    /// An action as Swift writes it.
    var swift: String?
    /// An event, or an action that has no such form, as it prints.
    var text: String?
    /// What a form brought.
    var form: RecordedForm?
    /// The layer that was gone back to.
    var layer: String?
    /// Who sent an event.
    var sender: String?
    /// What the reducers and models that ran asked for that is different each time.
    var drawn: Drawn?
    /// How the states have changed.
    var changes: JSONDifference?
    /// Whether it is a part of the form, or of going back, before it: not what effects did.
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

  /// Values that are different each time.
  struct Drawn: Codable, Equatable {
    var uuids: [UUID]?
    var dates: [Date]?
    var numbers: [UInt64]?

    var isEmpty: Bool { self == Drawn() }
  }

  package var head: Head
  var entries: [Entry]

  /// The states after each of the entries; the first are those of the head.
  /// - Throws: ``JournalError`` where a change is of another state.
  func states() throws(JournalError) -> [JSONValue] {
    var states = [head.states]
    var state = head.states
    for (index, entry) in entries.enumerated() {
      do {
        try entry.changes?.apply(to: &state)
      } catch {
        throw JournalError("Line \(index + 2) changes something that is not there.")
      }
      states.append(state)
    }
    return states
  }
}

/// Why a journal can not be used, in one line.
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

  /// The journal as it is written to a file.
  func bytes() throws -> [UInt8] {
    try entries.reduce(into: Self.line(head)) { $0 += try Self.line($1) }
  }

  private struct Version: Decodable {
    let cairn: Int
  }

  /// Reads a journal.
  /// - Throws: ``JournalError`` with the line that can not be read.
  package init(bytes: [UInt8]) throws(JournalError) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    let decoder = JSONDecoder()
    func read<Value: Decodable>(_ type: Value.Type, _ number: Int) throws(JournalError) -> Value {
      do {
        return try decoder.decode(type, from: Data(lines[number]))
      } catch {
        throw JournalError("Line \(number + 1) can not be read as a part of a journal.")
      }
    }
    guard !lines.isEmpty else { throw JournalError("It is empty, and no journal.") }
    let version = try read(Version.self, 0).cairn
    guard version == 1 else {
      throw JournalError("It is a journal of another version, \(version), which can not be read.")
    }
    head = try read(Head.self, 0)
    entries = []
    for number in lines.indices.dropFirst() {
      entries.append(try read(Entry.self, number))
    }
  }
}
