import Testing

@testable import CairnHTTP

@Suite struct ArrivedPartsTests {
  private func append(_ bytes: [UInt8], to parts: inout ArrivedParts) {
    bytes.withUnsafeBytes { parts.append($0) }
  }

  /// Returns the sizes of the parts that are left.
  private func sizes(of parts: inout ArrivedParts) -> [Int] {
    var sizes: [Int] = []
    while let part = parts.takeFirst() { sizes.append(part.count) }
    return sizes
  }

  @Test func `Small segments are collected in few parts`() {
    var parts = ArrivedParts()
    for _ in 0..<40_000 { append([0x61], to: &parts) }
    #expect(parts.size == 40_000)
    let all = sizes(of: &parts)
    #expect(all == [16_384, 16_384, 7_232])
    #expect(parts.size == 0)
    #expect(parts.isEmpty)
  }

  @Test func `Small segments between large ones don't add many parts`() {
    var parts = ArrivedParts()
    for _ in 0..<4 {
      append([0x61], to: &parts)
      append([UInt8](repeating: 0x62, count: 16_384), to: &parts)
    }
    let all = sizes(of: &parts)
    #expect(all.count == 8)
    #expect(all.reduce(0, +) == 4 * 16_385)
  }

  @Test func `The bytes keep their order`() {
    var parts = ArrivedParts()
    for segment in ["one", "", "two"] { append(Array(segment.utf8), to: &parts) }
    let first = parts.takeFirst()
    append(Array("three".utf8), to: &parts)
    let second = parts.takeFirst()
    #expect(first == Array("onetwo".utf8))
    #expect(second == Array("three".utf8))
    let rest = parts.takeFirst()
    #expect(rest == nil)
  }

  @Test func `Removed bytes no longer count`() {
    var parts = ArrivedParts()
    append([1, 2, 3], to: &parts)
    parts.removeAll()
    #expect(parts.size == 0)
    #expect(parts.isEmpty)
  }
}
