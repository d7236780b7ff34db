package import CairnViews
package import Foundation

/// All templates, parsed.
package struct Templates: Sendable {
  private let templates: [TemplateName: Template]

  /// Reads the templates.
  ///
  /// Each template is read from the last folder that contains its file. If there is no such folder, the package's own
  /// template is used.
  ///
  /// - Parameters:
  ///   - files: The package's own templates, by the names of their files.
  ///   - directories: The application's folders. Later folders override earlier ones.
  ///   - publicURL: Returns the URL of a public file, or `nil` if there is no such file.
  package init(
    files: [String: [UInt8]], directories: [URL], publicURL: (String) -> String?
  ) throws(TemplateError) {
    var templates: [TemplateName: Template] = [:]
    for name in TemplateName.allCases {
      let source = try Self.source(of: name, files: files, directories: directories)
      templates[name] = try Template(
        name, text: source.text, file: source.file, publicURL: publicURL)
    }
    self.templates = templates
  }

  package subscript(_ name: TemplateName) -> [Chrome.Piece] { templates[name]?.pieces ?? [] }

  /// The markup around the views.
  package var chrome: Chrome {
    Chrome(
      page: self[.page], bar: self[.bar], screen: self[.screen], sheet: self[.sheet],
      popover: self[.popover], cover: self[.cover], alert: self[.alert],
      confirmation: self[.confirmation])
  }

  /// Returns the text of a template, and the name of its file for errors.
  private static func source(
    of name: TemplateName, files: [String: [UInt8]], directories: [URL]
  ) throws(TemplateError) -> (text: String, file: String) {
    for directory in directories.reversed() {
      let file = directory.appendingPathComponent(name.fileName, isDirectory: false)
      guard FileManager.default.fileExists(atPath: file.path) else { continue }
      guard let data = try? Data(contentsOf: file) else {
        throw TemplateError(file: file.path, reason: .unreadable)
      }
      return (try text(data, file: file.path), file.path)
    }
    guard let bytes = files[name.fileName] else {
      throw TemplateError(
        file: name.fileName, reason: .notFound(directories: directories.map(\.path)))
    }
    return (try text(bytes, file: name.fileName), name.fileName)
  }

  private static func text(
    _ bytes: some Sequence<UInt8>, file: String
  ) throws(TemplateError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw TemplateError(file: file, reason: .unreadable)
    }
    return text
  }
}
