@testable import CairnHTTP

/// The body of an urlencoded form, after a byte with the length of its first chunk.
struct URLEncodedForms: FuzzTarget {
  static let name = "urlencoded"
  static let maximumLength = 1024

  static func seeds() -> [[UInt8]] {
    ["a=1&b=%C3%A9+%26&&c&~f.0123=%", "a=b=c", "=1&a", "%00=%00\u{0}"].map {
      [7] + Array($0.utf8)
    }
  }

  func run(_ bytes: [UInt8]) {
    let body = Array(bytes.dropFirst())
    let end = min(Int(bytes.first ?? 0), body.count)
    let whole = form(of: [body])
    let pieces = form(of: [Array(body[..<end]), Array(body[end...])])
    switch (whole, pieces) {
    case (.success(let whole), .success(let pieces)):
      require(isSame(whole, pieces), "the pieces are read as \(pieces), and the whole as \(whole)")
      check(whole, of: body)
    case (.failure, .failure): break
    default: require(false, "either the pieces or the whole is rejected, but not both")
    }
  }

  private func check(_ form: [(name: String, value: String)], of body: [UInt8]) {
    let size = form.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    require(size <= body.count + body.count / 30, "the result is longer than expected")
    require(
      form.allSatisfy { StreamSafe.isSafe($0.value) }, "a comparison of a value may take long")
    let fields = form.map {
      "\(Array($0.name.utf8).percentEncoded)=\(Array($0.value.utf8).percentEncoded)"
    }
    guard case .success(let again) = self.form(of: [Array(fields.joined(separator: "&").utf8)])
    else { return require(false, "the form is rejected when it is written again") }
    require(isSame(form, again), "the form was \(form), and is \(again) when it is written again")
  }

  private func form(
    of pieces: [[UInt8]]
  ) -> Result<[(name: String, value: String)], FormRefusal> {
    let form = URLEncodedForm(limits: RequestLimits())
    for piece in pieces {
      if let status = piece.withUnsafeBytes({ form.read($0) }) {
        return .failure(FormRefusal(status: status))
      }
    }
    if let status = form.end() { return .failure(FormRefusal(status: status)) }
    return .success(form.fields)
  }

  private func isSame(
    _ one: [(name: String, value: String)], _ other: [(name: String, value: String)]
  ) -> Bool {
    one.elementsEqual(other) { $0.name.isSame(as: $1.name) && $0.value.isSame(as: $1.value) }
  }
}
