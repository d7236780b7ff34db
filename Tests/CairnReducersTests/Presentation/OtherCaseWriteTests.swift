import Cairn
import Testing

/// A write to a case that isn't the current one is reported and changes nothing.
@MainActor struct OtherCaseWriteTests {
  private typealias Owner = Trip

  private let atStay = Owner.State(destination: .stay(Owner.Stay.State(nights: 2)))

  @Test func `Writing a property of another case is reported`() async {
    var state = atStay
    await expectIssue("written to the case 'flight'") { state.destination?.flight?.seats += 1 }
    #expect(state == atStay)
    await expectIssue("written to the case 'flight'") { state.$destination.flight?.seats += 1 }
    #expect(state == atStay)
  }

  @Test func `Calling a mutating method on another case is reported`() async {
    var state = atStay
    await expectIssue("written to the case 'flight'") {
      state.$destination.flight?.names.append("Blob")
    }
    #expect(state == atStay)
  }

  @Test func `Setting another case to nil is reported`() async {
    var state = atStay
    await expectIssue("written to the case 'flight'") { state.$destination.flight = nil }
    await expectIssue("written to the case 'flight'") { state.destination?.flight = nil }
    #expect(state == atStay)
  }

  @Test func `Writing to another case of a stack element is reported`() async {
    var stack = StackState([Owner.Destination.State.stay(Owner.Stay.State(nights: 2))])
    let before = stack
    await expectIssue("written to the case 'flight'", line: #line + 1) {
      stack[id: 0, case: \.flight]?.names.append("Blob")
    }
    await expectIssue("written to the case 'flight'", line: #line + 1) {
      stack[id: 0, case: \.flight] = nil
    }
    await expectIssue("written to the case 'flight'", line: #line + 1) {
      stack[id: 0, case: \.flight] = Owner.Flight.State()
    }
    #expect(stack == before)
    #expect(stack[id: 0, case: \.flight] == nil)
    stack[id: 7, case: \.flight]?.seats += 1
    stack[id: 7, case: \.flight] = nil
    #expect(stack == before)
    stack[id: 0, case: \.stay]?.nights += 1
    #expect(stack[id: 0, case: \.stay]?.nights == 3)
    stack[id: 0, case: \.stay] = nil
    #expect(stack.isEmpty)
  }

  @Test func `The issue points to the write`() async {
    var state = atStay
    await expectIssue("written to the case 'flight'", line: #line + 1) {
      state.$destination[case: \.flight]?.seats += 1
    }
    await expectIssue("written to the case 'flight'", line: #line + 1) {
      state.$destination[case: \.flight] = nil
    }
    #expect(state == atStay)
    let paths = [
      \Owner.State.$destination[case: \.flight],
      \Owner.State.$destination[case: \.flight],
    ]
    #expect(paths[0] == paths[1], "A key path is the same on any line.")
  }

  @Test func `In a live store, the issue points to the creation of the store`() async {
    let line = #line + 1
    let store = Store(initialState: atStay) {
      Reduce<Owner.State, Bool> { state, _ in
        state.destination?.flight?.seats += 1
        return .none
      }
    }
    await expectIssue("written to the case 'flight'", line: line) { store.send(true) }
  }

  @Test func `The current case can be written`() {
    var state = atStay
    state.destination?.stay?.nights += 1
    #expect(state.destination == .stay(Owner.Stay.State(nights: 3)))
    state.$destination.stay?.nights += 1
    #expect(state.destination == .stay(Owner.Stay.State(nights: 4)))
    state.$destination.stay = nil
    #expect(state.destination == nil)
  }

  @Test func `Setting a required state to nil is reported and ignored`() async {
    var state = atStay
    await expectIssue("'stay' was set to 'nil'") { state.destination?.stay = nil }
    #expect(state == atStay)
  }

  @Test func `Writing to a case while nothing is presented is ignored`() {
    var state = Owner.State()
    state.$destination.flight?.seats += 1
    state.destination?.flight?.seats += 1
    state.$destination.flight = nil
    #expect(state == Owner.State())
  }

  @Test func `Reading another case isn't reported`() {
    let state = atStay
    #expect(state.destination?.flight?.seats == nil)
    #expect(state.$destination.flight == nil)
  }
}

@Reducer
private struct Trip {
  @ObservableState
  struct State: Equatable { @Presents var destination: Destination.State? }
  enum Action { case destination(PresentationAction<Destination.Action>) }

  @Reducer(state: .equatable)
  enum Destination {
    case stay(Stay)
    case flight(Flight)
  }

  @Reducer
  struct Stay {
    struct State: Equatable { var nights = 1 }
    enum Action {}
    var body: some ReducerOf<Self> { EmptyReducer() }
  }

  @Reducer
  struct Flight {
    struct State: Equatable {
      var seats = 1
      var names: [String] = []
    }
    enum Action {}
    var body: some ReducerOf<Self> { EmptyReducer() }
  }

  var body: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.$destination, action: \.destination)
  }
}
