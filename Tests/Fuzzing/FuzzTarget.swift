import Foundation

/// A parser of untrusted bytes, and conditions that must hold for its result.
protocol FuzzTarget: SendableMetatype {
  static var name: String { get }
  /// The maximum length of an input in bytes.
  static var maximumLength: Int { get }
  /// Returns generated inputs to start with, such as signed data and Cairn's own formats.
  static func seeds() throws -> [[UInt8]]
  init() throws
  /// Reads the bytes, and checks the conditions.
  func run(_ bytes: [UInt8])
}

extension FuzzTarget {
  static var maximumLength: Int { 512 }
  static func seeds() -> [[UInt8]] { [] }
}

/// All targets.
let fuzzTargets: [any FuzzTarget.Type] = [
  RequestTargets.self, Cookies.self, Forwardings.self, Origins.self, Encodings.self, Forms.self,
  URLEncodedForms.self, PageTokens.self, Routes.self, Snapshots.self, Templates.self,
  Journals.self,
]

extension Sequence<UInt8> {
  /// The text of a header field. Invalid UTF-8 is repaired.
  var text: String { String(decoding: Array(self), as: UTF8.self) }

  /// The bytes with ASCII letters in lowercase.
  var lowercased: [UInt8] { map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 } }
}

extension [UInt8] {
  /// The lines between line feeds.
  var lines: [[UInt8]] {
    split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
  }

  /// The percent-decoded bytes, or `nil` if they're malformed.
  var percentDecoded: [UInt8]? {
    var result: [UInt8] = []
    var rest = self[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        result.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, digits.allSatisfy({ isxdigit(CInt($0)) != 0 }),
        let value = UInt8(digits.text, radix: 16)
      else { return nil }
      result.append(value)
      rest = rest.dropFirst(2)
    }
    return result
  }

  /// The text with every byte percent-encoded.
  var percentEncoded: String {
    map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

extension String {
  /// Returns whether both have the same bytes.
  func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
