import CairnFeatures
import Foundation
import Testing

@Suite struct ChangedPartTests {
  struct Line: Equatable {
    var text = ""
    var note: String?
  }

  struct Document: Equatable {
    var title = ""
    var lines = [Line(), Line()]
    var tags: [String: Int] = [:]
    var price = Decimal(0)
  }

  private func part(_ changes: ((inout Document) -> Void)...) -> ChangedPart {
    var document = Document()
    for change in changes { change(&document) }
    return ChangedPart(from: Document(), to: document)
  }

  @Test func `Changes of the same property are the same part`() {
    #expect(part { $0.title = "a" } == part { $0.title = "b" })
    #expect(part { $0.lines[1].text = "a" } == part { $0.lines[1].text = "b" })
    #expect(part { $0.tags["a"] = 1 } == part { $0.tags["b"] = 1 })
    #expect(part { $0.price = 2.5 } == part { $0.price = -1_000_000_000_000 })
  }

  @Test func `An optional property is one part with and without a value`() {
    var document = Document()
    document.lines[0].note = "a"
    var next = document
    next.lines[0].note = "ab"
    #expect(ChangedPart(from: document, to: next) == part { $0.lines[0].note = "a" })
    #expect(ChangedPart(from: next, to: Document()) == part { $0.lines[0].note = "a" })
  }

  @Test func `Changes of different properties are different parts`() {
    let parts = [
      part { $0.title = "a" }, part { $0.lines[0].text = "a" }, part { $0.lines[1].text = "a" },
      part { $0.lines[1].note = "a" }, part { $0.lines.append(Line()) }, part { $0.tags["a"] = 1 },
      part({ $0.title = "a" }, { $0.tags["a"] = 1 }),
    ]
    // A longer list is a change of the list itself.
    #expect(Set(parts).count == parts.count)
  }
}
