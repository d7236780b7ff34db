import Dispatch
package import Logging

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The output of the process: bounded, and never blocking the threads that write it.
package enum ProcessOutput {
  /// Writes to standard error. Its writer reports the lines that it dropped as a line of its own.
  package static let error = {
    let writer = LineWriter(descriptor: STDERR_FILENO) { count in
      let line = LogLine.text(
        time: Int64(time(nil)), level: .warning, label: "cairn",
        message: "\(count) log lines were dropped because standard error wasn't read in time",
        metadata: [:])
      append(line)
    }
    // What a program writes just before it ends still goes out.
    atexit { ProcessOutput.flush() }
    return writer
  }()

  /// Writes to standard output.
  package static let standard = LineWriter(descriptor: STDOUT_FILENO) { _ in }

  /// Appends a line to standard error.
  package static let append: @Sendable (String) -> Void = { error.append($0.utf8) }

  /// Keeps a reader that closes its end of a pipe or socket from ending the process: writing fails
  /// instead. A handler that the program has set stays.
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

  /// Sends the lines of all loggers that use swift-log's default handler through the bounded writer.
  ///
  /// A process can bootstrap its logging system only once, so only an executable may call this, first
  /// thing in its `main`. A library must leave it to the application.
  /// - Parameter level: The least severe level of those loggers.
  package static func logEverything(from level: Logger.Level = .info) {
    LoggingSystem.bootstrap { label in
      var handler = LineLogHandler(label: label, layout: .lines)
      handler.logLevel = level
      return handler
    }
  }

  /// Waits for the last lines, up to a second.
  private static func flush() {
    let end = DispatchTime.now() + 1
    let isWritten = DispatchSemaphore(value: 0)
    for writer in [standard, error] { writer.whenWritten { isWritten.signal() } }
    for _ in 0..<2 { _ = isWritten.wait(timeout: end) }
  }
}
