import Testing

@testable import CairnViews

/// A stepper stops at the ends of its type and its range with any step.
@Suite struct StepperEndTests {
  /// Returns the value after a tap.
  func stepped<Value: Strideable>(
    _ name: String, from value: Value, step: Value.Stride, in range: ClosedRange<Value>? = nil
  ) throws -> Value {
    let box = Box(value)
    if let range {
      try tap("\(name) S", in: Stepper("S", value: box.binding, in: range, step: step))
    } else {
      try tap("\(name) S", in: Stepper("S", value: box.binding, step: step))
    }
    return box.value
  }

  func expectEnds<Value: FixedWidthInteger>(_: Value.Type) throws where Value.Stride == Int {
    for step in [1, 7, 200, Int.max] {
      #expect(try stepped("Increment", from: Value.max, step: step) == .max)
      #expect(try stepped("Decrement", from: Value.min, step: step) == .min)
      #expect(try stepped("Increment", from: Value.max - 1, step: step) == .max)
      #expect(try stepped("Decrement", from: Value.min + 1, step: step) == .min)
      let all = Value.min...Value.max
      #expect(try stepped("Increment", from: Value.max - 1, step: step, in: all) == .max)
      #expect(try stepped("Decrement", from: Value.min + 1, step: step, in: all) == .min)
      #expect(try stepped("Increment", from: 1, step: step, in: 0...2) == 2 as Value)
      #expect(try stepped("Decrement", from: 1, step: step, in: 0...2) == 0 as Value)
    }
    for step in [-1, -7, Int.min] {
      #expect(try stepped("Decrement", from: Value.max, step: step) == .max)
      #expect(try stepped("Increment", from: Value.min, step: step) == .min)
    }
    #expect(try stepped("Increment", from: 40 as Value, step: 2) == 42)
    #expect(try stepped("Decrement", from: 40 as Value, step: 2) == 38)
  }

  @Test func `Steppers stop at the ends of integers of every width`() throws {
    try expectEnds(Int8.self)
    try expectEnds(Int16.self)
    try expectEnds(Int32.self)
    try expectEnds(Int64.self)
    try expectEnds(Int.self)
    try expectEnds(UInt8.self)
    try expectEnds(UInt16.self)
    try expectEnds(UInt32.self)
    try expectEnds(UInt64.self)
    try expectEnds(UInt.self)
    try expectEnds(Int128.self)
    try expectEnds(UInt128.self)
  }

  @Test func `A step wider than the type can stay in its range`() throws {
    #expect(try stepped("Increment", from: Int8(-100), step: 200) == 100)
    #expect(try stepped("Decrement", from: Int8(100), step: 200) == -100)
  }

  @Test func `Floating-point numbers stay finite`() throws {
    let last = Double.greatestFiniteMagnitude
    #expect(try stepped("Increment", from: last, step: last) == last)
    #expect(try stepped("Decrement", from: -last, step: last) == -last)
    #expect(try stepped("Increment", from: 1, step: Double.infinity) == last)
    #expect(try stepped("Decrement", from: Double.infinity, step: 1) == last)
    #expect(try stepped("Increment", from: -Double.infinity, step: 1, in: 0...2) == 0)
    #expect(try stepped("Decrement", from: Double.infinity, step: 1, in: 0...2) == 2)
    #expect(try stepped("Increment", from: 1, step: Double.infinity, in: 0...2) == 2)
    #expect(try stepped("Increment", from: 1, step: 0.5) == 1.5)
    let small = Float.greatestFiniteMagnitude
    #expect(try stepped("Increment", from: small, step: small) == small)
    #expect(try stepped("Decrement", from: -Float.infinity, step: 1) == -small)
  }

  @Test func `A value outside the range steps to the nearest end`() throws {
    #expect(try stepped("Decrement", from: 15, step: 1, in: 0...10) == 10)
    #expect(try stepped("Increment", from: -15, step: 1, in: 0...10) == 0)
  }
}
