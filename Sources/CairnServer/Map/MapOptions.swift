public import ArgumentParser
import CairnApplications
import CairnScreens
import Foundation

/// The options of a command that draws an application's screens.
///
/// Embed them in a command as an option group:
///
/// ```swift
/// struct MapCommand: ParsableCommand {
///   static let configuration = CommandConfiguration(commandName: "map")
///   @OptionGroup var options: MapOptions
///   func run() throws { try options.draw(MyServer.mounts()) }
/// }
/// ```
public struct MapOptions: ParsableArguments {
  /// The output format of a map.
  public enum Format: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// A table with one line for each screen.
    case table
    /// A picture that Graphviz lays out. If Graphviz isn't installed, the output is the text for Mermaid.
    case svg
    /// Text for Mermaid, which Markdown viewers can draw.
    case mermaid
    /// Text for Graphviz.
    case dot
  }

  @Argument(
    help: "The path of the application, such as /inventory. Without it, all applications are drawn."
  )
  var path: String?

  @Option(
    help: ArgumentHelp(
      "The format of the map: table, svg, mermaid, or dot. SVG requires Graphviz. If it isn't "
        + "installed, Mermaid text is written instead.", valueName: "format"))
  var format = Format.table

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write instead of standard output.", valueName: "file"))
  var output: String?

  /// Creates the options with their default values, before the arguments are parsed.
  public init() {}

  /// Draws the application at the given path, or all applications if no path is given.
  ///
  /// The map is written to standard output, or to the file in the options.
  /// - Throws: A `ValidationError` if there is no application at the path, if the screens aren't known, or if Graphviz
  ///   fails. An error of the file system if the output can't be written.
  public func draw(_ mounts: [Mount]) throws {
    let wanted = path.map { Location(path: $0) ?? Location([$0]) }
    let chosen = mounts.filter { wanted == nil || $0.prefix == wanted }
    guard !chosen.isEmpty else {
      let paths = mounts.map(\.prefix.path).joined(separator: ", ")
      throw ValidationError("There is no application at '\(path ?? "")'. Use one of: \(paths).")
    }
    let maps = chosen.compactMap(\.map)
    guard !maps.isEmpty else {
      throw ValidationError(
        "The screens of '\(path ?? "/")' aren't known. Add '.routes(of:)' or a 'Root' to it."
      )
    }
    let text = try maps.map(written).joined(separator: "\n\n") + "\n"
    if let output {
      try text.write(toFile: output, atomically: true, encoding: .utf8)
    } else {
      print(text, terminator: "")
    }
  }

  private func written(_ map: ScreenMap) throws -> String {
    switch format {
    case .table: return map.table
    case .mermaid: return map.mermaid
    case .dot: return map.dot
    case .svg:
      if let graphviz = Graphviz() { return try graphviz.svg(of: map.dot) }
      FileHandle.standardError.write(
        Data(
          """
          Graphviz isn't installed ('dot' isn't in PATH), so Mermaid text is written instead. To install it on Debian \
          or Ubuntu: apt-get install graphviz\n
          """.utf8))
      return map.mermaid
    }
  }
}

/// Lays out graphs with Graphviz.
struct Graphviz {
  let program: URL
  var arguments = ["-Tsvg"]

  /// Finds `dot` in a search path. Returns `nil` if it isn't there.
  init?(path: String = ProcessInfo.processInfo.environment["PATH"] ?? "") {
    let folders = path.split(separator: ":").map { URL(filePath: String($0)) }
    let program = folders.map { $0.appending(path: "dot") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    guard let program else { return nil }
    self.program = program
  }

  /// Uses another program instead of `dot`.
  init(program: URL, arguments: [String]) {
    self.program = program
    self.arguments = arguments
  }

  /// Returns the picture of a graph as an SVG.
  func svg(of graph: String) throws -> String {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    // Writing all input first can't block, because Graphviz reads all of it before it writes.
    try input.fileHandleForWriting.write(contentsOf: Data(graph.utf8))
    try input.fileHandleForWriting.close()
    let svg = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw ValidationError(
        "Graphviz couldn't draw the map (status \(process.terminationStatus)).")
    }
    return String(decoding: svg, as: UTF8.self)
  }
}
