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
  package init(files: [String: [UInt8]], directories: [URL]) throws(TemplateError) {
    var templates: [TemplateName: Template] = [:]
    for name in TemplateName.allCases {
      templates[name] = try Self.load(name, files: files, directories: directories)
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

  private static func load(
    _ name: TemplateName, files: [String: [UInt8]], directories: [URL]
  ) throws(TemplateError) -> Template {
    for directory in directories.reversed() {
      let file = directory.appendingPathComponent(name.fileName, isDirectory: false)
      guard FileManager.default.fileExists(atPath: file.path) else { continue }
      guard let data = try? Data(contentsOf: file) else {
        throw TemplateError(file: file.path, reason: .unreadable)
      }
      return try template(name, data, file: file.path)
    }
    guard let bytes = files[name.fileName] else {
      throw TemplateError(
        file: name.fileName, reason: .notFound(directories: directories.map(\.path)))
    }
    return try template(name, bytes, file: name.fileName)
  }

  private static func template(
    _ name: TemplateName, _ bytes: some Sequence<UInt8>, file: String
  ) throws(TemplateError) -> Template {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw TemplateError(file: file, reason: .unreadable)
    }
    return try Template(name, text: text, file: file)
  }
}
