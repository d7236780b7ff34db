import Cairn

/// A sample of the catalog with its code next to it, or below it in a narrow window.
///
/// The code is what the closure contains, and the views of the same file that it uses. It's in ``CatalogSources``, which
/// `scripts/catalog` writes.
struct Sample<Content: View>: View {
  private let title: String
  private let code: String
  private let content: Content

  /// Creates a sample.
  /// - Parameters:
  ///   - title: The heading, which is unique on its page.
  ///   - file: The file that contains the code.
  ///   - content: The views.
  init(_ title: String, file: String = #fileID, @ViewBuilder content: () -> Content) {
    self.title = title
    code = CatalogSources.code(of: title, in: file)
    self.content = content()
  }

  var body: some View {
    Section(title) {
      LazyVGrid(columns: [GridItem(.adaptive(minimum: 320))]) {
        VStack { content }
        SampleCode(title: title, code: code)
      }
    }
  }
}

/// Code that scrolls in itself, with the mouse and with the keyboard.
private struct SampleCode: View {
  let title: String
  let code: String

  var body: some View {
    Element("div", .class("markdown subheadline")) {
      Element(
        "pre", .attribute("tabindex", "0"), .attribute("role", "group"),
        .attribute("aria-label", "Code of \(title)"), .attribute("dir", "ltr"),
        .attribute("translate", "no")
      ) {
        Text(verbatim: code)
      }
    }
  }
}

extension CatalogSources {
  /// Returns the code of a sample, or an empty text if there is none.
  /// - Parameters:
  ///   - title: The title of the sample.
  ///   - file: The file's ID, such as `Gallery/FieldsCatalogView.swift`.
  static func code(of title: String, in file: String) -> String {
    let name = file.split(separator: "/").last ?? ""
    return all["\(name): \(title)"] ?? ""
  }
}
