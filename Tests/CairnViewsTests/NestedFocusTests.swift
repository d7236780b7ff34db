import Testing

@testable import CairnViews

/// The focus after its button is gone from a calendar, whose days and hours are nested collections.
@Suite struct NestedFocusTests {
  private final class Model {
    var isOver = false
    var booked: [String: Int] = [:]
  }

  private struct Calendar: View {
    let model: Model

    var body: some View {
      Button("Today") {}
      ForEach(["Mon", "Tue"], id: \.self) { day in
        ForEach(8..<11) { hour in
          let name = "\(day) \(hour)"
          if let length = model.booked[name] {
            if length > 0 { Button("Booking on \(name)") {} }
          } else if !model.isOver || hour > 8 {
            Button("Book \(name)") {}
          } else {
            Text(name)
          }
        }
      }
    }
  }

  /// Days whose hours are inside a branch.
  private struct Agenda: View {
    let hours: [Int]

    var body: some View {
      ForEach(["Mon", "Tue"], id: \.self) { day in
        if !day.isEmpty {
          ForEach(hours, id: \.self) { hour in Button("Book \(day) \(hour)") {} }
        }
      }
    }
  }

  private let model = Model()

  /// Returns the button that gets the focus after a pressed button has presented a sheet, and the model has changed
  /// behind the sheet.
  private func focused(after pressed: String, _ change: () -> Void) throws -> [String] {
    let view = Calendar(model: model)
    return try focused(after: pressed, in: view) {
      change()
      return view
    }
  }

  private func focused<Content: View>(
    after pressed: String, in view: Content, then changed: () -> Content
  ) throws -> [String] {
    let id = try #require(taps(pressed, in: page(view)).last)
    let button = collect(view, wanted: [id]).button(id)
    let view = changed()
    var context = PageContext()
    context.focus = .returns(to: button, path: "/new")
    return page(view, context).split(separator: "<")
      .filter { $0.prefix { $0 != ">" }.contains(" autofocus") }
      .map { String($0.drop { $0 != ">" }.dropFirst()) }
  }

  @Test func `The control that has replaced the button gets the focus`() throws {
    let focused = try focused(after: "Book Mon 9") { model.booked["Mon 9"] = 1 }
    #expect(focused == ["Booking on Mon 9"])
  }

  @Test(arguments: [(8, "Book Mon 9"), (9, "Book Mon 10"), (10, "Book Mon 9")])
  func `If nothing has replaced it, the adjacent row of the innermost collection gets the focus`(
    hour: Int, next: String
  ) throws {
    let focused = try focused(after: "Book Mon \(hour)") { model.booked["Mon \(hour)"] = 0 }
    #expect(focused == [next])
  }

  @Test func `If the innermost collection has no buttons, the next row of the outer one gets it`()
    throws
  {
    let focused = try focused(after: "Book Mon 9") {
      for hour in 8...10 { model.booked["Mon \(hour)"] = 0 }
    }
    #expect(focused == ["Book Tue 8"])
  }

  @Test func `A branch around the inner collection doesn't take the focus from its rows`() throws {
    let focused = try focused(after: "Book Mon 9", in: Agenda(hours: [8, 9, 10])) {
      Agenda(hours: [8, 10])
    }
    #expect(focused == ["Book Mon 10"])
  }

  @Test func `A button that's still there keeps the focus`() throws {
    model.isOver = true
    let focused = try focused(after: "Book Tue 9") { model.booked["Tue 8"] = 1 }
    #expect(focused == ["Book Tue 9"])
  }
}
