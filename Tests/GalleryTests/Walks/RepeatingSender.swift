import CairnTesting
import Synchronization

/// Sends requests to servers whose sessions aren't always available, and repeats them as people do.
final class RepeatingSender: Sendable {
  let site: GallerySite
  let store: OutageStore
  private let rejected = Mutex(0)

  init(to site: GallerySite, with store: OutageStore) {
    self.site = site
    self.store = store
  }

  /// The number of requests that were rejected because of a failure.
  var rejections: Int { rejected.withLock(\.self) }

  /// Sends a request, and repeats it if another server has changed its scene at the same time.
  func answer(to request: BrowserRequest) async throws -> BrowserResponse {
    for _ in 0..<10 {
      let response = try await site.transport.send(request)
      if response.status != 503 { return response }
    }
    return try await site.transport.send(request)
  }

  /// Sends a request while Redis may not be available. Returns the response, or `nil` if it's 503.
  func answerSoon(to request: BrowserRequest) async throws -> BrowserResponse? {
    store.giveUpSoon(true)
    defer { store.giveUpSoon(false) }
    let response = try await site.transport.send(request)
    guard response.status == 503 else { return response }
    rejected.withLock { $0 += 1 }
    return nil
  }
}
