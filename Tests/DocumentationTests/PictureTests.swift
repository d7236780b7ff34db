import Foundation
import Testing

/// The pictures in the articles, which `scripts/pictures` takes.
@Suite struct PictureTests {
  /// The articles that show what their code looks like in a browser.
  private static let articles = [
    "Alerts", "Errors", "Files", "FirstApp", "Forms", "LivePages", "Looks", "Models", "Navigation",
    "Recording", "Screens", "Views",
  ]

  private static let folder = "Sources/Cairn/Cairn.docc/Resources"

  /// The pictures of an article, without the ones in its code.
  private static func pictures(in text: String) -> [(description: String, name: String)] {
    text.replacing(/(?ms)^```.*?^```/, with: "").replacing(/`[^`\n]*`/, with: "")
      .matches(of: /!\[([^\]]*)\]\(([^)]*)\)/).map { (String($0.1), String($0.2)) }
  }

  @Test func `Pictures in code don't count`() {
    let text = """
      Write `![Not this](one)`.

      ```markdown
      ![Nor this](one)
      ```

      ![A sheet](sheet)
      ![](alert)
      """
    let pictures = Self.pictures(in: text)
    #expect(pictures.map(\.description) == ["A sheet", ""])
    #expect(pictures.map(\.name) == ["sheet", "alert"])
  }

  @Test(arguments: articles)
  func `Each article about views has a picture`(article: String) throws {
    let page = try Page("Sources/Cairn/Cairn.docc/\(article).md")
    #expect(!Self.pictures(in: page.text).isEmpty)
  }

  @Test(arguments: try Page.articles)
  func `Each picture has a description, and files for light and dark mode`(page: Page) {
    for (description, name) in Self.pictures(in: page.text) {
      #expect(description.contains(" "), "the picture '\(name)' has no description")
      for file in ["\(name)@2x.png", "\(name)~dark@2x.png"] {
        let path = Page.url("\(Self.folder)/\(file)").path
        #expect(FileManager.default.fileExists(atPath: path), "there's no file '\(file)'")
      }
    }
  }

  @Test func `Each file is a picture of an article`() throws {
    let names = Set(try Page.articles.flatMap { Self.pictures(in: $0.text).map(\.name) })
    for file in try FileManager.default.contentsOfDirectory(atPath: Page.url(Self.folder).path) {
      let name = file.replacing(/(~dark)?@2x\.png$/, with: "")
      #expect(names.contains(name), "no article shows '\(file)'")
    }
  }
}
