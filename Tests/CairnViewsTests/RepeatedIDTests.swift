import CairnCases
import Synchronization
import Testing

@testable import CairnViews

extension Issue {
  fileprivate var text: String { comments.map(\.rawValue).joined(separator: "\n") }
}

@Suite struct RepeatedIDTests {
  private struct Line: Identifiable {
    let id: Int
    var text: String
  }

  private func view(_ lines: Box<[Line]>) -> some View {
    List {
      ForEach(Array(lines.value.enumerated()), id: \.element.id) { index, line in
        TextField(
          "Line \(index)",
          text: Binding(
            get: { lines.value[index].text }, set: { lines.value[index].text = $0 }))
      }
    }
  }

  @Test func `Elements with the same ID are distinguished by their order`() {
    let lines = Box([7101, 7102, 7101, 7103, 7101].map { Line(id: $0, text: "") })
    withKnownIssue {
      let names = fieldNames(in: page(view(lines)))
      #expect(Set(names.map(\.id)).count == 5)
      let handlers = collect(view(lines), wanted: Set(names.map(\.id))).fields
      for (index, name) in names.enumerated() {
        #expect(handlers[name.id]?.write("text \(index)") == .applied)
      }
    } matching: {
      $0.text.contains("more than one element with the ID 7101")
    }
    #expect(lines.value.map(\.text) == (0..<5).map { "text \($0)" })
  }

  @Test func `A repeated ID is reported once per location`() {
    let lines = Box([7201, 7201, 7202, 7202].map { Line(id: $0, text: "") })
    let count = Atomic(0)
    withKnownIssue {
      _ = page(view(lines))
    } matching: { issue in
      count.add(1, ordering: .relaxed)
      return ["7201", "7202"].contains { issue.text.contains("ID \($0)") }
        && issue.text.contains("RepeatedIDTests.swift:")
    }
    #expect(count.load(ordering: .relaxed) == 2)
    for _ in 1...3 { _ = page(view(lines)) }
  }

  /// Elements before the first repeated ID keep their names.
  @Test func `The first of several elements with one ID keeps its name`() {
    let names = [[7301], [7301, 7302, 7301]].map { ids -> [FieldName] in
      var names: [FieldName] = []
      withKnownIssue(isIntermittent: true) {
        names = fieldNames(in: page(view(Box(ids.map { Line(id: $0, text: "") }))))
      }
      return names
    }
    #expect(names[0].first == names[1].first)
  }

  @Test(arguments: [0, 1, 2, 3, 50, 1000])
  func `Repeats are found among any number of IDs`(count: Int) {
    let ids = (0..<UInt64(count)).map { $0 &* 0x9E37_79B9_7F4A_7C15 }
    #expect(!RepeatedIDs.areThere(in: ids) { $0 })
    for id in ids { #expect(RepeatedIDs.areThere(in: ids + [id]) { $0 }) }
    // All IDs are in one slot.
    let close = (0..<UInt64(count)).map { $0 }
    #expect(!RepeatedIDs.areThere(in: close) { $0 })
  }

  @Test func `Repeated IDs work with remembered rows`() {
    struct Row: View, Equatable {
      let text: String
      var body: some View { Button(text) {} }
    }
    let memory = RenderMemory(isOn: true)
    func html(_ ids: [Int]) -> String {
      var context = PageContext()
      context.memory = memory
      var html = ""
      withKnownIssue(isIntermittent: true) {
        html = page(List { ForEach(ids, id: \.self) { Row(text: "Row \($0)") } }, context)
      }
      return html
    }
    for ids in [[7401, 7402], [7401, 7402, 7401], [7402, 7401, 7401], [7401]] {
      let html = html(ids)
      let names = html.split(separator: "name=\"~tap\" value=\"").dropFirst().map { $0.prefix(16) }
      #expect(Set(names).count == names.count)
      for id in ids { #expect(html.contains("Row \(id)")) }
    }
  }
}
