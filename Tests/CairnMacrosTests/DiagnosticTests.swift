import Testing

extension MacroTests {
  @Suite struct DiagnosticTests {
    @Test func macrosSayWhatTheyCanBeAttachedTo() async throws {
      let diagnostics = try await Compiler.diagnostics(
        """
        import Cairn
        @CasePathable struct NotAnEnum {}
        @Reducer final class NotAStruct {}
        @ObservableState final class NotAValue {}
        """)
      #expect(
        diagnostics == [
          "2: '@CasePathable' can only be attached to an enum",
          "3: '@Reducer' can only be attached to a struct or an enum",
          "4: '@ObservableState' can only be attached to a struct or an enum",
        ])
    }

    @Test func presentsSaysWhatItNeeds() async throws {
      let diagnostics = try await Compiler.diagnostics(
        """
        import Cairn
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

    @Test func aFeatureThatWantsArgumentsCanBeNoDestination() async throws {
      let output = try await Compiler.run(
        """
        import Cairn
        @Reducer struct Feature {
          struct State {}
          enum Action { case tapped }
          let number: Int
        }
        @Reducer enum Destination {
          case feature(Feature)
        }
        """, "-c", "-o", "/dev/null")
      #expect(output.contains("error: missing argument for parameter 'number' in call"))
    }

    @Test func rightUseIsSilent() async throws {
      let diagnostics = try await Compiler.diagnostics(
        """
        import Cairn
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
}
