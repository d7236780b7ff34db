import Foundation

/// The string literals of an application's Swift sources.
package struct SwiftSources: Sendable {
  /// The literals that are keys of a string catalog, by file and line.
  ///
  /// These are the literals in arguments, properties, and results whose type is a key, in the framework's API and in
  /// the declarations of the sources. A literal isn't included if another declaration of the same name takes a string,
  /// or if it has a comment that begins with `verbatim`.
  package private(set) var keys: [SwiftLiteral] = []
  /// The values of all literals.
  private(set) var values: Set<String> = []

  /// Reads the Swift files below folders. Hidden folders are skipped.
  /// - Parameter paths: Paths of folders or files. A relative path begins in the working directory.
  package init(below paths: [String]) throws(SwiftSourceError) {
    var files: [(name: String, source: String)] = []
    for path in paths { files += try Self.files(below: path) }
    try self.init(files: files)
  }

  /// Reads the contents of Swift files.
  init(files: [(name: String, source: String)]) throws(SwiftSourceError) {
    var lexers: [SwiftLexer] = []
    for file in files { lexers.append(try SwiftLexer(file.source, file: file.name)) }
    let declarations = lexers.map { $0.sequences.map { SwiftDeclarations($0) } }
    let names = Self.names(declarations.flatMap { $0 })
    for (lexer, declarations) in zip(lexers, declarations) {
      var literals: [SwiftLiteral] = []
      for (tokens, declarations) in zip(lexer.sequences, declarations) {
        values.formUnion(tokens.compactMap { $0.literal?.value })
        literals += LocalizedLiterals(tokens, names: names, overloads: .framework)
          .literals(declarations)
      }
      keys += literals.filter { !lexer.verbatimLines.contains($0.line) }
        .sorted { $0.offset < $1.offset }
    }
  }

  /// Returns the names of the framework and of declarations, without the ones that also take a string.
  private static func names(_ declarations: [SwiftDeclarations]) -> LocalizedNames {
    var own = LocalizedNames()
    var strings = LocalizedNames()
    var typeNames: Set<String> = []
    for declaration in declarations {
      own.formUnion(declaration.keys)
      strings.formUnion(declaration.strings)
      typeNames.formUnion(declaration.typeNames)
    }
    own.subtract(strings)
    var names = LocalizedNames.framework
    // An initializer in an extension of a view doesn't replace the framework's.
    names.parameters.subtract(
      strings.parameters.filter {
        $0.name.first?.isUppercase != true || typeNames.contains($0.name)
      })
    names.formUnion(own)
    return names
  }

  private static func files(
    below path: String
  ) throws(SwiftSourceError) -> [(name: String, source: String)] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw SwiftSourceError(file: path, reason: "The file or folder doesn't exist.")
    }
    guard isFolder.boolValue else { return [try file(path)] }
    let folder = path.hasSuffix("/") ? path : path + "/"
    let paths: [String]
    do {
      paths = try FileManager.default.subpathsOfDirectory(atPath: path)
    } catch {
      throw SwiftSourceError(
        file: path, reason: "The folder can't be read: \(error.localizedDescription)")
    }
    var files: [(name: String, source: String)] = []
    for path in paths.sorted() where path.hasSuffix(".swift") && !path.isHidden {
      files.append(try file(folder + path))
    }
    guard !files.isEmpty else {
      throw SwiftSourceError(file: path, reason: "The folder contains no Swift files.")
    }
    return files
  }

  private static func file(
    _ path: String
  ) throws(SwiftSourceError) -> (name: String, source: String) {
    do {
      return (path, try String(contentsOfFile: path, encoding: .utf8))
    } catch {
      throw SwiftSourceError(
        file: path, reason: "The file can't be read: \(error.localizedDescription)")
    }
  }
}

extension String {
  /// Whether a part of a path begins with a period.
  fileprivate var isHidden: Bool { split(separator: "/").contains { $0.hasPrefix(".") } }
}
