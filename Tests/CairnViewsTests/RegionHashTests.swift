import Testing

@testable import CairnViews

@Suite struct SipHashTests {
  /// The first vectors of the reference implementation, `vectors.h`. They're the hashes of 0, 1, … bytes 00, 01, …
  /// with the key 00 01 … 0f, as bytes. The last one is also in appendix A of the paper.
  private static let vectors: [UInt64] = [
    0x310e_0edd_47db_6f72, 0xfd67_dc93_c539_f874, 0x5a4f_a9d9_0980_6c0d, 0x2d7e_fbd7_9666_6785,
    0xb787_7127_e094_27cf, 0x8da6_99cd_6455_7618, 0xcee3_fe58_6e46_c9cb, 0x37d1_018b_f500_02ab,
    0x6224_939a_79f5_f593, 0xb0e4_a90b_df82_009e, 0xf3b9_dd94_c5bb_5d7a, 0xa7ad_6b22_462f_b3f4,
    0xfbe5_0e86_bc8f_1e75, 0x903d_84c0_2756_ea14, 0xeef2_7a8e_90ca_23f7, 0xe545_be49_61ca_29a1,
  ]

  @Test(arguments: vectors.indices) func `Hashes match the specification`(count: Int) {
    let bytes = (0..<count).map { UInt8($0) }
    let hash = bytes.withUnsafeBytes {
      SipHash.of($0, 0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908)
    }
    #expect(hash.byteSwapped == Self.vectors[count])
  }
}

@Suite struct RegionHashTests {
  private static let key = RegionHash.Key((0..<32).map { UInt8($0) * 7 })

  private func hash(_ text: [UInt8], _ key: RegionHash.Key = key) -> UInt64 {
    text.withUnsafeBytes { RegionHash.of($0[...], key) }
  }

  private func text(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ $0 / 251) }
  }

  /// The construction from the comment of ``RegionHash``, byte by byte.
  private func expected(_ text: [UInt8]) -> UInt64 {
    let words = Self.key.words
    func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
      bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    guard text.count > 64 else {
      return text.withUnsafeBytes { SipHash.of($0, words[0], words[1]) }
    }
    var hash = SipHash(words[2], words[3])
    for start in stride(from: 0, to: text.count, by: 1024) {
      let block = text[start..<min(start + 1024, text.count)]
      var sum: UInt128 = 0
      for offset in stride(from: 0, to: block.count, by: 16) {
        let pair = block.dropFirst(offset).prefix(16)
        let key = 6 + offset / 8
        sum &+=
          UInt128(word(pair.prefix(8)) &+ words[key])
          &* UInt128(word(pair.dropFirst(8)) &+ words[key + 1])
      }
      hash.add(UInt64(truncatingIfNeeded: sum))
      hash.add(UInt64(truncatingIfNeeded: sum >> 64))
    }
    hash.add(UInt64(text.count))
    return hash.value()
  }

  @Test func `Texts of every length are hashed as specified`() {
    for count in Array(0...200) + Array(1000...1100) + Array(2040...2060) + [28_000] {
      #expect(hash(text(count)) == expected(text(count)), "\(count) bytes")
    }
  }

  @Test(arguments: [1, 7, 8, 30, 64, 65, 72, 100, 1024, 1025, 3000])
  func `Every byte counts`(count: Int) {
    let original = text(count)
    var hashes: Set = [hash(original), hash(original + [0]), hash([1] + original)]
    for index in 0..<count {
      var changed = original
      changed[index] ^= 0x80
      hashes.insert(hash(changed))
    }
    #expect(hashes.count == count + 3)
  }

  @Test func `Trailing zeros count`() {
    let hashes = Set((0...3000).map { hash([UInt8](repeating: 0, count: $0)) })
    #expect(hashes.count == 3001)
  }

  @Test func `Blocks can't be swapped`() {
    let (one, other) = (text(1024), [UInt8](text(2048).suffix(1024)))
    #expect(hash(one + other) != hash(other + one))
  }

  @Test func `Another key gives other hashes`() {
    let other = RegionHash.Key(Array(repeating: 9, count: 16))
    for count in [0, 30, 3000] { #expect(hash(text(count)) != hash(text(count), other)) }
  }

  @Test func `Markup with another opening tag is hashed as a whole`() {
    let content = text(100)
    let hash = content.withUnsafeBytes {
      RegionHash.of($0[...], openedBy: "<li class=\"row\">", Self.key)
    }
    #expect(hash == self.hash(Array("<li class=\"row\">".utf8) + content))
  }

  @Test func `A sequence depends on its texts, their order, and its number`() {
    func sequence(_ count: Int, _ texts: [[UInt8]]) -> UInt64 {
      var hash = RegionHash.start(Self.key, count)
      for text in texts { text.withUnsafeBytes { hash.mix($0) } }
      return hash.value
    }
    let (one, other) = (text(10), text(20))
    let hashes: Set = [
      sequence(0, []), sequence(1, []), sequence(0, [one]), sequence(0, [one, other]),
      sequence(0, [other, one]), sequence(0, [one + other]), sequence(0, [one, []]),
      hash([]), hash(one),
    ]
    #expect(hashes.count == 9)
  }
}
