import CairnBytes
import CairnHTTP
import HTTPTypes

extension HTTPFields {
  /// Creates the fields of a request or a response, in order. A field whose name isn't a token is omitted.
  ///
  /// In values, `HTTPField` replaces bytes that would end the field with spaces.
  init(_ headers: HTTPHeaders) {
    self.init()
    for (name, value) in headers {
      if let name = HTTPField.Name(name) { append(HTTPField(name: name, value: value)) }
    }
  }

  /// Sets a field unless there is one with its name.
  mutating func setDefault(_ name: HTTPField.Name, _ value: String) {
    if !contains(name) { self[name] = value }
  }
}

extension HTTPHeaders {
  /// Creates the fields of a response, in order. Fields with the same name stay separate.
  init(_ fields: HTTPFields) {
    self.init(fields.map { (name: $0.name.rawName, value: $0.value) })
  }
}
