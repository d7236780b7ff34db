import CairnChrome
import CairnPublic
import CairnSecurity
import CairnTemplates
import CairnViews
import Foundation
import Testing

@Suite final class ChromeTests {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("cairn-\(RandomToken.sceneID())", isDirectory: true)

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Creates a folder with templates. The text of each template contains the folder's name.
  func directory(_ name: String, _ names: [TemplateName] = TemplateName.allCases) throws -> URL {
    let directory = folder.appendingPathComponent(name, isDirectory: true)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    for template in names {
      let slots = template.required.map { "{{{\($0.rawValue)}}}" }.joined()
      try Data("\(name) \(template.rawValue) \(slots)".utf8)
        .write(to: directory.appendingPathComponent(template.fileName))
    }
    return directory
  }

  /// Reads templates, with the URLs of the package's public files.
  func templates(
    _ files: [String: [UInt8]] = [:], in directories: [URL]
  ) throws(TemplateError) -> Templates {
    try Templates(files: files, directories: directories) {
      CairnPublic.files[$0] == nil ? nil : "/public/1-\($0)"
    }
  }

  func text(_ pieces: [Chrome.Piece]) -> String {
    pieces.map { piece in
      if case .bytes(let bytes) = piece { String(decoding: bytes, as: UTF8.self) } else { "" }
    }.joined()
  }

  @Test func `Templates in later folders override those in earlier folders`() throws {
    let own = try directory("own")
    let application = try directory("application", [.bar, .error])
    let templates = try templates(in: [own, application])
    for name in TemplateName.allCases {
      let from = name == .bar || name == .error ? "application" : "own"
      #expect(text(templates[name]) == "\(from) \(name.rawValue) ")
    }
  }

  @Test func `The error for a missing template names its file`() throws {
    let directory = try directory("own", TemplateName.allCases.filter { $0 != .cover })
    let error = #expect(throws: TemplateError.self) {
      try templates(in: [directory])
    }
    #expect(
      error?.description == "cover.mustache: the template wasn't found in \(directory.path)")
  }

  @Test func `A mistake in an overriding template is found when templates are loaded`() throws {
    let own = try directory("own")
    let application = try directory("application", [])
    let file = application.appendingPathComponent("sheet.mustache")
    try Data("{{{nonsense}}}".utf8).write(to: file)
    let error = #expect(throws: TemplateError.self) {
      try templates(in: [own, application])
    }
    #expect(error?.file == file.path)
    try Data([0xff, 0xfe]).write(to: file)
    let unreadable = #expect(throws: TemplateError.self) {
      try templates(in: [own, application])
    }
    #expect(unreadable?.reason == .unreadable)
  }

  @Test func `The package's templates are valid`() throws {
    let templates = try templates(CairnTemplates.files, in: [])
    for name in TemplateName.allCases {
      #expect(templates[name].count > name.required.count)
    }
  }

  @Test func `An application's template replaces the package's template`() throws {
    let application = try directory("application", [.bar])
    let templates = try templates(CairnTemplates.files, in: [application])
    #expect(text(templates[.bar]) == "application bar ")
    #expect(!text(templates[.error]).hasPrefix("application"))
    #expect(text(templates[.error]).contains("href=\"/public/1-favicon.svg\""))
  }

  @Test func `The embedded files are the same as the files in the folders`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
    let modules = CairnPublic.modules.map { ("\($0).js", Array($1.utf8)) }
    let sources = CairnPublic.files.merging(modules) { _, module in module }
    // Files for editors and for checking types.
    let tools = ["tsconfig.json", "types.d.ts"]
    for (folder, files) in [("Public", sources), ("Templates", CairnTemplates.files)] {
      let directory = root.appending(path: folder)
      let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        .filter { !$0.hasSuffix(".swift") && !tools.contains($0) }
      #expect(Set(names) == Set(files.keys))
      for name in names {
        #expect(
          try Data(contentsOf: directory.appending(path: name)) == files[name].map { Data($0) })
      }
    }
  }
}
