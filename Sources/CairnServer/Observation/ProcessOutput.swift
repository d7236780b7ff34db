import Dispatch
import Foundation
package import Logging

/// The output of the process. It's bounded, and doesn't block the threads that write it.
package enum ProcessOutput {
  /// The writer of standard error. It reports dropped lines with a log line.
  package static let error = {
    let writer = LineWriter(descriptor: STDERR_FILENO) { count in
      let line = LogLine.text(
        time: Int64(time(nil)), level: .warning, label: "cairn",
        message: "\(count) log lines were dropped because standard error wasn't read in time",
        metadata: [:])
      append(line)
    }
    // Lines that a program writes just before it ends are still written.
    atexit { ProcessOutput.flush() }
    return writer
  }()

  /// The writer of standard output.
  package static let standard = LineWriter(descriptor: STDOUT_FILENO) { _ in }

  /// Appends a line to standard error.
  package static let append: @Sendable (String) -> Void = { error.append($0.utf8) }

  /// Prevents a closed pipe or socket from ending the process. Writing to it fails instead. A signal handler that the
  /// program has set stays.
  static func ignoreBrokenPipes() {
    var current = sigaction()
    guard sigaction(SIGPIPE, nil, &current) == 0 else { return }
    #if canImport(Darwin)
      let isDefault = current.__sigaction_u.__sa_handler == nil
    #else
      let isDefault = current.__sigaction_handler.sa_handler == nil
    #endif
    if isDefault { signal(SIGPIPE, SIG_IGN) }
  }

  /// Bootstraps swift-log, so that all loggers with its default handler use the bounded writer.
  ///
  /// A process can bootstrap its logging system only once. Only an executable may call this, at the start of its
  /// `main`. A library must leave it to the application.
  /// - Parameter level: The minimum level of those loggers.
  package static func logEverything(from level: Logger.Level = .info) {
    LoggingSystem.bootstrap { label in
      var handler = LineLogHandler(label: label, layout: .lines)
      handler.logLevel = level
      return handler
    }
  }

  /// Waits up to one second for the last lines.
  private static func flush() {
    let end = DispatchTime.now() + 1
    let isWritten = DispatchSemaphore(value: 0)
    for writer in [standard, error] { writer.whenWritten { isWritten.signal() } }
    for _ in 0..<2 { _ = isWritten.wait(timeout: end) }
  }
}
