public import ArgumentParser
public import CairnApplications
import CairnScreens

/// The options of a command that lists missing and unused texts of the applications' string catalogs.
///
/// Embed them in a command as an option group:
///
/// ```swift
/// struct StringsCommand: ParsableCommand {
///   static let configuration = CommandConfiguration(commandName: "strings")
///   @OptionGroup var options: StringsOptions
///   func run() throws { try options.check(MyServer.mounts()) }
/// }
/// ```
public struct StringsOptions: ParsableArguments {
  @Option(
    name: .long, parsing: .upToNextOption,
    help: ArgumentHelp(
      "Folders with Swift sources. Keys that no string literal in them contains are listed as unused.",
      valueName: "folder"))
  var sources: [String] = []

  /// Creates the options with their default values, before the arguments are parsed.
  public init() {}

  /// Lists the texts on standard output.
  /// - Throws: An exit code of 1 if a text is missing or unused. An error in a catalog. An error of the file system if
  ///   the sources can't be read.
  public func check(_ mounts: [Mount]) throws {
    let findings = try mounts.flatMap { mount in
      try mount.stringFindings(sources: sources).map { "\(mount.prefix.path): \($0)" }
    }
    for finding in findings { print(finding) }
    if !findings.isEmpty { throw ExitCode.failure }
  }
}
