import Cairn
import CairnHTTP
import CairnSecurity
import CairnServer
import CairnTesting
import Foundation
import Testing
import Ways

@testable import Gallery

/// The webhook that sets the stock of an item.
@Suite(.withoutScript(.requests)) struct WebhookTests {
  private let inventory: InventoryClient

  init() throws {
    inventory = .database(try InventoryDatabase(at: .memory, seed: Item.samples))
  }

  private func send(
    _ message: String, signature: String?, key: Secret? = Secret("key"),
    to inventory: InventoryClient? = nil
  ) async throws -> BrowserResponse {
    let inventory = inventory ?? self.inventory
    let server = try Server {
      $0.inventory = inventory
      $0.stockKey = key
    } mounts: {
      GalleryApp.mounts()
    }
    var request = BrowserRequest(
      method: "POST", target: "/inventory/hooks/stock",
      headers: [("Content-Type", "application/json"), ("Origin", "https://example.com")],
      body: Array(message.utf8))
    if let signature { request.headers.append(("Stock-Signature", signature)) }
    return try await InProcessTransport(server).send(request)
  }

  /// Sends a message with a valid signature.
  private func deliver(
    _ message: String, to inventory: InventoryClient? = nil
  ) async throws -> BrowserResponse {
    try await send(message, signature: Self.signature(of: message), to: inventory)
  }

  private static func signature(of message: String, key: String = "key") -> String {
    HMACSHA256.code(of: Array(message.utf8), key: Array(key.utf8)).bytes
      .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func message(_ id: String, item: Int = 2, quantity: Int = 5) -> String {
    #"{"id":"\#(id)","item":\#(item),"quantity":\#(quantity)}"#
  }

  private var monitor: Item.Status? { inventory.item(2)?.status }

  @Test func `A signed message of another site sets the quantity of an item`() async throws {
    let response = try await deliver(Self.message("a"))
    #expect(response.status == 200)
    #expect(response.text == #"{"outcome":"applied"}"#)
    #expect(monitor == .inStock(quantity: 5))
    let last = try await deliver(Self.message("b", quantity: 0))
    #expect(last.text == #"{"outcome":"applied"}"#)
    #expect(monitor == .outOfStock(isOnBackOrder: false))
  }

  @Test func `A message that's delivered again changes nothing`() async throws {
    let message = Self.message("a")
    #expect(try await deliver(message).text == #"{"outcome":"applied"}"#)
    #expect(try await deliver(Self.message("b", quantity: 7)).text == #"{"outcome":"applied"}"#)
    let again = try await deliver(message)
    #expect(again.status == 200)
    #expect(again.text == #"{"outcome":"repeated"}"#)
    #expect(monitor == .inStock(quantity: 7))
  }

  @Test func `A message without a signature is rejected`() async throws {
    let response = try await send(Self.message("a"), signature: nil)
    #expect(response.status == 401)
    #expect(response.text.contains("The message isn't signed."))
    #expect(monitor == .inStock(quantity: 20))
  }

  @Test func `A message with a wrong signature is rejected`() async throws {
    let message = Self.message("a")
    for signature in [
      "x", Self.signature(of: message, key: "other"), Self.signature(of: Self.message("b")),
    ] {
      let response = try await send(message, signature: signature)
      #expect(response.status == 403)
      #expect(response.text.contains("The signature isn't valid."))
    }
    #expect(monitor == .inStock(quantity: 20))
    // A rejected message doesn't count as delivered.
    #expect(try await deliver(message).text == #"{"outcome":"applied"}"#)
  }

  @Test func `Without a key, the webhook doesn't exist`() async throws {
    let message = Self.message("a")
    let response = try await send(message, signature: Self.signature(of: message), key: nil)
    #expect(response.status == 404)
    #expect(monitor == .inStock(quantity: 20))
  }

  @Test func `A message that isn't valid is reported`() async throws {
    for message in [
      Self.message(""), Self.message("a", quantity: -1), Self.message("a", item: 9), "{}",
    ] {
      #expect(try await deliver(message).status == 422, "\(message)")
    }
    #expect(try await deliver("x").status == 400)
    // They don't count as delivered.
    #expect(try await deliver(Self.message("a")).text == #"{"outcome":"applied"}"#)
  }

  @Test func `If the database can't be written, the sender can try again`() async throws {
    var failing = inventory
    failing.receive = { _ in throw InventoryIsNotWritten() }
    #expect(try await deliver(Self.message("a"), to: failing).status == 503)
    #expect(try await deliver(Self.message("a")).text == #"{"outcome":"applied"}"#)
  }
}
