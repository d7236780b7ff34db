package import Logging

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Writes log messages to standard error, one line each.
package struct LineLogHandler: LogHandler {
  package var logLevel = Logger.Level.info
  package var metadata: Logger.Metadata = [:]
  package var metadataProvider: Logger.MetadataProvider?

  /// Where the lines of handlers go that are made now. Tests read them.
  @TaskLocal package static var output: @Sendable (String) -> Void = standardError

  private let label: String
  private let write: @Sendable (String) -> Void

  package init(label: String, write: @escaping @Sendable (String) -> Void = Self.output) {
    self.label = label
    self.write = write
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    var all = metadata
    if let provided = metadataProvider?.get() { all.merge(provided) { $1 } }
    if let own = event.metadata { all.merge(own) { $1 } }
    if let error = event.error { all["error"] = "\(error)" }
    write(
      LogLine.text(
        time: Int64(time(nil)), level: event.level, label: label, message: "\(event.message)",
        metadata: all))
  }

  /// Writes with one system call, so that lines of several threads do not mix.
  package static let standardError: @Sendable (String) -> Void = { line in
    var line = line
    line.withUTF8 { bytes in
      // There is nobody to tell that the log can not be written.
      _ = Self.systemWrite(bytes)
    }
  }

  private static func systemWrite(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    #if canImport(Glibc)
      Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
      Musl.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    #else
      Darwin.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    #endif
  }
}
