import Testing

@Suite(.enabled(if: Compiler.isAvailable)) struct DiagnosticTests {
  @Test func macrosSayWhatTheyCanBeAttachedTo() throws {
    let diagnostics = try Compiler.diagnostics(
      """
      import CairnCases
      import CairnReducers
      @CasePathable struct NotAnEnum {}
      @Reducer final class NotAStruct {}
      @ObservableState final class NotAValue {}
      """)
    #expect(
      diagnostics == [
        "3: '@CasePathable' can only be attached to an enum",
        "4: '@Reducer' can only be attached to a struct or an enum",
        "5: '@ObservableState' can only be attached to a struct or an enum",
      ])
  }

  @Test func presentsSaysWhatItNeeds() throws {
    let diagnostics = try Compiler.diagnostics(
      """
      import CairnReducers
      struct State {
        @Presents let constant: Int?
        @Presents var notOptional: Int = 1
        @Presents var withoutType = Optional(1)
        @Presents static var shared: Int?
      }
      """)
    let stored =
      "'@Presents' can only be attached to a single stored 'var': "
      + "'@Presents var destination: Destination.State?'"
    #expect(
      diagnostics == [
        "3: \(stored)",
        "4: '@Presents' can only be attached to an optional property",
        "5: '@Presents' needs the property's type to be written out",
        "6: \(stored)",
      ])
  }

  @Test func rightUseIsSilent() throws {
    let diagnostics = try Compiler.diagnostics(
      """
      import CairnCases
      import CairnReducers
      @Reducer public struct Feature {
        @Reducer(state: .codable, .equatable, action: .equatable)
        public enum Destination {
          case leaf(Leaf)
        }
        @ObservableState public struct State: Codable, Equatable {
          @Presents public var destination: Destination.State?
        }
        public enum Action: Equatable {
          case destination(PresentationAction<Destination.Action>)
        }
        public var body: some ReducerOf<Self> {
          EmptyReducer().ifLet(\\.$destination, action: \\.destination)
        }
      }
      @Reducer public struct Leaf {
        public struct State: Codable, Equatable {}
        public enum Action: Equatable { case tapped }
      }
      """)
    #expect(diagnostics == [])
  }
}
