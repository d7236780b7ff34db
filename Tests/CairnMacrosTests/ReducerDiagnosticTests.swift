import TestCompiler
import Testing

extension MacroTests {
  /// What the macros can tell to be wrong they say where it stands, once.
  @Suite struct ReducerDiagnosticTests {
    @Test func aPayloadThatIsNoFeatureIsNamed() async throws {
      let diagnostics = try await Compiler.diagnostics(
        """
        import Cairn
        @Reducer
        enum Destination {
          case count(Int)
          case names([String])
          @ReducerCaseIgnored case help(String)
        }
        func read(_ state: Destination.State) -> Int? { state.count }
        """)
      #expect(
        diagnostics == [
          "4: 'Int' is no feature: a case of '@Reducer' names a reducer, an alert or a dialog, or is "
            + "marked '@ReducerCaseIgnored'",
          "5: '[String]' is no feature: a case of '@Reducer' names a reducer, an alert or a dialog, or "
            + "is marked '@ReducerCaseIgnored'",
        ])
    }

    @Test func aStateThatIsAClassIsRefused() async throws {
      let diagnostics = try await Compiler.diagnostics(
        """
        import Cairn
        @Reducer
        struct Feature {
          final class State {}
          enum Action {}
          var body: some ReducerOf<Self> { EmptyReducer() }
        }
        """)
      #expect(
        diagnostics.first == "4: 'State' is a value: what is shared is marked '@Shared'",
        "\(diagnostics)")
    }

    @Test func aFeatureThatIsAClassIsRefused() async throws {
      let diagnostics = try await Compiler.diagnostics(
        """
        import Cairn
        @Reducer
        final class Feature {}
        """)
      #expect(diagnostics == ["3: '@Reducer' can only be attached to a struct or an enum"])
    }

    @Test func aClosureThatReturnsSomethingNeedsADefault() async throws {
      let diagnostics = try await Compiler.diagnostics(
        """
        import Cairn
        @DependencyClient
        struct Client {
          var count: @Sendable (_ of: String) -> Int
          var name: @Sendable () -> String?
          var fetch: @Sendable () async throws -> Int
        }
        @DependencyClient
        enum NoClient {}
        """)
      #expect(
        diagnostics == [
          "4: 'count' needs a default: it throws nothing, so where it is not set it has to return "
            + "something, whatever that is",
          "8: '@DependencyClient' can only be attached to a struct",
        ], "\(diagnostics)")
    }

    @Test func enumsWithoutCasesAndExplicitConformancesGetNoWarning() async throws {
      let diagnostics = try await Compiler.diagnostics(
        """
        import Cairn
        @Reducer public enum Nothing {}
        @Reducer public struct Feature: Sendable {
          @ObservableState public struct State: Equatable, Sendable { public init() {} }
          public enum Action: Sendable { case tapped }
          public init() {}
          public var body: some ReducerOf<Self> { EmptyReducer() }
        }
        """)
      #expect(diagnostics == [])
    }

    @Test func conformancesWrittenByHandAreNotRepeated() async throws {
      let diagnostics = try await Compiler.diagnostics(
        """
        import Cairn
        @Reducer struct Feature: Reducer {
          struct State {}
          enum Action {}
          var body: some ReducerOf<Self> { EmptyReducer() }
        }
        @Reducer struct Apart { struct State {}; enum Action {} }
        extension Apart: Reducer {
          var body: some ReducerOf<Self> { EmptyReducer(); EmptyReducer() }
        }
        @Reducer public struct Shared: Sendable, Reducer {}
        @Reducer enum Destination: CaseReducer { case feature(Feature) }
        enum Screens { @Reducer enum Destination: Reducer { case feature(Feature) } }
        @CasePathable enum Choice: CasePathable { case yes }
        @ObservableState struct Plain: ObservableState {}
        """)
      #expect(diagnostics == [])
    }

    @Test func aFeatureThatCanNotBeMadeSaysSoOnce() async throws {
      let diagnostics = try await Compiler.diagnostics(
        """
        import Cairn
        @Reducer
        enum Destination {
          case form(Form)
          case wrapped(Wrapper<Form> = Wrapper())
        }
        @Reducer
        struct Form { let id: Int }
        struct Wrapper<Base: Reducer>: Reducer {
          let base: Base
          var body: some Reducer<Base.State, Base.Action> { base }
        }
        """)
      #expect(!diagnostics.isEmpty)
      #expect(diagnostics.count < 12, "\(diagnostics)")
      #expect(diagnostics.allSatisfy { !$0.contains("failed to produce diagnostic") })
      #expect(diagnostics.contains { $0.contains("missing argument for parameter") })
    }
  }
}
