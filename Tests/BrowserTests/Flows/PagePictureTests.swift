import Testing

/// The comparison of reduced pictures, without a browser.
@Suite struct PagePictureTests {
  private let part = PagePicture.Part(
    name: "Filled", x: 16, width: 450, height: 200,
    colors: [
      .init(red: 254, green: 253, blue: 252, isFrequent: true),
      .init(red: 0, green: 10, blue: 200, isFrequent: false),
    ],
    cells: Array(repeating: 60, count: 384))

  /// Returns the number of differences after a change of a part.
  private func count(
    of other: PagePicture.Part? = nil, _ change: (inout PagePicture.Part) -> Void
  ) -> Int {
    let first = other ?? part
    var changed = first
    change(&changed)
    return PagePicture(parts: [changed]).differences(from: PagePicture(parts: [first])).count
  }

  @Test func `A picture can be read again`() {
    var code = part
    (code.name, code.cells) = ("Filled, code", [])
    let picture = PagePicture(parts: [part, code])
    let text = picture.text(of: "fields") + PagePicture(parts: []).text(of: "other")
    let expected = ["fields": picture, "other": PagePicture(parts: [])]
    #expect(PagePicture.pictures(in: text) == expected)
  }

  @Test func `Small differences are tolerated`() {
    #expect(count { _ in } == 0)
    #expect(count { $0.x += 20 } == 0)
    #expect(count { $0.height += 24 } == 0)
    #expect(count { $0.colors[0].red -= 6 } == 0)
    // A color that isn't frequent can be missing.
    #expect(count { $0.colors.removeLast() } == 0)
    // 19 of 384 cells are 5 percent.
    #expect(count { for cell in 0..<19 { $0.cells[cell] -= 10 } } == 0)
    #expect(count { for cell in 0..<384 { $0.cells[cell] -= 1 } } == 0)
  }

  @Test func `The cells of a low part are compared in groups`() {
    var low = part
    low.height = 180
    let whole = count(of: low) {
      for row in 0..<16 { for column in 0..<4 { $0.cells[row * 24 + column] -= 10 } }
    }
    #expect(whole == 1)
    // In each of the groups of two by two cells, only one cell differs.
    let change = { (part: inout PagePicture.Part) in
      for row in stride(from: 0, to: 16, by: 2) {
        for column in stride(from: 0, to: 8, by: 2) { part.cells[row * 24 + column] -= 10 }
      }
    }
    #expect(count(of: low, change) == 0)
    #expect(count(change) == 1)
  }

  @Test func `Large differences are found`() {
    #expect(count { $0.name = "Empty" } == 2)
    #expect(count { $0.x += 30 } == 1)
    #expect(count { $0.width -= 30 } == 1)
    #expect(count { $0.height += 50 } == 1)
    #expect(count { $0.colors[0].blue = 200 } == 2)
    #expect(count { for cell in 0..<20 { $0.cells[cell] -= 10 } } == 1)
    #expect(count { for cell in 0..<384 { $0.cells[cell] -= 2 } } == 1)
  }
}
