/// The header fields of a request, read directly from libmicrohttpd's memory. Only the requested fields are copied.
public struct HTTPRequestHeaders: Sendable {
  let storage: RequestStorage

  /// The first value of the field with this name, or `nil` if there is no such field. Case is ignored.
  public subscript(name: String) -> String? {
    storage.header(name)
  }

  /// Returns all values of the fields with this name, in order. Case is ignored.
  public func values(of name: String) -> [String] {
    storage.headers(name)
  }

  /// All fields, in the order in which they were sent.
  public var all: HTTPHeaders {
    storage.allHeaders()
  }
}
