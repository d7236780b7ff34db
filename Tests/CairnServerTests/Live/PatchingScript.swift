import CairnTesting
import Foundation
import Testing

/// The page's script from the server's point of view.
final class PatchingScript {
  /// A response to the script.
  struct Answer {
    let status: Int
    let isPatch: Bool
    let text: String
    private let patch: [String: Any]

    init(_ response: BrowserResponse) {
      let isPatch =
        response.status == 200
        && response.header("Content-Type")?.hasPrefix("text/vnd.cairn.patch") == true
      self.init(
        String(decoding: response.body, as: UTF8.self), status: response.status, isPatch: isPatch)
    }

    init(_ text: String, status: Int = 200, isPatch: Bool = true) {
      self.status = status
      self.isPatch = isPatch
      self.text = text
      let head = text.prefix { $0 != "\0" }
      patch = (try? JSONSerialization.jsonObject(with: Data(head.utf8))) as? [String: Any] ?? [:]
    }

    /// The digest of the page that the patch changes, or `nil` if the patch contains the whole page.
    var from: String? { patch["from"] as? String }
    /// The language and the version of the page, or `nil` if they're unchanged.
    var lang: String? { patch["lang"] as? String }
    fileprivate var to: String? { patch["to"] as? String }
    fileprivate var token: String? { patch["token"] as? String }
    fileprivate var url: String? { patch["url"] as? String }
  }

  /// The browser that has loaded the page.
  let browser: Browser
  /// The digest of the page before the last response.
  private(set) var lastDigest = ""
  private let transport: any BrowserTransport
  private var digest: String
  private var token: String
  private var url: String
  private var number = 0

  /// Loads a page.
  /// - Parameter browser: The browser that loads the page, or `nil` for a new one.
  init(
    _ transport: any BrowserTransport, at url: String, in browser: Browser? = nil
  ) async throws {
    self.transport = transport
    let browser = browser ?? Browser(transport)
    self.browser = browser
    try await browser.open(url)
    let page = try #require(browser.document)
    let meta = try #require(page.first("meta", where: ["name": "cairn-page"])?["content"])
    digest = String(meta.prefix { $0 != " " })
    token = try #require(page.first("input", where: ["name": "~token"])?["value"])
    self.url = url
  }

  /// The ID of the page's scene in its URL.
  var sceneID: String? { url.split(separator: "~").dropFirst().last.map(String.init) }

  /// Returns the name of the page's field with a type, as loaded.
  func fieldName(_ type: String) -> String? {
    browser.document?.first("input", where: ["type": type])?["name"]
  }

  /// Sends a form of the page.
  /// - Parameter digest: The digest of the browser's page, if it differs from the last response.
  func post(_ items: [(String, String)], digest: String? = nil) async throws -> Answer {
    number += 1
    let all = [("~token", token), ("~n", "\(number)")] + items
    return try await send("POST", digest, all.map { "\($0.0)=\($0.1)" }.joined(separator: "&"))
  }

  /// Requests the changes.
  func get(digest: String? = nil) async throws -> Answer {
    try await send("GET", digest)
  }

  /// Requests the page without the script.
  func page() async throws -> Answer {
    Answer(try await transport.send(BrowserRequest(target: url, headers: headers)))
  }

  /// Processes a pushed patch.
  func take(_ patch: String) -> Answer {
    let answer = Answer(patch.replacing("\u{1E}", with: "\0"))
    take(answer)
    return answer
  }

  private var headers: [(String, String)] {
    [("Cookie", browser.cookieHeader), ("Origin", browser.origin)]
  }

  private func send(_ method: String, _ digest: String?, _ body: String = "") async throws -> Answer
  {
    var request = BrowserRequest(method: method, target: url, headers: headers)
    request.headers.append(("Cairn-Page", digest ?? self.digest))
    if method == "POST" {
      request.headers.append(("Content-Type", "application/x-www-form-urlencoded"))
      request.body = Array(body.utf8)
    }
    let answer = Answer(try await transport.send(request))
    take(answer)
    return answer
  }

  private func take(_ answer: Answer) {
    lastDigest = digest
    digest = answer.to ?? digest
    token = answer.token ?? token
    url = answer.url ?? url
  }
}
