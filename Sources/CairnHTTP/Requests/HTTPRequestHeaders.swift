/// The header of a request, looked up where libmicrohttpd keeps it: what is not asked for is not
/// copied.
public struct HTTPRequestHeaders: Sendable {
  let storage: RequestStorage

  /// The first value of a name, without regard to case; nil where the request has no such field.
  public subscript(name: String) -> String? {
    storage.header(name)
  }

  /// All values of a name, in their order, without regard to case.
  public func values(of name: String) -> [String] {
    storage.headers(name)
  }

  /// All fields, in the order in which they came.
  public var all: HTTPHeaders {
    storage.allHeaders()
  }
}
