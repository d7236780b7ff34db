import CairnBytes
import Testing

@Suite struct ValidatingTests {
  @Test(arguments: [
    "", "a", "a longer text of ASCII characters", "é", "a longer text with é", "\0",
  ])
  func `Valid UTF-8 becomes the same text`(text: String) {
    let read = Array(text.utf8).withUnsafeBufferPointer { String(validUTF8: $0) }
    #expect(read?.utf8.elementsEqual(text.utf8) == true)
  }

  @Test(
    arguments: [[0x80], [0x61, 0xc3], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xff]] as [[UInt8]])
  func `Invalid UTF-8 is rejected`(bytes: [UInt8]) {
    let read = bytes.withUnsafeBufferPointer { String(validUTF8: $0) }
    #expect(read == nil)
  }
}
