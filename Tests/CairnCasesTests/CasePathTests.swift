public import Cairn
import Testing

@CasePathable
private enum Shape: Equatable {
  case point
  case circle(Double)
  case square(side: Double)
  case box(Double, height: Double)
  case group(Group)
  case `default`(Int)

  @CasePathable
  enum Group: Equatable {
    case single(Single)
  }
}

@CasePathable
private enum Single: Equatable {
  case only(name: String)
}

@CasePathable
public enum Conditional: Equatable {
  #if os(Linux)
    case linux(Int)
  #else
    case elsewhere(Int)
  #endif
  case anywhere
}

@CasePathable
private enum Wrapper<Value> {
  case some(Value)
  case none
}

/// Conforms without the macro, like a type that macros can't be attached to.
private enum ByHand: CasePathable {
  case number(Int)

  struct Cases: Sendable {
    var number: Case<AtNumber> { Case(AtNumber()) }
  }
  static var cases: Cases { Cases() }

  struct AtNumber: StaticCasePath {
    func extract(from root: ByHand) -> Int? {
      if case .number(let number) = root { number } else { nil }
    }
    func embed(_ value: Int) -> ByHand { .number(value) }
    func modify<Result>(_ root: inout ByHand, _ body: (inout Int) -> Result) -> Result? {
      guard case .number(var number) = root else { return nil }
      let result = body(&number)
      root = .number(number)
      return result
    }
  }
}

@Suite struct CasePathTests {
  @Test func `A case is read by its name`() {
    #expect(Shape.circle(2).circle == 2)
    #expect(Shape.circle(2).square == nil)
    #expect(Shape.square(side: 3).square == 3)
    #expect(Shape.box(1, height: 2).box?.0 == 1)
    #expect(Shape.box(1, height: 2).box?.height == 2)
    #expect(Shape.point.point != nil)
    #expect(Shape.default(4).default == 4)
  }

  @Test func `A value is tested for a case`() {
    #expect(Shape.point.is(\.point))
    #expect(!Shape.point.is(\.circle))
    #expect(Shape.group(.single(.only(name: "a"))).is(\.group.single.only))
  }

  @Test func `Case paths are chained`() {
    let path = Shape.cases[keyPath: \.group.single.only]._path
    let shape = Shape.group(.single(.only(name: "a")))
    #expect(path.extract(from: shape) == "a")
    #expect(path.extract(from: .point) == nil)
    #expect(path.embed("b") == .group(.single(.only(name: "b"))))
  }

  @Test func `A payload is changed in place`() {
    var shape = Shape.group(.single(.only(name: "a")))
    let path = Shape.cases[keyPath: \.group.single.only]._path
    let length = path.modify(&shape) { name in
      name += "b"
      return name.count
    }
    #expect(length == 2)
    #expect(shape == .group(.single(.only(name: "ab"))))

    var box = Shape.box(1, height: 2)
    Shape.cases.box._path.modify(&box) { $0.height = 5 }
    #expect(box == .box(1, height: 5))
    #expect(Shape.cases.point._path.modify(&box) { _ in 1 } == nil)
    #expect(box == .box(1, height: 5))

    var point = Shape.point
    #expect(Shape.cases.point._path.modify(&point) { _ in 1 } == 1)
    #expect(point == .point)
  }

  @Test func `A value in another case isn't changed`() {
    var shape = Shape.circle(1)
    var wasCalled = false
    Shape.cases.square._path.modify(&shape) { _ in wasCalled = true }
    #expect(!wasCalled)
    #expect(shape == .circle(1))
  }

  @Test func `A case path is a type without storage`() {
    func size<Path: CasePath>(_: Case<Path>) -> Int { MemoryLayout<Path>.size }
    #expect(size(Shape.cases.group) == 0)
    #expect(size(Shape.cases[keyPath: \.group.single.only]) == 0)
  }

  @Test func `Conditional, generic, and handwritten case paths work`() {
    #expect(Conditional.linux(1).linux == 1)
    #expect(Conditional.anywhere.linux == nil)
    #expect(Wrapper.some(1).some == 1)
    #expect(Wrapper<Int>.none.is(\.none))
    #expect(ByHand.number(3).number == 3)
  }
}
