import Foundation

/// A request of a user of the tickets.
struct TicketStep: Sendable {
  let name: String
  let run: @Sendable (LiveVisitor, Targets, _ number: Int) throws -> Void

  /// The controls of the first page.
  struct Targets {
    /// The ID of the header that sorts the tickets by priority.
    let priority: String
    /// The name of the search field.
    let search: String
    /// The number of a ticket in the middle.
    let middle: Int

    init(_ visitor: LiveVisitor, count: Int) throws {
      priority = try visitor.button("Priority")
      search = try visitor.searchField()
      middle = count / 2
    }
  }

  static let all = [
    TicketStep(name: "first page") { visitor, _, _ in try visitor.open("/tickets") },
    TicketStep(name: "page in the middle") { visitor, targets, _ in
      let position = "after.\(targets.middle).\(targets.middle)"
      try visitor.open("/tickets?sort=number&order=asc&page=\(position)")
    },
    TicketStep(name: "last page") { visitor, _, _ in try visitor.open("/tickets?page=last") },
    TicketStep(name: "page of a search for all tickets") { visitor, _, _ in
      try visitor.open("/tickets?q=in")
    },
    TicketStep(name: "tap on a header") { visitor, targets, _ in
      try visitor.send([("~tap", targets.priority)])
    },
    TicketStep(name: "typed search") { visitor, targets, number in
      try visitor.send([(targets.search, number % 2 == 0 ? "printer" : "kyoto")])
    },
  ]
}

extension LiveVisitor {
  /// Returns the name of the search field of the page.
  fileprivate func searchField() throws -> String {
    let page = String(decoding: markup, as: UTF8.self)
    guard let match = page.firstMatch(of: /type="search"[^>]* name="([^"]*)"/) else {
      throw Failure("The page has no search field.")
    }
    return String(match.1)
  }
}
