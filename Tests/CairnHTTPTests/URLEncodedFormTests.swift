import Testing

@testable import CairnHTTP

struct URLEncodedFormTests {
  /// The fields of a body that arrives in pieces, or the status for a refused body.
  private func read(
    _ pieces: [[UInt8]], limits: RequestLimits = RequestLimits()
  ) -> (fields: [String], status: HTTPStatus?) {
    let form = URLEncodedForm(limits: limits)
    for piece in pieces {
      if let status = piece.withUnsafeBytes({ form.read($0) }) { return ([], status) }
    }
    if let status = form.end() { return ([], status) }
    return (form.fields.map { "\($0.name)=\($0.value)" }, nil)
  }

  private static let accepted: [(String, [String])] = [
    ("", []), ("&", []), ("&&&", []), ("a", ["a="]), ("a=", ["a="]), ("a&b", ["a=", "b="]),
    ("a=1", ["a=1"]), ("&a=1&&b=2&", ["a=1", "b=2"]), ("a=1&a=2&a", ["a=1", "a=2", "a="]),
    ("a+b=c+d&+=+", ["a b=c d", " = "]), ("a%2Bb=%2b", ["a+b=+"]),
    ("a=%26%3D%25%41", ["a=&=%A"]), ("a%3Db=c", ["a=b=c"]), ("a=%2541", ["a=%41"]),
    ("a=%00b&%00=1", ["a=\0b", "\0=1"]), ("a;b=1;2", ["a;b=1;2"]), ("a= b", ["a= b"]),
    ("a=é&b=%C3%A9&c=%F0%9F%98%80", ["a=é", "b=é", "c=😀"]), ("a=%0D%0A", ["a=\r\n"]),
    ("~f.0123.4567=a%20b+c&~token=x", ["~f.0123.4567=a b c", "~token=x"]),
    ("=", ["="]), ("=1", ["=1"]), ("==", ["=="]), ("a=1&=2", ["a=1", "=2"]), ("&=", ["="]),
    ("a=b=c", ["a=b=c"]), ("a==", ["a=="]), ("a=1;b=2", ["a=1;b=2"]),
  ]

  private static let refused: [[UInt8]] =
    [
      "%", "%=1", "a=%", "a=%4",
      "a=%4&b=1", "a=%zz", "a=%u0041", "%4=1", "a=%%41", "a=%+1", "a=%FF", "%FF=a", "a=%C3&b=%A9",
      "a=%ED%A0%80", "a=%C0%80", "a=x\r\n", "a=x\ny=1", "\n", "a\0=1", "a=x\0y", "a=\t", "a=\u{7F}",
    ].map { Array($0.utf8) } + [[0x61, 0x3D, 0xFF], [0x61, 0x3D, 0xC3], [0xA9, 0x3D]]

  @Test(arguments: accepted)
  func `A body is read the same way in any two pieces`(body: String, fields: [String]) {
    let bytes = Array(body.utf8)
    for end in 0...bytes.count {
      let result = read([Array(bytes[..<end]), Array(bytes[end...])])
      #expect(result.status == nil, "split at \(end)")
      #expect(result.fields == fields, "split at \(end)")
    }
    #expect(read(bytes.map { [$0] }).fields == fields)
  }

  @Test(arguments: refused) func `A malformed body is rejected in any two pieces`(body: [UInt8]) {
    for end in 0...body.count {
      let result = read([Array(body[..<end]), Array(body[end...])])
      #expect(result.status == .badRequest, "split at \(end)")
    }
    #expect(read(body.map { [$0] }).status == .badRequest)
  }

  @Test func `Limits apply to decoded names and values`() {
    var limits = RequestLimits()
    limits.maxFieldNameSize = 4
    limits.maxFieldSize = 10
    func status(_ body: String, pieces: Int = .max) -> HTTPStatus? {
      let bytes = Array(body.utf8)
      let size = min(pieces, bytes.count)
      let starts = stride(from: 0, to: bytes.count, by: size)
      return read(starts.map { Array(bytes[$0..<min($0 + size, bytes.count)]) }, limits: limits)
        .status
    }
    for pieces in [1, 7, .max] {
      #expect(status("%41%41%41%41=%41%41%41%41%41%41%41%41%41%41", pieces: pieces) == nil)
      #expect(status("aaaaa=1", pieces: pieces) == .contentTooLarge)
      #expect(status("%41%41%41%41%41=1", pieces: pieces) == .contentTooLarge)
      #expect(status("a=12345678901", pieces: pieces) == .contentTooLarge)
      #expect(status("a=%41%41%41%41%41%41%41%41%41%41%41", pieces: pieces) == .contentTooLarge)
      // An unfinished field isn't kept beyond its limit.
      let long = String(repeating: "a", count: 1_000)
      #expect(status(long, pieces: pieces) == .contentTooLarge)
      #expect(status("a=\(long)", pieces: pieces) == .contentTooLarge)
    }
  }

  @Test func `A value may have a million bytes`() {
    var limits = RequestLimits()
    limits.maxFieldSize = 1_000_000
    let value = [UInt8](repeating: 0x78, count: 1_000_000)
    let result = read([Array("a=".utf8), value], limits: limits)
    #expect(result.fields.map(\.utf8.count) == [1_000_002])
    #expect(read([Array("a=".utf8), value + [0x78]], limits: limits).status == .contentTooLarge)
  }

  @Test func `A body may have as many fields as the limit allows`() {
    var limits = RequestLimits()
    limits.maxFields = 100_000
    let body = Array(String(repeating: "a=1&", count: 100_000).utf8)
    #expect(read([body], limits: limits).fields.count == 100_000)
    #expect(read([body, [0x62]], limits: limits).status == .contentTooLarge)
    #expect(read([body], limits: RequestLimits()).status == .contentTooLarge)
    // Empty fields don't count.
    #expect(read([[UInt8](repeating: 0x26, count: 500_000)]).fields.isEmpty)
  }

  @Test func `Values are safe to compare`() {
    let run = { String(repeating: "\u{301}", count: $0) }
    let form = URLEncodedForm(limits: RequestLimits())
    let body = Array("a=x\(run(40))y".utf8)
    #expect(body.withUnsafeBytes { form.read($0) } == nil)
    #expect(form.end() == nil)
    #expect(
      form.fields.map { Array($0.value.utf8) } == [Array("x\(run(30))\u{34F}\(run(10))y".utf8)])
  }

  @Test func `The size of a form grows with received data`() {
    let form = URLEncodedForm(limits: RequestLimits())
    let piece = Array("a=1&b".utf8)
    for count in 1...3 {
      #expect(piece.withUnsafeBytes { form.read($0) } == nil)
      #expect(form.size >= count * piece.count)
    }
  }
}
