import Foundation
import Testing

@testable import Capacity

@Suite struct CapacityInputsTests {
  @Test func `Every figure has a meaning, an origin, and a possible value`() throws {
    for input in CapacityInput.allCases {
      #expect(!input.meaning.isEmpty)
      #expect(!input.standard.source.isEmpty, "\(input)")
      var inputs = CapacityInputs()
      try inputs.set(input.rawValue, to: input.standard.value, source: "a test")
      #expect(inputs[input] == input.standard.value)
    }
  }

  @Test func `A file replaces figures, and keeps their units`() throws {
    let json = Data(#"{"pageTime": {"value": 150.5, "source": "our machine"}}"#.utf8)
    let inputs = try CapacityInputs(json: json)
    #expect(
      inputs.figure(.pageTime)
        == CapacityFigure(
          value: 150.5, unit: .microseconds, origin: .given, source: "our machine"))
    #expect(inputs.figure(.formTime) == CapacityInput.formTime.standard)
  }

  @Test func `The figures can be written to a file and read again`() throws {
    var inputs = CapacityInputs()
    try inputs.set("cores", to: 8, source: "a test")
    let copy = try CapacityInputs(json: inputs.json)
    for input in CapacityInput.allCases {
      #expect(copy[input] == inputs[input])
      #expect(copy.figure(input).source.hasSuffix(inputs.figure(input).source))
    }
  }

  @Test(arguments: [
    ("pages", 1, "a test", CapacityInputError.unknownName("pages")),
    ("pageTime", 1, "", .missingSource("pageTime")),
    ("pageTime", -1, "a test", .impossibleValue("pageTime", -1)),
    ("liveShare", 1.5, "a test", .impossibleValue("liveShare", 1.5)),
    ("cores", 0, "a test", .impossibleValue("cores", 0)),
    ("memory", .infinity, "a test", .impossibleValue("memory", .infinity)),
    ("utilization", 0, "a test", .impossibleValue("utilization", 0)),
  ])
  func `A figure that can't be used is rejected`(
    name: String, value: Double, source: String, error: CapacityInputError
  ) {
    var inputs = CapacityInputs()
    #expect(throws: error) { try inputs.set(name, to: value, source: source) }
  }

  @Test func `Times are converted to seconds, and rates to a second`() {
    let inputs = CapacityInputs()
    #expect(inputs.seconds(.pageTime) == 189 / 1e6)
    #expect(inputs.seconds(.visitMinutes) == 1200)
    #expect(inputs.seconds(.idleHours) == 43_200)
    #expect(inputs.seconds(.beatSeconds) == 15)
    #expect(inputs.rate(.formsPerMinute) == 2.0 / 60)
  }
}
