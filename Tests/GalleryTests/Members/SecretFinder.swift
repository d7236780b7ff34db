import Foundation
import Glibc

/// Finds a text in data, in the forms in which files, logs, and pages could contain it.
struct SecretFinder {
  /// A form of a text.
  enum Form: CaseIterable {
    case plain
    /// In a string of JSON, with or without escaped slashes.
    case json
    /// In a URL or a form, with a space as `%20` or `+`.
    case percent
    /// At any position in Base64, with either alphabet.
    case base64
    /// In markup.
    case html
  }

  let text: String

  /// Returns the forms in which data contains the text.
  func forms(in data: Data) -> [Form] {
    Form.allCases.filter { form in patterns(of: form).contains { Self.isPart($0, of: data) } }
  }

  private func patterns(of form: Form) -> [Data] {
    let texts: [String] =
      switch form {
      case .plain: [text]
      case .json: json
      case .percent: percentEncoded
      case .base64: base64
      case .html:
        [
          text.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
            .replacing("<", with: "&lt;")
        ]
      }
    return texts.map { Data($0.utf8) }
  }

  /// Returns whether data contains a pattern. It's faster than `Data.range(of:)`, because the files have megabytes.
  private static func isPart(_ pattern: Data, of data: Data) -> Bool {
    data.withUnsafeBytes { data in
      pattern.withUnsafeBytes { pattern in
        guard let first = pattern.first, let start = pattern.baseAddress else { return false }
        var rest = data[...]
        while rest.count >= pattern.count,
          let bytes = UnsafeRawBufferPointer(rebasing: rest).baseAddress,
          let found = memchr(bytes, Int32(first), rest.count - pattern.count + 1)
        {
          if memcmp(found, start, pattern.count) == 0 { return true }
          rest = rest.dropFirst(bytes.distance(to: found) + 1)
        }
        return false
      }
    }
  }

  private var json: [String] {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    let slashes = [escaped, escaped.replacing("/", with: "\\/")]
    return slashes
      + slashes.map { text in
        text.unicodeScalars.map { scalar in
          if scalar.isASCII { return String(scalar) }
          return scalar.utf16.map { "\\u" + Self.hex($0, digits: 4) }.joined()
        }.joined()
      }
  }

  private var percentEncoded: [String] {
    let unreserved = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    let sets = [
      unreserved, unreserved.union(CharacterSet(charactersIn: "/")), .urlPathAllowed,
      .urlQueryAllowed,
    ]
    let texts = sets.compactMap { text.addingPercentEncoding(withAllowedCharacters: $0) }
    let spaces = texts + texts.map { $0.replacing("%20", with: "+") }
    return spaces + spaces.map { $0.replacing(/%[0-9A-F]{2}/) { $0.output.lowercased() } }
  }

  /// The characters that don't depend on what's before and after the text, for each position.
  private var base64: [String] {
    let texts = (0..<3).map { offset in
      let bytes = Array(repeating: 0, count: offset) + Array(text.utf8)
      let encoded = Data(bytes).base64EncodedString()
      let (first, last) = ([0, 2, 3][offset], [0, 3, 2][bytes.count % 3])
      return String(encoded.dropFirst(first).dropLast(last))
    }
    return texts + texts.map { $0.replacing("+", with: "-").replacing("/", with: "_") }
  }

  private static func hex(_ value: UInt16, digits: Int) -> String {
    let hex = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - hex.count)) + hex
  }
}
