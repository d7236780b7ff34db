import CairnBytes
public import Foundation

/// Files that are read once and served from memory, each under its name and under one that changes
/// with its content.
///
/// ```swift
/// let files = try StaticFiles(files: ours, directories: [applications], prefix: "/public")
/// files.url(for: "cairn.css")          // "/public/cairn.1a2b3c4d.css"
/// if let response = files.response(to: request) { return .now(response) }
/// ```
///
/// Modules of JavaScript import each other by the changing names: `from "./page.js"` is written so.
///
/// Under the changing name a file is kept by browsers for a year, under its own it is asked for
/// each time. What is not read at the start is not there: a request's path is compared with names
/// and never reaches the file system.
public struct StaticFiles: Sendable {
  private let filesByPath: [Bytewise: Entry]
  private let urlsByName: [String: String]
  private let prefix: String

  private struct Entry: Sendable {
    var file: StaticFile
    var isImmutable: Bool
  }

  /// Reads all files of some directories and of those in them; of two with one name the later
  /// directory's is served.
  ///
  /// Left out are hidden files, and symbolic links that lead out of their directory.
  /// - Parameter files: The bytes of files that are there without any directory, which override them.
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
      // A file's own name counts more than another's changing one.
      filesByPath[Bytewise("\(prefix)/\(name)")] = Entry(
        file: StaticFile(name: name, data: data), isImmutable: false)
    }
    self.filesByPath = filesByPath
    self.urlsByName = urlsByName
    self.prefix = prefix
  }

  /// The names of all files, in no order: `cairn.css`, `fonts/text.woff2`.
  public var names: [String] { Array(urlsByName.keys) }

  /// The URL of a file's present content; for an unknown name the URL that it would have, which
  /// answers 404.
  public func url(for name: String) -> String {
    urlsByName[name] ?? Self.encoded("\(prefix)/\(name)")
  }

  /// The response to a request for a file. Its status is 200, 206 or 416 for a range of the file, 304 if the
  /// client has the file, or 405 for methods other than `GET` and `HEAD`. `nil` if there is no such file.
  public func response(to request: HTTPRequest) -> HTTPResponse? {
    guard let entry = filesByPath[Bytewise(request.path)] else { return nil }
    guard request.isRead else {
      var response = HTTPErrorPage.response(.methodNotAllowed)
      response.headers["Allow"] = "GET, HEAD"
      return response
    }
    return entry.file.response(
      isImmutable: entry.isImmutable,
      acceptEncoding: request.headers["Accept-Encoding"],
      ifNoneMatch: request.headers["If-None-Match"], range: StaticFile.RangeRequest(request))
  }

  private static func encoded(_ path: String) -> String {
    PercentCoding.encoded(path) { $0 == UInt8(ascii: "/") || PercentCoding.isUnreserved($0) }
  }
}
