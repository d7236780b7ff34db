import CairnBytes
import Testing

@Suite struct ByteSizeTests {
  @Test(arguments: [
    ("0", 0), ("65536", 65536), ("007", 7), ("1kB", 1_000), ("1KB", 1_000), ("1KiB", 1_024),
    ("4MB", 4_000_000), ("4mb", 4_000_000), ("4MiB", 4 << 20), ("1GB", 1_000_000_000),
    ("1GiB", 1 << 30), ("9223372036854775807", Int.max),
  ])
  func `Sizes have decimal or binary units`(text: String, bytes: Int) {
    #expect(ByteSize.bytes(text) == bytes)
  }

  @Test(arguments: [
    "", "kB", "MiB", "B", "1B", "-1", "+1", "-1MB", "1.5MB", "1 MB", "1,000", "0x10", "1MBMB",
    "1TB", "1M", "\u{661}kB", "9223372036854775808", "9223372036854775807kB",
    "99999999999999999999GB",
  ])
  func `Other texts aren't sizes`(text: String) {
    #expect(ByteSize.bytes(text) == nil)
  }

  @Test(arguments: [
    (0, "0 bytes"), (900, "900 bytes"), (1_000, "1 kB"), (1_024, "1024 bytes"),
    (9_999, "9999 bytes"), (10_240, "10.2 kB"), (64_000, "64 kB"), (999_999, "999.9 kB"),
    (1_000_000, "1 MB"), (1_500_000, "1.5 MB"), (10_485_760, "10.4 MB"), (12_000_000, "12 MB"),
    (999_999_999, "999.9 MB"), (1_000_000_000, "1 GB"), (1 << 30, "1 GB"),
    (2_550_000_000, "2.5 GB"),
  ])
  func `A size is written in its unit, rounded down`(bytes: Int, text: String) {
    #expect(ByteSize.text(bytes) == text)
  }
}
