package import CairnDependencies
import Foundation
import Synchronization

/// The texts that a user typed into the secure fields of a scene.
///
/// A ``Secret`` is never stored. This list is for applications that copy the text of a secret to an ordinary string. In
/// JSON, a string that equals one of these texts is written as an empty string. The value in memory isn't changed, so a
/// feature works as usual until its state is read from the store.
package final class SecretTexts: Sendable {
  private struct Entry {
    let text: String
    /// The text as a string in JSON.
    let json: [UInt8]
    /// The keys at which the state already had an equal text that isn't a secret.
    let otherKeys: Set<[UInt8]>
  }

  /// The maximum number of texts. If there are more, the oldest is removed.
  ///
  /// The limit is larger than the number of steps in an undo history, because each step may contain another
  /// text.
  private static let limit = 256
  /// The minimum size in bytes for matching a text inside other text. Shorter texts may be parts of any word.
  private static let shortest = 6

  private let entries = Mutex<[Entry]>([])

  package init() {}

  /// Adds a text that is about to be written to the field's binding.
  /// - Parameter states: Returns the states before the write, as JSON. A name that equals the password isn't
  ///   redacted.
  package func add(_ secret: Secret, existing states: () -> [[UInt8]]) {
    let text = secret.reveal()
    guard !text.isEmpty else { return }
    let isKnown = entries.withLock { entries in
      guard let index = entries.firstIndex(where: { $0.text.utf8.elementsEqual(text.utf8) })
      else { return false }
      entries.append(entries.remove(at: index))
      return true
    }
    guard !isKnown else { return }
    let json = Self.json(text)
    var otherKeys: Set<[UInt8]> = []
    for state in states() {
      JSONStrings.forEach(in: state) { value, key in
        if state[value].elementsEqual(json) { otherKeys.insert(Array(state[key])) }
      }
    }
    entries.withLock { entries in
      entries.append(Entry(text: text, json: json, otherKeys: otherKeys))
      if entries.count > Self.limit { entries.removeFirst() }
    }
  }

  /// Returns the JSON with an empty string for each secret, or `nil` if it contains no secrets.
  ///
  /// Keys of objects aren't changed, because a key may be the name of a property. A string that only contains a
  /// secret isn't changed either.
  /// - Parameters:
  ///   - json: The JSON.
  ///   - key: The key of the JSON itself, if it's one of several values.
  package func redacted(json: [UInt8], at key: String? = nil) -> [UInt8]? {
    let entries = entries.withLock { $0 }
    guard !entries.isEmpty else { return nil }
    let outerKey = key.map { Self.json($0) } ?? []
    var result: [UInt8] = []
    var end = 0
    JSONStrings.forEach(in: json) { value, key in
      let isSecret = entries.contains { entry in
        entry.json.count == value.count && json[value].elementsEqual(entry.json)
          && !entry.otherKeys.contains(key.isEmpty ? outerKey : Array(json[key]))
      }
      guard isSecret else { return }
      result += json[end..<value.lowerBound]
      result += [UInt8(ascii: "\""), UInt8(ascii: "\"")]
      end = value.upperBound
    }
    return end == 0 ? nil : result + json[end...]
  }

  /// Returns a text as a string in JSON.
  package static func json(_ text: String) -> [UInt8] {
    // Encoding a string doesn't fail.
    (try? Array(JSONEncoder().encode(text))) ?? []
  }

  /// Returns whether a dump of a value contains a secret.
  package func isContained(in text: String) -> Bool {
    entries.withLock { $0 }.contains { text.contains(Self.needle($0.text)) }
  }

  /// Returns a dump of values with its secrets replaced with dots.
  package func redacted(_ text: String) -> String {
    entries.withLock { $0 }.reduce(text) { text, entry in
      let needle = Self.needle(entry.text)
      return text.replacing(needle, with: needle == entry.text ? "•••" : "\"•••\"")
    }
  }

  private static func needle(_ text: String) -> String {
    text.utf8.count < shortest ? "\"\(text)\"" : text
  }
}

extension SecretTexts {
  /// The secret texts of the current scene.
  package static var current: SecretTexts { DependencyValues._current.secretTexts }
}

extension DependencyValues {
  /// The texts that were typed into the secure fields of a scene.
  package var secretTexts: SecretTexts {
    get { self[SecretTextsKey.self] }
    set { self[SecretTextsKey.self] = newValue }
  }

  private enum SecretTextsKey: DependencyKey {
    // Outside a scene, it's empty.
    static let liveValue = SecretTexts()
    static let testValue = SecretTexts()
  }
}

/// Finds the strings of a JSON text without decoding it.
private enum JSONStrings {
  /// Calls a closure for each string that is a value.
  ///
  /// It passes the ranges of the value and of the last key before it. Both ranges include the quotes.
  static func forEach(in json: [UInt8], _ body: (_ value: Range<Int>, _ key: Range<Int>) -> Void) {
    let quote = UInt8(ascii: "\"")
    var key = 0..<0
    var index = 0
    while index < json.count {
      guard json[index] == quote else {
        index += 1
        continue
      }
      let start = index
      index += 1
      while index < json.count, json[index] != quote {
        index += json[index] == UInt8(ascii: "\\") ? 2 : 1
      }
      index = min(index + 1, json.count)
      if index < json.count, json[index] == UInt8(ascii: ":") {
        key = start..<index
      } else {
        body(start..<index, key)
      }
    }
  }
}
