extension HostileInput {
  /// Combining marks that aren't in canonical order. Comparing them as characters requires sorting them, in quadratic
  /// time.
  static let marks = "\u{301}\u{316}"

  static let urlencoded = [
    HostileInput("a name of marks", .urlencoded { Array("x\(text(marks, $0))=1".utf8) }),
    HostileInput(
      "names of marks",
      .urlencoded { size in
        fields(of: size) { "x\($0)\(text(marks, 200))=1" }
      }),
    HostileInput(
      "a value of marks", .urlencoded { Array("x=y\(text(marks, min($0, 250_000)))".utf8) }),
    HostileInput(
      "values of marks",
      .urlencoded { size in
        fields(of: size) { "f\($0)=y\(text(marks, 100_000))" }
      }),
    HostileInput(
      "marks in escapes",
      .urlencoded { size in
        fields(of: size) { "f\($0)=y\(percentEncoded(marks, 300_000))" }
      }),
    HostileInput("a name of escapes", .urlencoded { Array("\(text("%41", $0))=1".utf8) }),
    HostileInput("only separators of fields", .urlencoded { Array(text("&", $0).utf8) }),
    HostileInput("only equals signs", .urlencoded { Array(text("=", $0).utf8) }),
    HostileInput("only percent signs", .urlencoded { Array(text("%", $0).utf8) }),
    HostileInput("only spaces", .urlencoded { Array(text("+", $0).utf8) }),
    HostileInput("zeros in escapes", .urlencoded { Array(("a=" + text("%00", $0)).utf8) }),
    HostileInput("very many fields", .urlencoded { size in fields(of: size) { _ in "a=1" } }),
    HostileInput("very many empty fields", .urlencoded { size in fields(of: size) { _ in "a" } }),
    HostileInput(
      "bytes that are no text",
      .urlencoded {
        [UInt8(ascii: "a"), UInt8(ascii: "=")]
          + [UInt8](repeating: 0xff, count: $0)
      }),
    HostileInput(
      "text that is cut off again and again",
      .urlencoded { size in
        fields(of: size) { _ in "a=%F0%9F" }
      }),
    HostileInput(
      "a token that is none", .urlencoded { Array("~token=\(text("Ab0-", min($0, 250_000)))".utf8) }
    ),
    HostileInput(
      "a button of many digits", .urlencoded { Array("~tap=\(text("f", min($0, 250_000)))".utf8) }),
    HostileInput(
      "fields such as pages have",
      .urlencoded { size in
        fields(of: size) { "f.\(String($0 * 0x1_0001, radix: 16)).abc=\(text(marks, 900))" }
      }),
    HostileInput(
      "families of people",
      .urlencoded { size in
        fields(of: size) { "f\($0)=\(text("👩‍👩‍👧‍👦", 100_000))" }
      }),
    HostileInput(
      "flags", .urlencoded { size in fields(of: size) { "f\($0)=\(text("🇩🇪", 100_000))" } }),
    HostileInput(
      "syllables of Hangul",
      .urlencoded { size in
        fields(of: size) { "f\($0)=\(text("\u{1112}\u{1161}\u{11ab}", 100_000))" }
      }),
    HostileInput(
      "line ends", .urlencoded { size in fields(of: size) { "f\($0)=\(text("\r\n", 100_000))" } }),
  ]

  private static let part = "--BOUND\r\nContent-Disposition: form-data; name=\"a\"\r\n"
  private static let filePart =
    "--BOUND\r\nContent-Disposition: form-data; name=\"a\"; filename=\"b\"\r\n"
  private static let end = "\r\n--BOUND--\r\n"

  static let multipart = [
    HostileInput("a preamble of dashes", .multipart { "\(text("-", $0))\r\n\(part)\r\n1\(end)" }),
    HostileInput("a preamble of lines", .multipart { "\(text("-\r\n", $0))\(part)\r\n1\(end)" }),
    HostileInput("header lines of a part", .multipart { "\(part)\(text("b\r\n", $0))\r\n1\(end)" }),
    HostileInput("a header line without end", .multipart { "\(part)X: \(text("y", $0))" }),
    HostileInput("a value of line ends", .multipart { "\(part)\r\n\(text("\r\n--", $0))\(end)" }),
    HostileInput(
      "a value of beginnings of the boundary",
      .multipart {
        "\(part)\r\n\(text("\r\n--BOUN", $0))\(end)"
      }),
    HostileInput("a value of dashes", .multipart { "\(part)\r\n\(text("-", $0))\(end)" }),
    HostileInput(
      "a long boundary that nearly comes",
      .multipart(
        boundary: String(repeating: "a", count: 70)
      ) { size in
        let long = String(repeating: "a", count: 70)
        let nearly = "\r\n--\(String(repeating: "a", count: 69))"
        return
          "--\(long)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\(text(nearly, size))\r\n--\(long)--\r\n"
      }),
    HostileInput("very many parts", .multipart { "\(text("\(part)\r\n1\r\n", $0))--BOUND--\r\n" }),
    HostileInput(
      "parts without a name", .multipart { "\(text("--BOUND\r\n\r\n1\r\n", $0))--BOUND--\r\n" }),
    HostileInput(
      "a part within a part",
      .multipart {
        "--BOUND\r\nContent-Disposition: form-data; name=\"a\"\r\nContent-Type: multipart/mixed; boundary=B\r\n\r\n"
          + "\(text("--B\r\n\r\n1\r\n", $0))--B--\(end)"
      }),
    HostileInput(
      "a part's name of marks",
      .multipart {
        "--BOUND\r\nContent-Disposition: form-data; name=\"x\(text(marks, $0))\"\r\n\r\n1\(end)"
      }),
    HostileInput("a file of returns", .multipart { "\(filePart)\r\n\(text("\r", $0))\(end)" }),
    HostileInput(
      "a file of beginnings of the boundary",
      .multipart { "\(filePart)\r\n\(text("\r\n--BOUN", $0))\(end)" }),
    HostileInput(
      "very many files", .multipart { "\(text("\(filePart)\r\n1\r\n", $0))--BOUND--\r\n" }),
    HostileInput(
      "a file's name of escapes",
      .multipart {
        "--BOUND\r\nContent-Disposition: form-data; name=\"a\"; filename=\"\(text("%22", $0))\"\r\n\r\n1\(end)"
      }),
    HostileInput("a file without end", .multipart { "\(filePart)\r\n\(text("y", $0))" }),
    HostileInput("a part without end", .multipart { "\(part)\r\n\(text("y", $0))" }),
  ]
}
