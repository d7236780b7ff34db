import Foundation
package import Logging

/// Writes log messages to standard error, without blocking.
package struct LineLogHandler: LogHandler {
  package var logLevel = Logger.Level.info
  package var metadata: Logger.Metadata = [:]
  package var metadataProvider: Logger.MetadataProvider?

  /// The output of handlers that are created in the current task. Tests replace it to read the lines.
  @TaskLocal package static var output: @Sendable (String) -> Void = ProcessOutput.append

  private let label: String
  private let layout: LogLine.Layout
  private let write: @Sendable (String) -> Void

  package init(
    label: String, layout: LogLine.Layout = .line,
    write: @escaping @Sendable (String) -> Void = Self.output
  ) {
    self.label = label
    self.layout = layout
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
        metadata: all, layout: layout))
  }
}
