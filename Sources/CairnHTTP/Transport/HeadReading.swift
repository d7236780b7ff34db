import CMicroHTTPD
import CairnBytes

/// How the head of a request is checked after libmicrohttpd has read it. The library's version decides.
package enum HeadReading: Sendable, CaseIterable {
  /// The library is lenient, and every byte of the head is read again in the connection's memory. That
  /// memory has a known form in 0.9.75.
  case memory
  /// The library rejects what two readers might read in two ways, at level 1 of its
  /// `MHD_OPTION_CLIENT_DISCIPLINE_LVL`. The names and values that it lets through are checked. 1.0 and newer.
  case fields

  /// The version of the library that the process runs with, which may not be the one it was built with.
  package static let libraryVersion = String(cString: MHD_get_version())

  /// The way for that version; nil if none is known to be safe.
  package static let ofLibrary = HeadReading(libraryVersion: libraryVersion)

  /// - Parameter libraryVersion: For example, "1.0.1".
  package init?(libraryVersion: String) {
    if libraryVersion.hasSameBytes(as: "0.9.75") {
      self = .memory
    } else if let major = Int(libraryVersion.prefix { $0 != "." }), major >= 1 {
      self = .fields
    } else {
      return nil
    }
  }

  /// How long a server that stops waits for its connections to end before it stops the library.
  ///
  /// 0.9.75 ends the process if it rejects a head while it is being stopped. Newer versions don't, and
  /// sometimes keep a connection long after it has ended.
  var patience: Duration { self == .memory ? .seconds(10) : .seconds(1) }
}
