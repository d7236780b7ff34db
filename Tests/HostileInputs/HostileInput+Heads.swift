extension HostileInput {
  static let targets = [
    HostileInput("a path of marks", .target { "counters/\(percentEncoded(marks, $0))" }),
    HostileInput("a path of slashes", .target { text("/", $0) }),
    HostileInput("a path of dots", .target { text("./../", $0) }),
    HostileInput("a path of escaped slashes", .target { text("%2F", $0) }),
    HostileInput("a path of letters in escapes", .target { text("%61", $0) }),
    HostileInput("a path of many segments", .target { "inventory/" + text("items/", $0) }),
    HostileInput("a name of a file that is none", .target { "public/" + text("a", $0) }),
    HostileInput("a query of separators", .target { "counters?" + text("&", $0) }),
    HostileInput("a query of many items", .target { "inventory?" + text("a=1&", $0) }),
    HostileInput("a query of marks", .target { "inventory?a=" + percentEncoded(marks, $0) }),
    HostileInput("a query of scenes", .target { "inventory?" + text("~k3&", $0) }),
    HostileInput("a scene of many letters", .target { "inventory?~" + text("k", $0) }),
  ]

  static let fields = [
    HostileInput("many cookies", .field("Cookie") { text("a=1;", $0) }),
    HostileInput("cookies without a name", .field("Cookie") { text(";", $0) }),
    HostileInput("cookies of marks", .field("Cookie") { text("x\(marks)=y;", $0) }),
    HostileInput(
      "sessions that are none",
      .field("Cookie") {
        text("cairn-8080=\(String(repeating: "A", count: 43));", $0)
      }),
    HostileInput("a cookie of quotes", .field("Cookie") { "a=" + text("\"", $0) }),
    HostileInput("codings with weights", .field("Accept-Encoding") { text("gzip;q=0.001,", $0) }),
    HostileInput("commas for codings", .field("Accept-Encoding") { text(",", $0) }),
    HostileInput(
      "a weight of many digits", .field("Accept-Encoding") { "gzip;q=0." + text("0", $0) }),
    HostileInput("spaces for codings", .field("Accept-Encoding") { text(" ;", $0) }),
    HostileInput("tags of a file", .field("If-None-Match") { text("\"a\",", $0) }),
    HostileInput("an origin of marks", .field("Origin") { "http://x" + text(marks, $0) }),
    HostileInput("a long referer", .field("Referer") { "http://" + text("a.", $0) }),
    HostileInput("proxies that nobody trusts", .field("Forwarded") { text("for=1;host=a,", $0) }),
    HostileInput("languages", .field("Accept-Language") { text("de;q=0.5,", $0) }),
    HostileInput("a site of many letters", .field("Sec-Fetch-Site") { text("same-origin", $0) }),
  ]
}
