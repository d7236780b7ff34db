import Foundation
import Testing

@testable import CairnViews

@Suite struct StableIDTests {
  // These constants are sent over the network and kept in browsers' pages, so a change of the hash must be noticed.
  @Test func `Hashes are the same in every process`() {
    #expect(Hex.string(StableHash.of(1)) == "690d6bc8208d143d")
    #expect(Hex.string(StableHash.of("keyboard")) == "679e8f8739e2b9c5")
    #expect(Hex.string(StableHash.of("")) == "9ae16a3b2f90404f")
    let uuid = UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
    #expect(Hex.string(StableHash.of(uuid)) == "1874b9f8cbd7666b")
    #expect(Hex.string(Place.mix(1, 2)) == "0adaf0e762d638b8")
  }

  enum Plain { case red, green }
  enum Raw: String { case red, green }
  struct Custom: StableHashable { let stableHash: UInt64 }

  @Test func `Values with the same meaning have equal hashes`() {
    #expect(StableHash.of(Int8(-3)) == StableHash.of(-3))
    #expect(StableHash.of(UInt64(7)) == StableHash.of(7))
    #expect(StableHash.of(Raw.red) == StableHash.of("red"))
    #expect(StableHash.of(Plain.red) == StableHash.of("red"))
    #expect(StableHash.of(Plain?.some(.green)) == StableHash.of(Plain.green))
    #expect(StableHash.of(Int?.some(4)) == StableHash.of(4))
    #expect(StableHash.of(Int?.none) == StableHash.of(String?.none))
    #expect(StableHash.of(Int?.none) != StableHash.of(0))
    #expect(StableHash.of(Custom(stableHash: 99)) == 99)
    #expect(StableHash.of(Custom?.some(Custom(stableHash: 99))) == 99)
  }

  /// The hash function of a type is determined once, regardless of how often it's used and how it's wrapped.
  @Test func `A wrapped value has the hash of its content`() {
    enum Color: String { case red }
    for _ in 0..<2 {
      #expect(StableHash.of(Color.red) == StableHash.of("red"))
      #expect(StableHash.of(Color?.some(.red)) == StableHash.of("red"))
      #expect(StableHash.of(Color??.some(.some(.red))) == StableHash.of("red"))
      #expect(StableHash.of(Color?.none) == StableHash.of(Int?.none))
      #expect(StableHash.of(AnyHashable(Color.red)) == StableHash.of("red"))
      #expect(StableHash.of(AnyHashable(UInt8(7))) == StableHash.of(7))
      #expect(StableHash.of([1, 2]) == StableHash.of("[1, 2]"))
    }
  }

  @Test func `Hashes of many values differ`() {
    var hashes = Set((-50_000..<50_000).map { StableHash.of($0) })
    #expect(hashes.count == 100_000)
    hashes = Set((0..<100_000).map { StableHash.of("item \($0)") })
    #expect(hashes.count == 100_000)
    hashes = []
    for parent in 0..<300 as Range<UInt64> {
      for position in 0..<300 as Range<UInt64> { hashes.insert(Place.mix(parent, position)) }
    }
    #expect(hashes.count == 90_000)
  }

  @Test func `Hexadecimal digits survive a round trip`() {
    for value in [0, 1, 0x0123_4567_89AB_CDEF, UInt64.max, 0xA0B0_C0D0_E0F0_0909] as [UInt64] {
      let expected = String(value, radix: 16)
      let padded = String(repeating: "0", count: 16 - expected.count) + expected
      #expect(Hex.string(value) == padded)
      #expect(Hex.parse(padded) == value)
    }
    #expect(Hex.parse("123") == nil)
    #expect(Hex.parse("00000000000000zz") == nil)
    #expect(Hex.parse("0123456789ABCDEF") == nil)
    #expect(Hex.parse("+123456789012345") == nil)
  }

  struct Item: Identifiable { let id: Int }

  @Test func `The buttons of a row keep their IDs`() {
    func ids(_ items: [Int]) -> [UInt64] {
      taps("Edit", in: page(List(items.map(Item.init)) { _ in Button("Edit") {} }))
    }
    let all = ids([1, 2, 3])
    #expect(Set(all).count == 3)
    #expect(ids([3, 2]) == [all[2], all[1]])
    #expect(ids([1, 2, 3]) == all)
  }

  @Test func `Branches, siblings, and explicit IDs differ`() {
    func view(_ condition: Bool, id: String) -> some View {
      Group {
        if condition { Button("A") {} } else { Button("A") {} }
        Button("B") {}
        Button("C") {}.id(id)
      }
    }
    let first = page(view(true, id: "x"))
    let second = page(view(false, id: "y"))
    #expect(taps("A", in: first) != taps("A", in: second))
    #expect(taps("B", in: first) == taps("B", in: second))
    #expect(taps("C", in: first) != taps("C", in: second))
    #expect(Set(["A", "B", "C"].flatMap { taps($0, in: first) }).count == 3)
  }

  @Test func `Modifiers don't change IDs`() {
    let box = Box<Item?>(nil)
    func view() -> some View {
      Button("A") {}.sheet(item: box.binding) { _ in Text("sheet") }
    }
    let id = taps("A", in: page(view()))
    box.value = Item(id: 1)
    #expect(taps("A", in: page(view())) == [])
    box.value = nil
    #expect(taps("A", in: page(view())) == id)
  }
}
