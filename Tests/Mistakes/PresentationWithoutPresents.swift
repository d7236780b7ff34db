import Cairn

@Reducer struct Presented {
  @ObservableState struct State: Equatable {
    var name = ""
  }
  enum Action { case tapped }
  var body: some ReducerOf<Self> { EmptyReducer() }
}

@Reducer struct PresentationWithoutPresents {
  @ObservableState struct State: Equatable {
    var sheet: Presented.State?
    var alert: AlertState<Never>?
  }
  enum Action {
    case alert(PresentationAction<Never>)
    case sheet(PresentationAction<Presented.Action>)
  }
  var body: some ReducerOf<Self> {
    EmptyReducer()
      // error: 'ifLet(_:action:then:)' is unavailable: Mark the property of the state
      //   '@Presents', and write '$' before its name here.
      .ifLet(\.sheet, action: \.sheet) { Presented() }
    EmptyReducer()
      // error: 'ifLet(_:action:)' is unavailable: Mark the property of the state '@Presents', and
      //   write '$' before its name here.
      .ifLet(\.alert, action: \.alert)
  }
}
