import CairnViews

@testable import CairnHTTP
@testable import CairnServer

/// The body of a form, after a line with its type. If the first byte is even, the form is urlencoded. If it's odd, the
/// form is multipart, and the rest of the line is the boundary.
struct Forms: FuzzTarget {
  static let name = "form"
  static let maximumLength = 2048

  private let server: FormServer
  private let connection: FormConnection

  init() throws {
    let (server, port) = try FormServer.start()
    self.server = server
    connection = FormConnection(port: port)
  }

  func run(_ bytes: [UInt8]) {
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    let body = Array(bytes.dropFirst(line.count + 1))
    let isMultipart = (line.first ?? 0).isMultiple(of: 2) == false
    let boundary = line.dropFirst().filter { $0 > 0x20 && $0 < 0x7F }.text
    let type =
      isMultipart
      ? "multipart/form-data; boundary=\(boundary)" : "application/x-www-form-urlencoded"
    guard let form = decoded(body, type) else { return }
    check(form, of: body)

    // However the form is written, it's read in the same way. A field without a name can't be written.
    guard form.allSatisfy({ !$0.name.isEmpty }) else { return }
    let fields = form.map {
      "\(Array($0.name.utf8).percentEncoded)=\(Array($0.value.utf8).percentEncoded)"
    }
    expect(fields.joined(separator: "&"), "application/x-www-form-urlencoded", form)
    let mark = "the-mark-between-the-parts"
    guard !form.contains(where: { $0.value.contains(mark) || !Self.isPlain($0.name) }) else {
      return
    }
    let parts = form.map {
      "--\(mark)\r\nContent-Disposition: form-data; name=\"\($0.name)\"\r\n\r\n\($0.value)\r\n"
    }
    expect(parts.joined() + "--\(mark)--\r\n", "multipart/form-data; boundary=\(mark)", form)
  }

  private func check(_ form: [(name: String, value: String)], of body: [UInt8]) {
    let limits = RequestLimits()
    require(form.count <= limits.maxFields, "there are too many fields")
    require(form.count <= body.count + 1, "there are more fields than bytes")
    var size = 0
    for (name, value) in form {
      require(name.utf8.count <= limits.maxFieldNameSize, "a name is too long")
      require(StreamSafe.isSafe(value), "comparing a value can be expensive")
      size += name.utf8.count + value.utf8.count
    }
    // A joiner follows each 30 marks, which have at least two bytes each.
    require(size <= body.count + body.count / 30, "the result is longer than expected")

    let submitted = SubmittedForm(form)
    require(
      Set(submitted.fields.map(\.name.id)).count == submitted.fields.count, "a field is repeated")
    let count = submitted.fields.count + submitted.secrets.count + submitted.uploads.count
    require(submitted.wanted.count <= count + 1, "more fields are used than exist")
    require(
      submitted.tap != 0 || submitted.number == 0 || submitted.secrets.isEmpty,
      "the script sent a password without a button")
  }

  private func expect(_ body: String, _ type: String, _ form: [(name: String, value: String)]) {
    guard !form.isEmpty, let again = decoded(Array(body.utf8), type) else {
      require(form.isEmpty, "the form is rejected when it is written as \(type)")
      return
    }
    require(
      again.elementsEqual(form) { $0.name.isSame(as: $1.name) && $0.value.isSame(as: $1.value) },
      "the form was \(form), and is \(again) when it is written as \(type)")
  }

  /// Returns the form as the server reads it, or `nil` if the server rejects it.
  private func decoded(_ body: [UInt8], _ type: String) -> [(name: String, value: String)]? {
    switch connection.post(body, type: type) {
    case 200: return server.last
    case 400, 413, 415: return nil
    case let status:
      require(false, "the response is \(status.map(String.init) ?? "missing")")
      return nil
    }
  }

  /// Returns whether a name can be written between quotes.
  private static func isPlain(_ name: String) -> Bool {
    name.utf8.allSatisfy {
      $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
  }
}
