import CairnTexts
import Foundation

extension Mount {
  /// Returns a line for each translation that the application's string catalog lacks, and for each of its keys that the
  /// sources don't contain.
  /// - Parameter sources: Folders with Swift sources. Without folders, unused keys aren't determined.
  /// - Throws: An error in the catalog, or an error of the file system.
  package func stringFindings(sources: [String]) throws -> [String] {
    if let catalogError { throw catalogError }
    guard let strings = localization.strings else { return [] }
    let missing = strings.missingTranslations(in: localization.languages)
    var findings = missing.map { "\($0) is missing" }
    let files = try sources.flatMap { try Self.sources(below: $0) }
    if !files.isEmpty { findings += strings.unusedKeys(in: files).map { "\"\($0)\" is unused" } }
    return findings
  }

  /// Returns the contents of the Swift files below a folder, or of one file.
  private static func sources(below path: String) throws -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: path])
    }
    guard isFolder.boolValue else { return [try String(contentsOfFile: path, encoding: .utf8)] }
    return try FileManager.default.subpathsOfDirectory(atPath: path)
      .filter { $0.hasSuffix(".swift") }.sorted()
      .map { try String(contentsOfFile: "\(path)/\($0)", encoding: .utf8) }
  }
}
