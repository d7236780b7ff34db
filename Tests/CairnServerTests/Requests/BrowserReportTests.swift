import CairnApplications
import CairnDependencies
import CairnHTTP
import Foundation
import Testing

@Suite struct BrowserReportTests {
  @Test(arguments: [
    ("cairn-browser=true:Europe/Berlin", ColorScheme.dark, "Europe/Berlin"),
    ("a=b; cairn-browser=false:UTC; c=d", .light, "UTC"),
    ("cairn-browser=:Asia/Kolkata", nil, "Asia/Kolkata"),
    ("cairn-browser=true:Etc/GMT+5", .dark, "Etc/GMT+5"),
    ("cairn-browser=true", .dark, nil),
    ("cairn-browser=false:Europe/Atlantis", .light, nil),
    ("cairn-browser=false:GMT+0312", .light, nil),
    ("cairn-browser=false:../../etc/passwd", .light, nil),
    ("cairn-browser=maybe:europe/berlin", nil, nil),
    ("xcairn-browser=true:UTC", nil, nil),
    ("cairn-browser=true:Etc/\(String(repeating: "A", count: 9000))", .dark, nil),
    ("", nil, nil),
  ])
  func `Only known values are accepted`(
    cookies: String, colorScheme: ColorScheme?, timeZone: String?
  ) {
    let report = BrowserReport(cookies: cookies)
    #expect(report.colorScheme == colorScheme)
    #expect(report.timeZone == timeZone)
  }

  /// Otherwise, the script would request the page again each time.
  @Test func `A page names the time zone that the script has sent, even if it isn't known`() {
    let fields = RequestFields.timeZone
    for zone in ["Europe/Atlantis", "EST5EDT", "undefined"] {
      let cookie = "cairn-browser=true:\(zone)"
      #expect(fields.cookie(.dark, BrowserReport(cookies: cookie)) == cookie + ";path=/")
    }
  }

  @Test(arguments: ["dark", "\"dark\""])
  func `The browser's header precedes the cookie`(header: String) throws {
    let request = try #require(
      HTTPRequest(target: "/", headers: ["Sec-CH-Prefers-Color-Scheme": header]))
    let values = RequestSource(request, cookies: "cairn-browser=false:Europe/Paris").values
    #expect(values.colorScheme == .dark)
    #expect(values.timeZone == TimeZone(identifier: "Europe/Paris"))
    #expect(values.clientAddress == "127.0.0.1")
    #expect(values.id == request.id)
  }

  @Test func `A request gets one random ID, and ignores the ID of an unknown client`() throws {
    let request = try #require(HTTPRequest(target: "/", headers: ["X-Request-ID": "mine"]))
    #expect(request.id.count == 32)
    #expect(request.id == request.id)
    let other = try #require(HTTPRequest(target: "/"))
    #expect(request.id != other.id)
  }
}
