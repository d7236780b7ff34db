import CairnBytes
import Testing

@Suite struct FNV1aTests {
  @Test func `FNV-1a is the one of the specification`() {
    #expect(FNV1a.hash("".utf8) == 0xCBF2_9CE4_8422_2325)
    #expect(FNV1a.hash("a".utf8) == 0xAF63_DC4C_8601_EC8C)
    #expect(FNV1a.hash("foobar".utf8) == 0x8594_4171_F739_67E8)
    #expect(FNV1a.hash("ar".utf8, seed: FNV1a.hash("foob".utf8)) == FNV1a.hash("foobar".utf8))
  }
}
