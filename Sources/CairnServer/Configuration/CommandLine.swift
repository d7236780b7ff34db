package import ArgumentParser
import Foundation

extension AsyncParsableCommand {
  /// Parses the process's arguments and runs the command. Errors are reported in one line, without the usage that
  /// `--help` shows.
  package static func runAsMain() async {
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      let code = exitCode(for: error)
      guard code != .success else { exit(withError: error) }
      let message = message(for: error)
      if !message.isEmpty { ProcessOutput.append("Error: \(message)\n") }
      Foundation.exit(code.rawValue)
    }
  }
}
