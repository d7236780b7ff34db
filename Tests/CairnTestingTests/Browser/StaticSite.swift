import CairnTesting
import Synchronization

/// Responds from memory by method and target, and records requests.
final class StaticSite: BrowserTransport {
  typealias Answer = @Sendable (BrowserRequest) -> BrowserResponse

  private let answers: [String: Answer]
  private let log = Mutex<[BrowserRequest]>([])

  /// - Parameter answers: Closures by method and target, such as `GET /inventory`.
  init(_ answers: [String: Answer]) {
    self.answers = answers
  }

  /// A site with pages for GET requests.
  convenience init(pages: [String: String]) {
    var answers: [String: Answer] = [:]
    for (target, body) in pages { answers["GET \(target)"] = { _ in .page(body) } }
    self.init(answers)
  }

  var requests: [BrowserRequest] { log.withLock { $0 } }

  func send(_ request: BrowserRequest) async throws -> BrowserResponse {
    log.withLock { $0.append(request) }
    let answer = answers["\(request.method) \(request.target)"]
    return answer?(request) ?? .page("<h1>Not found</h1>", status: 404)
  }
}

extension BrowserResponse {
  static func page(
    _ body: String, title: String = "Page", status: Int = 200, headers: [(String, String)] = []
  ) -> BrowserResponse {
    let html = """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><title>\(title)</title>
      <link rel="canonical" href="/inventory">
      <noscript><meta http-equiv="refresh" content="1"></noscript>
      </head><body>\(body)</body></html>
      """
    return BrowserResponse(
      status: status, headers: [("Content-Type", "text/html; charset=utf-8")] + headers,
      body: Array(html.utf8))
  }

  static func redirect(_ status: Int = 303, to location: String, cookie: String? = nil)
    -> BrowserResponse
  {
    BrowserResponse(
      status: status,
      headers: [("Location", location)] + (cookie.map { [("Set-Cookie", $0)] } ?? []))
  }
}

extension BrowserRequest {
  var bodyText: String { String(decoding: body, as: UTF8.self) }
}

/// Example pages of the HTML contract.
enum ContractPages {
  static let screen = """
    <form class="layer screen" method="post" action="/inventory?~k3" id="layer0">
      <button class="default-action" name="~tap" value="00000000000000d0" tabindex="-1"
        aria-hidden="true"></button>
      <header class="bar">
        <a class="back" href="/">Gallery</a>
        <h1 id="layer0-title">Inventory</h1>
        <div class="toolbar"><button name="~tap" value="00000000000000a1">Add</button></div>
      </header>
      <p class="notice" role="status">Item 7 doesn't exist.</p>
      <main class="content">
        <ul class="list">
          <li class="row"><button class="row-button" name="~tap" value="00000000000000b1">Mouse</button>
            <div class="row-actions"><button name="~tap" value="00000000000000b2">Delete</button></div></li>
          <li class="row"><button class="row-button" name="~tap" value="00000000000000c1">Mouse pad</button>
            <div class="row-actions"><button name="~tap" value="00000000000000c2">Delete</button></div></li>
          <li class="row"><button class="row-button" disabled>Sold</button></li>
        </ul>
      </main>
      <input type="hidden" name="~token" value="t0">
    </form>
    """

  static let sheet = """
    <form class="layer screen" method="post" action="/inventory/add?~k3" id="layer0" inert>
      <header class="bar"><h1>Inventory</h1><div class="toolbar"><button>Add</button></div></header>
      <main class="content"><p class="text">Two items</p></main>
    </form>
    <form class="layer sheet" method="post" action="/inventory/add?~k3" id="layer1">
      <button class="default-action" name="~tap" value="00000000000000d1" tabindex="-1"
        aria-hidden="true"></button>
      <button class="backdrop" name="~tap" value="00000000000000d2" tabindex="-1"
        aria-label="Close"></button>
      <dialog open class="sheet" aria-labelledby="layer1-title" aria-modal="true">
        <header class="bar"><h1 id="layer1-title">Add item</h1>
          <div class="toolbar">
            <button name="~tap" value="00000000000000e1">Save</button>
            <button name="~tap" value="00000000000000e2">Cancel</button></div></header>
        <div class="content"><div class="form"><fieldset class="section"><legend>Item</legend>
          <div class="field"><label for="f-1">Name</label><input class="input" id="f-1"
            name="~f.1.c" type="text" value="Key&amp;board" aria-invalid="true"
            aria-describedby="f-1-error"><p class="error" id="f-1-error">Too short</p></div>
          <div class="field"><label for="f-2">Notes</label><textarea id="f-2" name="~f.2.c">
    &lt;one&gt;
    two</textarea></div>
          <div class="field toggle"><input type="hidden" name="~f.3.c" value="0"><input
            type="checkbox" class="input" role="switch" id="f-3" name="~f.3.c" value="1"
            checked><label for="f-3">In stock</label></div>
          <div class="field"><label for="f-4">Color</label><select id="f-4" name="~f.4.c">
            <option value="n">None</option><option value="r">Red</option></select></div>
          <div class="field stepper" role="group" aria-label="Quantity: 3"><span
            class="label">Quantity: 3</span><button aria-label="Decrement" name="~tap"
            value="00000000000000f1">−</button><button aria-label="Increment" name="~tap"
            value="00000000000000f2">+</button></div>
          <div class="field"><label for="f-5">Serial</label><input id="f-5" name="~f.5.c"
            value="42" disabled></div>
        </fieldset></div></div>
      </dialog>
      <input type="hidden" name="~token" value="t1">
    </form>
    """

  static let alert = """
    <form class="layer screen" method="post" action="/inventory" id="layer0" inert>
      <header class="bar"><h1>Inventory</h1></header><main class="content"></main></form>
    <form class="layer alert" method="post" action="/inventory" id="layer1">
      <div class="backdrop"></div>
      <dialog open class="alert" role="alertdialog" aria-labelledby="layer1-title"
        aria-modal="true" aria-describedby="layer1-message">
        <h1 id="layer1-title">Delete item?</h1>
        <p class="message" id="layer1-message">This can't be undone.</p>
        <div class="buttons">
          <button class="destructive" name="~tap" value="0000000000000001">Delete</button>
          <button class="cancel" name="~tap" value="0000000000000002">Cancel</button></div>
      </dialog>
    </form>
    """
}
