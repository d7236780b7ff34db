import Foundation
import Testing

@testable import CairnViews

@Suite struct IconTests {
  private static let use = "<use href=\"/public/icons.svg#trash\"></use></svg>"

  @Test func `An icon is a reference to a symbol in a file`() {
    #expect(
      content(Image(icon: .trash))
        == "<svg class=\"symbol\" aria-hidden=\"true\" width=\"20\" height=\"20\">\(Self.use)")
    #expect(
      content(Image(icon: .trash, alt: "Delete \"it\""))
        == """
        <svg class="symbol" role="img" aria-label="Delete &quot;it&quot;" width="20" height="20">\
        \(Self.use)
        """)
    #expect(content(Image(icon: .arrowForward)).hasPrefix("<svg class=\"symbol directional\""))
  }

  @Test func `Labels and buttons have icons that screen readers don't announce`() {
    let label = content(Label("Delete", icon: .trash))
    #expect(
      label.hasPrefix("<span class=\"label\"><span class=\"icon\" aria-hidden=\"true\"><svg "))
    #expect(label.hasSuffix("\(Self.use)</span>Delete</span>"))
    let button = content(Button("Delete", icon: .trash, role: .destructive) {})
    #expect(button.hasPrefix("<button class=\"destructive\" name=\"~tap\""))
    #expect(button.contains(label))
  }

  @Test func `An application's icon is in its own file`() {
    #expect(
      content(Image(icon: Icon("a\"b", file: "my icons.svg")))
        .contains("<use href=\"/public/my%20icons.svg#a&quot;b\">"))
  }

  @Test func `A changed row with an icon has unchanged parts`() throws {
    let row = Array(
      "<li class=\"row\">\(content(Image(icon: .trash)))<p class=\"text\">A</p></li>".utf8)
    try row.withUnsafeBytes { bytes in
      let outline = try #require(MarkupOutline(bytes))
      #expect(outline.children.count == 2)
    }
  }

  @Test func `The file has exactly the declared icons`() throws {
    let file = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Public/icons.svg"), encoding: .utf8)
    let ids = file.matches(of: /<symbol id="([a-z-]+)" viewBox="0 0 24 24"/).map { String($0.1) }
    #expect(ids.count == file.ranges(of: "<symbol").count)
    #expect(ids.sorted() == Icon.all.map(\.name).sorted())
    #expect(Icon.all.allSatisfy { $0.file == "icons.svg" })
  }
}
