import CairnBytes

#if canImport(Glibc)
  import Glibc
#endif

/// A file on disk that a response sends.
package enum FileSource: Sendable {
  case path(String)
  /// A file in a directory, whose name can be from a client.
  case name(String, directory: String)

  /// The path of the file without symbolic links in its name, or `nil` if the name isn't allowed or doesn't exist.
  var path: String? {
    switch self {
    case .path(let path): path
    case .name(let name, let directory): Self.path(of: name, in: directory)
    }
  }

  /// The extension of the file's name, without the dot.
  var fileExtension: String {
    let name =
      switch self {
      case .path(let path): path
      case .name(let name, _): name
      }
    let last = name.split(separator: "/").last ?? ""
    return last.lastIndex(of: ".").map { String(last[$0...].dropFirst()) } ?? ""
  }

  private static func path(of name: String, in directory: String) -> String? {
    let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard
      parts.allSatisfy({ !$0.isEmpty && $0.first != UInt8(ascii: ".") && !$0.contains(0) }),
      let root = realPath(directory), let path = realPath("\(directory)/\(name)")
    else { return nil }
    let prefix = root.utf8.last == UInt8(ascii: "/") ? root : root + "/"
    // A symbolic link can lead out of the directory, or to a hidden file.
    guard path.utf8.starts(with: prefix.utf8),
      !path.utf8.dropFirst(prefix.utf8.count).split(separator: UInt8(ascii: "/"))
        .contains(where: { $0.first == UInt8(ascii: ".") })
    else { return nil }
    return path
  }

  private static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}

extension EndpointResponse {
  /// Returns a response with a file on disk, which isn't loaded into memory.
  ///
  /// The response has an entity tag and the time of the file's last change, so browsers can revalidate their copy.
  /// Clients can request part of the file. If the file doesn't exist or can't be read, the server responds with 404.
  ///
  /// - Parameters:
  ///   - path: The path of the file. Don't build it from a request. Use ``file(named:in:contentType:)`` instead.
  ///   - contentType: The type of the file, or `nil` for the type of the extension in the path.
  public static func file(_ path: String, contentType: String? = nil) -> EndpointResponse {
    EndpointResponse(.file(.path(path)), contentType: contentType)
  }

  /// Returns a response with a file in a directory, whose name can be from a request.
  ///
  /// The server responds with 404 if the name leads out of the directory, or if part of it begins with a dot.
  ///
  /// - Parameters:
  ///   - name: The name of the file, which can contain subdirectories.
  ///   - directory: The path of the directory.
  ///   - contentType: The type of the file, or `nil` for the type of the extension in the name.
  public static func file(
    named name: String, in directory: String, contentType: String? = nil
  ) -> EndpointResponse {
    EndpointResponse(.file(.name(name, directory: directory)), contentType: contentType)
  }
}
