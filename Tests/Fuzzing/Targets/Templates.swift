import CairnViews

@testable import CairnChrome

/// A template of the chrome. The first byte selects which.
struct Templates: FuzzTarget {
  static let name = "template"
  static let maximumLength = 1024

  func run(_ bytes: [UInt8]) {
    let names = TemplateName.allCases
    guard let first = bytes.first, let text = String(validating: bytes.dropFirst(), as: UTF8.self)
    else { return }
    let name = names[Int(first) % names.count]
    // An error page only requires two slots. The other templates get all required slots.
    let required = name.required.map { "{{{\($0.rawValue)}}}" }.joined()
    for text in [text, required + text] {
      guard let template = try? Template(name, text: text, file: "fuzzed") else { continue }
      var slots: Set<Chrome.Slot> = []
      var isBytes = false
      var size = 0
      for piece in template.pieces {
        switch piece {
        case .slot(let slot):
          slots.insert(slot)
          isBytes = false
        case .bytes(let bytes):
          require(!isBytes && !bytes.isEmpty, "a piece of text is empty, or follows another one")
          size += bytes.count
          isBytes = true
        }
      }
      require(size <= text.utf8.count, "the template is longer than its text")
      require(slots.isSubset(of: name.required + name.optional), "the template has an unknown slot")
      require(slots.isSuperset(of: name.required), "the template lacks a slot")
      if !text.contains("{{") {
        require(
          template.pieces == (text.isEmpty ? [] : [.bytes(Array(text.utf8))]),
          "plain text is changed")
      }
    }
  }
}
