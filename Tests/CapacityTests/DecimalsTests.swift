import Testing

@testable import Capacity

@Suite struct DecimalsTests {
  @Test(arguments: [
    (0, 0, "0"), (999, 0, "999"), (1000, 0, "1,000"), (1_234_567, 0, "1,234,567"),
    (0.95, 2, "0.95"), (1.5, 2, "1.5"), (2, 2, "2"), (-1000, 0, "-1,000"), (-0.001, 2, "0"),
    (.infinity, 0, "unlimited"),
  ])
  func `A number has commas between thousands`(value: Double, digits: Int, text: String) {
    #expect(Decimals.text(value, digits: digits) == text)
  }

  @Test(arguments: [
    (0, "0"), (0.234, "0.23"), (0.05, "0.05"), (1.26, "1.3"), (9.96, "10"), (12.4, "12"),
    (149, "150"), (55_800, "56,000"),
  ])
  func `A rough number has two significant digits`(value: Double, text: String) {
    #expect(Decimals.rough(value) == text)
  }

  @Test(arguments: [(900, "900 bytes"), (1500, "1.5 kB"), (72.6e9, "73 GB"), (1.6e13, "16 TB")])
  func `A size has a decimal unit`(bytes: Double, text: String) {
    #expect(Decimals.size(bytes) == text)
  }

  @Test func `A figure is shown in its unit, and a share in percent`() {
    func text(_ value: Double, _ unit: CapacityFigure.Unit) -> String {
      CapacityFigure(value: value, unit: unit, origin: .given, source: "a test").text
    }
    #expect(text(189, .microseconds) == "189 µs")
    #expect(text(4100, .bytes) == "4,100 bytes")
    #expect(text(0.95, .share) == "95 %")
    #expect(text(1, .count) == "1")
  }
}
