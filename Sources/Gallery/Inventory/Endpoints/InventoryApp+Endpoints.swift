import Cairn
import CairnServer

extension Item.Color: RouteValue {}

extension InventoryApp {
  /// The endpoints for spreadsheets and other programs.
  @EndpointBuilder static var endpoints: [Endpoint] {
    exports
    importing
    report
    stockWebhook
  }

  /// The items as files, and as JSON for other programs.
  @EndpointBuilder private static var exports: [Endpoint] {
    Endpoint(.get, "/export.csv") { request in
      let items = try items(request)
      return .stream(contentType: "text/csv; charset=utf-8") { writer in
        try await writer.write(csv: [ExportedItem.header])
        try await writer.write(csv: items.lazy.map(\.row))
      }
      .download(as: "inventory.csv")
    }
    Endpoint(.get, "/export.json") { request in
      .json(try items(request)).download(as: "inventory.json")
    }
    Endpoint(.get, "/api/items/:id") { request in
      @Dependency(\.inventory) var inventory
      let id = try request.path("id", as: Int.self)
      guard let item = inventory.item(id) else { throw HTTPProblem(status: .notFound) }
      return .json(ExportedItem(item))
    }
  }

  /// Returns the items that a request asks for. The query `color` selects the items of a color.
  private static func items(_ request: EndpointRequest) throws -> [ExportedItem] {
    @Dependency(\.inventory) var inventory
    let color = try request.query("color", as: Item.Color?.self)
    return inventory.items().filter { color == nil || $0.color == color }
      .map { ExportedItem($0) }
  }
}
