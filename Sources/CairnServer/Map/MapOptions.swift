public import ArgumentParser
import CairnApplications
import CairnScreens
import Foundation

/// The options of a command that draws an application's screens; a command embeds them as an option
/// group.
///
/// ```swift
/// struct MapCommand: ParsableCommand {
///   static let configuration = CommandConfiguration(commandName: "map")
///   @OptionGroup var options: MapOptions
///   func run() throws { try options.draw(MyServer.mounts()) }
/// }
/// ```
public struct MapOptions: ParsableArguments {
  /// How a map is written.
  public enum Format: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// A line for each screen.
    case table
    /// A picture, laid out by Graphviz.
    case svg
    /// Text for Mermaid, which draws it in Markdown.
    case mermaid
    /// Text for Graphviz.
    case dot
  }

  @Argument(help: "Where the application begins, such as /inventory; without it all are drawn.")
  var path: String?

  @Option(
    help: ArgumentHelp(
      "How to write the map: table, svg, mermaid or dot. An SVG is laid out by Graphviz; where that is "
        + "not installed, it is Mermaid's text.", valueName: "format"))
  var format = Format.table

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write, in the place of standard output.", valueName: "file"))
  var output: String?

  public init() {}

  /// Draws the applications that are meant.
  /// - Throws: A `ValidationError` where no application is there, or none with screens that are known.
  public func draw(_ mounts: [Mount]) throws {
    let wanted = path.map { Location(path: $0) ?? Location([$0]) }
    let chosen = mounts.filter { wanted == nil || $0.prefix == wanted }
    guard !chosen.isEmpty else {
      let paths = mounts.map(\.prefix.path).joined(separator: ", ")
      throw ValidationError("No application begins at '\(path ?? "")'; there are: \(paths).")
    }
    let maps = chosen.compactMap(\.map)
    guard !maps.isEmpty else {
      throw ValidationError(
        "The screens of '\(path ?? "/")' are not known: it has neither '.locations(of:)' nor a 'Root'."
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
          Graphviz is not installed ('dot' is not in PATH), so this is Mermaid's text. Where apt-get is: \
          apt-get install graphviz\n
          """.utf8))
      return map.mermaid
    }
  }
}

/// Lays graphs out, where Graphviz is installed.
struct Graphviz {
  let program: URL
  var arguments = ["-Tsvg"]

  /// The one of a search path; nil where there is no `dot`.
  init?(path: String = ProcessInfo.processInfo.environment["PATH"] ?? "") {
    let folders = path.split(separator: ":").map { URL(filePath: String($0)) }
    let program = folders.map { $0.appending(path: "dot") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    guard let program else { return nil }
    self.program = program
  }

  /// Another program in its place.
  init(program: URL, arguments: [String]) {
    self.program = program
    self.arguments = arguments
  }

  /// The picture of a graph.
  func svg(of graph: String) throws -> String {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    // Graphviz reads all before it writes.
    try input.fileHandleForWriting.write(contentsOf: Data(graph.utf8))
    try input.fileHandleForWriting.close()
    let svg = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw ValidationError(
        "Graphviz could not draw the map (status \(process.terminationStatus)).")
    }
    return String(decoding: svg, as: UTF8.self)
  }
}
