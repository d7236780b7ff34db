import CairnBytes
public import Foundation

/// Files that are read once and served from memory. Each has its own name, and a hashed name that changes
/// with its content.
///
/// ```swift
/// let files = try StaticFiles(files: ours, directories: [applications], prefix: "/public")
/// files.url(for: "cairn.css")          // "/public/cairn.1a2b3c4d.css"
/// if let response = files.response(to: request) { return .now(response) }
/// ```
///
/// Imports of JavaScript modules, such as `from "./page.js"`, are rewritten to use the hashed names.
///
/// Browsers cache a file under its hashed name for a year. Under its own name, they revalidate it each
/// time. The hashed name of another version of a file leads to the current version, like the file's own name. During a
/// deployment, a page of one version can therefore request its files from a server with another version.
///
/// Files that are added later aren't served. The path of a request is only compared with names, and never used to
/// access the file system.
public struct StaticFiles: Sendable {
  private let filesByPath: [Bytewise: Entry]
  private let urlsByName: [String: String]
  private let prefix: String

  private struct Entry: Sendable {
    var file: StaticFile
    var isImmutable: Bool
  }

  /// Reads all files of the given directories and their subdirectories.
  ///
  /// Hidden files are skipped, and so are symbolic links to targets outside of their directory. If two directories
  /// contain the same name, the file of the later directory is served.
  ///
  /// - Parameters:
  ///   - files: The bytes of additional files by name. A file in a directory overrides them.
  ///   - directories: The directories with the files.
  ///   - prefix: The path before the names of the files in URLs.
  /// - Throws: A ``StaticFilesError`` if a directory or file can't be read.
  public init(
    files: [String: [UInt8]] = [:], directories: [URL], prefix: String = "/public"
  ) throws(StaticFilesError) {
    var contents = files.mapValues { Data($0) }
    for directory in directories {
      try contents.merge(FileTree.contents(of: directory)) { _, later in later }
    }
    contents = ModuleImports.linked(contents)
    var filesByPath: [Bytewise: Entry] = [:]
    var urlsByName: [String: String] = [:]
    for (name, data) in contents {
      let file = StaticFile(name: name, data: data)
      let hashed = "\(prefix)/\(file.hashedName)"
      filesByPath[Bytewise(hashed)] = Entry(file: file, isImmutable: true)
      urlsByName[name] = Self.encoded(hashed)
    }
    for (name, data) in contents {
      // The own name of a file takes precedence over the hashed name of a different file.
      filesByPath[Bytewise("\(prefix)/\(name)")] = Entry(
        file: StaticFile(name: name, data: data), isImmutable: false)
    }
    self.filesByPath = filesByPath
    self.urlsByName = urlsByName
    self.prefix = prefix
  }

  /// The names of all files in no particular order, such as `cairn.css` and `fonts/text.woff2`.
  public var names: [String] { Array(urlsByName.keys) }

  /// Returns whether there is a file with a name.
  public func contains(_ name: String) -> Bool { urlsByName[name] != nil }

  /// Returns the URL of a file with its current content.
  ///
  /// For an unknown name, this is the URL that the file would have, which responds with 404.
  public func url(for name: String) -> String {
    urlsByName[name] ?? Self.encoded("\(prefix)/\(name)")
  }

  /// Returns whether there is a file at the path of a request.
  package func contains(_ request: HTTPRequest) -> Bool {
    entry(at: request.path) != nil
  }

  private func entry(at path: String) -> Entry? {
    filesByPath[Bytewise(path)]
      ?? StaticFile.ownName(path).flatMap { filesByPath[Bytewise($0)] }
  }

  /// Returns the response to a request for a file, or `nil` if there is no such file.
  ///
  /// The status is 200, or 206 or 416 for a range. It's 304 if the client already has the file, and 405 for methods
  /// other than `GET` and `HEAD`.
  ///
  /// - Parameter errorResponse: Returns the response for status 405 or 416, to which the method adds header fields.
  public func response(
    to request: HTTPRequest,
    errorResponse: (HTTPStatus) -> HTTPResponse = HTTPErrorPage.response
  ) -> HTTPResponse? {
    guard let entry = entry(at: request.path) else { return nil }
    guard request.isRead else {
      var response = errorResponse(.methodNotAllowed)
      response.headers["Allow"] = "GET, HEAD"
      return response
    }
    return entry.file.response(
      isImmutable: entry.isImmutable,
      acceptEncoding: request.headers["Accept-Encoding"],
      ifNoneMatch: request.headers["If-None-Match"], range: RangeRequest(request),
      errorResponse: errorResponse)
  }

  private static func encoded(_ path: String) -> String {
    PercentCoding.encoded(path) { $0 == UInt8(ascii: "/") || PercentCoding.isUnreserved($0) }
  }
}
