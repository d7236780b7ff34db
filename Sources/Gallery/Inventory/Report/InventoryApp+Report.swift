import Cairn
import CairnServer

extension InventoryApp {
  /// The report that the visitor's session has prepared. Other sessions have their own.
  @EndpointBuilder static var report: [Endpoint] {
    Endpoint(.get, "/report.csv") { _ in
      @Dependency(\.inventory) var inventory
      @Dependency(\.session) var session
      guard let contents = try inventory.report(session.id) else {
        throw HTTPProblem(status: .notFound, detail: "Prepare the report again.")
      }
      return .text(contents, contentType: "text/csv; charset=utf-8").download(as: "reorder.csv")
    }
    .withSession()
  }
}
