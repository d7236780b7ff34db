import CairnFeatures
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
  }

  private func part(_ changes: ((inout Document) -> Void)...) -> ChangedPart {
    var document = Document()
    for change in changes { change(&document) }
    return ChangedPart(from: Document(), to: document)
  }

  @Test func `the same property is the same part`() {
    #expect(part { $0.title = "a" } == part { $0.title = "b" })
    #expect(part { $0.lines[1].text = "a" } == part { $0.lines[1].text = "b" })
    #expect(part { $0.tags["a"] = 1 } == part { $0.tags["b"] = 1 })
  }

  @Test func `other properties are other parts`() {
    let parts = [
      part { $0.title = "a" }, part { $0.lines[0].text = "a" }, part { $0.lines[1].text = "a" },
      part { $0.lines[1].note = "a" }, part { $0.lines.append(Line()) }, part { $0.tags["a"] = 1 },
      part({ $0.title = "a" }, { $0.tags["a"] = 1 }),
    ]
    // A list that is longer is the list.
    #expect(Set(parts).count == parts.count)
  }
}
