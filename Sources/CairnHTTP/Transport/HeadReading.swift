import CMicroHTTPD
import CairnBytes

/// How the head of a request is checked after libmicrohttpd has read it. This depends on the library's version.
package enum HeadReading: Sendable, CaseIterable {
  /// The library is lenient, so every byte of the head is read again in the connection's memory. This relies on the
  /// memory layout of version 0.9.75.
  case memory
  /// The library itself rejects ambiguous heads, at level 1 of its `MHD_OPTION_CLIENT_DISCIPLINE_LVL`. The accepted
  /// names and values are still checked. This is for version 1.0 and newer.
  case fields

  /// The version of the library that the process runs with, which can differ from the version it was built with.
  package static let libraryVersion = String(cString: MHD_get_version())

  /// The method for that version, or `nil` if no method is known to be safe.
  package static let ofLibrary = HeadReading(libraryVersion: libraryVersion)

  /// Creates the method for a version of the library, such as "1.0.1". The result is `nil` if no method is
  /// known to be safe.
  package init?(libraryVersion: String) {
    if libraryVersion.hasSameBytes(as: "0.9.75") {
      self = .memory
    } else if let major = Int(libraryVersion.prefix { $0 != "." }), major >= 1 {
      self = .fields
    } else {
      return nil
    }
  }

  /// How long a server waits for its connections to end before it stops the library.
  ///
  /// Version 0.9.75 ends the process if it rejects a head while it's being stopped. Newer versions don't, and sometimes
  /// keep a connection long after it has ended.
  var patience: Duration { self == .memory ? .seconds(10) : .seconds(1) }
}
