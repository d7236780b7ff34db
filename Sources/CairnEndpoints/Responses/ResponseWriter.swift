package import CairnHTTP

/// Writes the body of a streamed response.
///
/// The closure of a streamed ``EndpointResponse`` receives a writer.
public struct ResponseWriter: Sendable {
  package let stream: HTTPStream

  /// Sends bytes after all bytes that were written before.
  ///
  /// The method returns when the connection has accepted the bytes, so a slow client slows down the endpoint, and only
  /// these bytes are in memory. They aren't copied. Write parts of a few kilobytes or more.
  ///
  /// - Throws: `CancellationError` if the client has disconnected, if the server has reset the connection, or if the
  ///   task was canceled. Pass it on, so that the closure ends.
  public func write(_ bytes: [UInt8]) async throws { try await stream.write(bytes) }

  /// Sends text in UTF-8 after everything that was written before.
  ///
  /// - Throws: `CancellationError` if the client has disconnected, if the server has reset the connection, or if the
  ///   task was canceled.
  public func write(_ text: String) async throws { try await write(Array(text.utf8)) }

  /// Sends rows of comma-separated values after everything that was written before.
  ///
  /// The sequence is read while the rows are sent, a few kilobytes at a time.
  ///
  /// - Throws: `CancellationError` if the client has disconnected, if the server has reset the connection, or if the
  ///   task was canceled.
  public func write(csv rows: some Sequence<CSVRow>) async throws {
    var text = ""
    for row in rows {
      text += row.text
      guard text.utf8.count >= 16 * 1024 else { continue }
      try await write(text)
      text = ""
    }
    try await write(text)
  }
}
