public import ArgumentParser
import CairnApplications
public import CairnDependencies
import CairnRecorder
import CairnReducers
import CairnScreens
import Foundation

/// The options of a command that runs a recorder's journal again.
///
/// Embed them in a command as an option group:
///
/// ```swift
/// struct ReplayCommand: ParsableCommand {
///   static let configuration = CommandConfiguration(commandName: "replay")
///   @OptionGroup var options: ReplayOptions
///   func run() throws { try options.replay(MyServer.mounts()) }
/// }
/// ```
public struct ReplayOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("The journal that was saved by the recorder.", valueName: "file"))
  var file: String

  @Flag(help: "Convert the journal to a test that uses TestStore, instead of replaying it.")
  var test = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write instead of standard output.", valueName: "file"))
  var output: String?

  /// Creates the options with their default values, before the arguments are parsed.
  public init() {}

  /// Runs the journal on the application that it was recorded from, and writes the differences.
  ///
  /// With the option `--test`, it writes the journal as a test with `TestStore` instead, and doesn't run it.
  /// - Throws: A `ValidationError` if the file can't be read, or isn't a journal of one of the applications. An
  ///   `ExitCode` of 1 if there are differences. An error of the file system if the output can't be written.
  public func replay(
    _ mounts: [Mount],
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in }
  ) throws {
    let bytes: [UInt8]
    do {
      bytes = try Array(Data(contentsOf: URL(filePath: file)))
    } catch {
      throw ValidationError("'\(file)' can't be read: \(error.localizedDescription)")
    }
    let dependencies = Replay.dependencies(prepareDependencies)
    do {
      let journal = try Journal(bytes: bytes)
      guard let mount = mounts.first(where: { $0.path == journal.head.mount }) else {
        throw JournalError(
          "It was recorded at \(journal.head.mount), but no application is at that path.")
      }
      guard !test else { return try write(text(ofTest: journal, mount, dependencies)) }
      let report = try Replay.report(on: journal, of: mount, dependencies: dependencies)
      try write(report.text)
      guard report.differences.isEmpty else { throw ExitCode(1) }
    } catch let error as JournalError {
      throw ValidationError("'\(file)': \(error)")
    }
  }

  private func text(
    ofTest journal: Journal, _ mount: Mount, _ dependencies: DependencyValues
  ) throws -> String {
    let scene = LiveScene(
      mount: mount, record: nil, dependencies: dependencies, activity: .withoutEffects)
    defer { scene.end() }
    return try scene.withLock { try JournalTest(journal, of: mount, page: $0.scene.page).text }
  }

  private func write(_ text: String) throws {
    if let output {
      try text.write(toFile: output, atomically: true, encoding: .utf8)
    } else {
      print(text, terminator: "")
    }
  }
}
