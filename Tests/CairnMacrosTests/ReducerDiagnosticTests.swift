import TestCompiler
import Testing

extension MacroTests {
  /// The macros report each error once, at its location.
  @Suite struct ReducerDiagnosticTests {
    @Test func `A payload that isn't a feature is reported`() async throws {
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
          "4: 'Int' isn't a reducer, an alert, or a dialog; to use it as a value, "
            + "mark the case '@ReducerCaseIgnored'",
          "5: '[String]' isn't a reducer, an alert, or a dialog; to use it as a value, "
            + "mark the case '@ReducerCaseIgnored'",
        ])
    }

    @Test func `A state that's a class is rejected`() async throws {
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
        diagnostics.first == "4: 'State' must be a value type; share values with '@Shared'",
        "\(diagnostics)")
    }

    @Test func `An observable state that's a class is reported once`() async throws {
      let diagnostics = try await Compiler.diagnostics(
        """
        import Cairn
        @Reducer
        struct Feature {
          @ObservableState
          final class State {}
          enum Action {}
          var body: some ReducerOf<Self> { EmptyReducer() }
        }
        struct NotAFeature {
          @ObservableState
          final class State {}
        }
        """)
      #expect(
        diagnostics.sorted() == [
          "11: '@ObservableState' can only be attached to a struct or an enum",
          "5: 'State' must be a value type; share values with '@Shared'",
        ], "\(diagnostics)")
    }

    @Test func `A feature that's a class is rejected`() async throws {
      let diagnostics = try await Compiler.diagnostics(
        """
        import Cairn
        @Reducer
        final class Feature {}
        """)
      #expect(diagnostics == ["3: '@Reducer' can only be attached to a struct or an enum"])
    }

    @Test func `A closure that returns a value needs a default`() async throws {
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
          "4: 'count' requires a default value, because it returns a value and can't throw",
          "9: '@DependencyClient' can only be attached to a struct",
        ], "\(diagnostics)")
    }

    @Test func `Enums without cases and explicit conformances get no warning`() async throws {
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

    @Test func `Handwritten conformances aren't repeated`() async throws {
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

    @Test func `A feature that can't be created is reported once`() async throws {
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
