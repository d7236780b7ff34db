public import CairnTexts
import Testing

@testable import CairnViews

extension UserText: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self = .verbatim(text) }
}

/// The content of a screen that shows `view`, without the surrounding markup.
func content(_ view: some View, drafts: [UInt64: Draft] = [:]) -> String {
  let page = page(view, PageContext(drafts: drafts))
  let start = page.range(after: "<main class=\"content\">")
  return page[start...].components(before: "</main>")
}

/// The complete page of `view`.
func page(_ view: some View, _ context: PageContext = PageContext()) -> String {
  renderPage(view, context).bytes.string
}

/// The layers of the page of `view`, without the head.
func layers(_ view: some View, _ context: PageContext = PageContext()) -> String {
  let page = page(view, context)
  return page[page.range(after: "<body>\n")...].components(before: "</body>")
}

/// The IDs of the buttons with the given label, in page order.
func taps(_ name: String, in html: String) -> [UInt64] {
  html.split(separator: "<button").compactMap { button -> UInt64? in
    guard button.contains(">" + name + "</button>") || button.contains("aria-label=\"\(name)\"")
    else { return nil }
    guard let value = button.text(between: "name=\"~tap\" value=\"", and: "\"") else { return nil }
    return Hex.parse(value)
  }
}

/// The names of the fields of a page, in page order.
func fieldNames(in html: String) -> [FieldName] {
  html.split(separator: " name=\"").compactMap { FieldName.parse($0.prefix { $0 != "\"" }) }
}

/// Submits `value` to the only field of `view`.
func submit(_ value: String, to view: some View) -> FieldVerdict? {
  let names = fieldNames(in: page(view))
  guard let name = names.last else { return nil }
  return collect(view, wanted: [name.id]).fields[name.id]?.write(value)
}

/// Taps the only button with the given label, as a browser would.
func tap(_ name: String, in view: some View, sourceLocation: SourceLocation = #_sourceLocation)
  throws
{
  let id = try #require(
    taps(name, in: page(view)).last, "No button \(name)", sourceLocation: sourceLocation)
  let handler = try #require(
    collect(view, wanted: [id]).taps[id], "No handler of \(name)", sourceLocation: sourceLocation)
  #expect(!handler.isDisabled, sourceLocation: sourceLocation)
  handler.action()
}

/// A value for a binding.
final class Box<Value> {
  var value: Value
  init(_ value: Value) { self.value = value }

  var binding: Binding<Value> { Binding(get: { self.value }, set: { self.value = $0 }) }
}

extension StringProtocol {
  func range(after text: String) -> Index {
    var index = startIndex
    while index < endIndex {
      if self[index...].hasPrefix(text) { return self.index(index, offsetBy: text.count) }
      index = self.index(after: index)
    }
    return endIndex
  }

  func components(before text: String) -> String {
    var index = startIndex
    while index < endIndex, !self[index...].hasPrefix(text) { index = self.index(after: index) }
    return String(self[..<index])
  }

  func text(between start: String, and end: String) -> String? {
    let first = range(after: start)
    guard first < endIndex else { return nil }
    return self[first...].components(before: end)
  }
}
