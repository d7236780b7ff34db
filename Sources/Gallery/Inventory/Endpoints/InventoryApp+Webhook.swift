import Cairn
import CairnServer

extension HTTPField.Name {
  /// The HMAC-SHA256 of the body with the key of the sender, in hexadecimal digits.
  static let stockSignature = Self("Stock-Signature")!
}

extension InventoryApp {
  /// Sets the stock of an item when another system reports it.
  ///
  /// The signature authenticates the sender, so the endpoint accepts requests of other sites. The ID of the delivery is
  /// part of the signed body. Otherwise, an attacker could send a recorded message again with another ID.
  @EndpointBuilder static var stockWebhook: [Endpoint] {
    Endpoint(.post, "/hooks/stock", body: .bytes(limit: 10_000)) { request in
      @Dependency(\.inventory) var inventory
      @Dependency(\.stockKey) var key
      guard let key else {
        throw HTTPProblem(status: .notFound, detail: "The webhook isn't set up.")
      }
      guard let signature = request.headers[.stockSignature] else {
        throw HTTPProblem(status: .unauthorized, detail: "The message isn't signed.")
      }
      guard request.hasSignature(signature, key: Array(key.reveal().utf8)) else {
        throw HTTPProblem(status: .forbidden, detail: "The signature isn't valid.")
      }
      let delivery = try request.json(as: StockDelivery.self)
      if let problem = delivery.problem {
        throw HTTPProblem(status: .unprocessableContent, detail: problem)
      }
      do {
        let outcome = try await problemIfNotWritten { try await inventory.receive(delivery) }
        return .json(["outcome": outcome])
      } catch let error as ItemIsUnknown {
        throw HTTPProblem(
          status: .unprocessableContent, detail: "There is no item \(error.id).")
      }
    }
    .acceptingOtherSites()
  }
}
