public import ArgumentParser
public import CairnApplications
import CairnScreens
import CairnTexts

/// The options of a command that lists missing and unused texts of the applications' string catalogs, and literals that
/// have no key.
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
      "Folders with Swift sources. Literals that have no key in a catalog are listed, and keys that aren't used.",
      valueName: "folder"))
  var sources: [String] = []

  /// Creates the options with their default values, before the arguments are parsed.
  public init() {}

  /// Lists the texts on standard output.
  /// - Throws: An exit code of 1 if a text is missing or unused. An error in a catalog. An error that names the file if
  ///   the sources can't be read, or if one of them isn't valid.
  public func check(_ mounts: [Mount]) throws {
    let sources = try sources.isEmpty ? nil : SwiftSources(below: sources)
    var findings = try mounts.flatMap { mount in
      try mount.stringFindings(in: sources).map { "\(mount.prefix.path): \($0)" }
    }
    if let sources { findings += mounts.literalFindings(in: sources) }
    for finding in findings { print(finding) }
    if !findings.isEmpty { throw ExitCode.failure }
  }
}
