import CairnBytes
import Testing

@Suite struct FNV1aTests {
  @Test func `FNV-1a matches the specification`() {
    #expect(FNV1a.hash("") == 0xCBF2_9CE4_8422_2325)
    #expect(FNV1a.hash("a") == 0xAF63_DC4C_8601_EC8C)
    #expect(FNV1a.hash("foobar") == 0x8594_4171_F739_67E8)
    #expect(FNV1a.hash("ar", seed: FNV1a.hash("foob")) == FNV1a.hash("foobar"))
  }
}
