import CairnHTTP
import CairnScreens
import Foundation
import IssueReportingTestSupport
import Testing

@testable import CairnEndpoints

/// Values of paths, queries, and forms.
@Suite struct EndpointValuesTests {
  private enum Order: String, RouteValue {
    case ascending, descending
  }

  private let query = EndpointValues(
    [
      ("page", "3"), ("empty", ""), ("tag", "a"), ("tag", "b"), ("bad", "x"),
      ("order", "descending"), ("id", "0B0F2B6E-8A51-4F0C-9D6B-6A4B3B0D7C11"),
    ], in: .query)

  @Test func `Values are read as types`() throws {
    let page: Int = try query("page", as: Int.self)
    #expect(page == 3)
    let text = try query("page")
    #expect(text == "3")
    let order = try query("order", as: Order.self)
    #expect(order == .descending)
    let id = try query("id", as: UUID.self)
    #expect(id.uuidString.hasPrefix("0B0F"))
    let tags = try query("tag", as: [String].self)
    #expect(tags == ["a", "b"])
    let first = try query("tag")
    #expect(first == "a")
    let none = try query("none", as: [Int].self)
    #expect(none == [])
  }

  @Test func `A missing or empty value is nil or the default`() throws {
    for name in ["missing", "empty"] {
      let optional = try query(name, as: Int?.self)
      #expect(optional == nil)
      let value = try query(name, default: 7)
      #expect(value == 7)
    }
    let present = try query("page", as: Int?.self)
    #expect(present == 3)
    let value = try query("page", default: 7)
    #expect(value == 3)
  }

  @Test(arguments: [
    (EndpointValues.Source.path, 404, "The “bad” in the path isn't valid."),
    (.query, 400, "The “bad” in the query isn't valid."),
    (.form, 422, "The “bad” in the form isn't valid."),
  ])
  func `A value that isn't valid is a problem`(
    source: EndpointValues.Source, status: Int, detail: String
  ) {
    let values = EndpointValues([("bad", "x")], in: source)
    let problem = #expect(throws: HTTPProblem.self) { try values("bad", as: Int.self) }
    #expect(problem?.status.code == status)
    #expect(problem?.detail == detail)
    let optional = #expect(throws: HTTPProblem.self) { try values("bad", as: Int?.self) }
    #expect(optional?.status.code == status)
    let list = #expect(throws: HTTPProblem.self) { try values("bad", as: [Int].self) }
    #expect(list?.status.code == status)
    let other = #expect(throws: HTTPProblem.self) { try values("bad", default: 1) }
    #expect(other?.status.code == status)
  }

  @Test func `A missing value is a problem`() {
    let problem = #expect(throws: HTTPProblem.self) { try query("from") }
    #expect(problem?.status == .badRequest)
    #expect(problem?.detail == "The query has no “from”.")
    let form = EndpointValues([], in: .form)
    let other = #expect(throws: HTTPProblem.self) { try form("from") }
    #expect(other?.status == .unprocessableContent)
  }

  @Test func `A name that the path doesn't have is reported`() {
    let path = EndpointValues([("id", "1")], in: .path)
    withKnownIssue {
      let problem = #expect(throws: HTTPProblem.self) { try path("room") }
      #expect(problem?.status == .internalServerError)
    } matching: {
      $0.description.contains("has no parameter 'room'")
    }
  }

  @Test func `Names are compared as bytes`() {
    let values = EndpointValues([("e\u{301}", "1")], in: .query)
    #expect(throws: HTTPProblem.self) { try values("\u{e9}") }
  }
}
