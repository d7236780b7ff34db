import CairnHTTP
import Dispatch
import Synchronization
import Testing

@testable import CairnEndpoints

#if canImport(Glibc)
  import Glibc
#endif

/// The threads that middleware, pages, and endpoints run on.
@Suite struct MiddlewareThreadTests {
  private enum Local {
    @TaskLocal static var value = "none"
  }

  /// Passes requests on with a task-local value.
  private struct Setting: Middleware {
    func respond(to request: EndpointRequest, _ next: Next) async throws -> EndpointResponse {
      await Local.$value.withValue("middleware") { await next() }
    }
  }

  /// Waits until the test opens it, and then passes requests on.
  private struct Waiting: Middleware {
    let gate: Gate

    func respond(to request: EndpointRequest, _ next: Next) async throws -> EndpointResponse {
      await gate.wait()
      return await next()
    }
  }

  private final class Gate: Sendable {
    private let waiting = Mutex<CheckedContinuation<Void, Never>?>(nil)

    func wait() async {
      await withCheckedContinuation { continuation in waiting.withLock { $0 = continuation } }
    }

    /// - Returns: Whether something was waiting.
    func open() -> Bool {
      let waiting = waiting.withLock { $0.take() }
      waiting?.resume()
      return waiting != nil
    }
  }

  private final class Notes: Sendable {
    private let notes = Mutex<[String]>([])
    var all: [String] { notes.withLock { $0 } }
    func add(_ note: String) { notes.withLock { $0.append(note) } }
  }

  private let notes = Notes()

  private func passage(_ middleware: any Middleware) throws -> MiddlewareChain.Passage {
    let chain = try #require(
      MiddlewareChain([middleware], sessions: KnownSessions()) { _, _ in })
    let request = try #require(HTTPRequest(target: "/"))
    let caller = UInt(pthread_self())
    let page = MiddlewareChain.Page(
      respond: { [notes] in
        let isCaller = UInt(pthread_self()) == caller
        notes.add("\(isCaller ? "caller" : "other thread") \(Local.value)")
        return .now(.text("page"))
      },
      elsewhere: { [notes] work in
        notes.add("elsewhere")
        DispatchQueue.global().async(execute: work)
      })
    return chain.passage(of: request, to: page)
  }

  @Test func `Without waiting, the page responds on the thread of the request`() throws {
    guard case .now(let response) = try passage(Setting()).answer() else {
      Issue.record("The middleware has waited.")
      return
    }
    #expect(Answer(response).text == "page")
  }

  @Test func `A page doesn't inherit task-local values of middleware`() throws {
    _ = try passage(Setting()).answer()
    #expect(notes.all == ["caller none"])
  }

  @Test func `After middleware has waited, the page responds where it may block`() async throws {
    let gate = Gate()
    guard case .later(let promise) = try passage(Waiting(gate: gate)).answer() else {
      Issue.record("The middleware hasn't waited.")
      return
    }
    #expect(notes.all.isEmpty)
    let hasOpened = gate.open()
    #expect(hasOpened)
    let response = await withCheckedContinuation { continuation in
      promise.whenFulfilled { continuation.resume(returning: $0) }
    }
    #expect(Answer(try #require(response)).text == "page")
    #expect(notes.all.first == "elsewhere")
    #expect(notes.all.last?.hasSuffix(" none") == true)
  }

  @Test func `A page that never responds leads to a response with status 500`() throws {
    let chain = try #require(MiddlewareChain([Setting()], sessions: KnownSessions()) { _, _ in })
    let page = MiddlewareChain.Page(respond: { .later(Promise()) }, elsewhere: { $0() })
    let request = try #require(HTTPRequest(target: "/"))
    guard case .now(let response) = chain.passage(of: request, to: page).answer() else {
      Issue.record("The request still waits.")
      return
    }
    #expect(response.status == .internalServerError)
  }
}
