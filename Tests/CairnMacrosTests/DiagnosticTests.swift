import TestCompiler
import Testing

extension MacroTests {
  @Suite struct DiagnosticTests {
    @Test func `Macros report what they can be attached to`() async throws {
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

    @Test func `The Presents macro reports its requirements`() async throws {
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
        "'@Presents' can only be attached to a single stored 'var', such as "
        + "'@Presents var destination: Destination.State?'"
      #expect(
        diagnostics == [
          "3: \(stored)",
          "4: '@Presents' can only be attached to an optional property",
          "5: '@Presents' requires an explicit type annotation",
          "6: \(stored)",
        ])
    }

    @Test func `The model macros report their requirements`() async throws {
      let diagnostics = try await Compiler.diagnostics(
        """
        import CairnModels
        class NotAStruct {
          struct State: Equatable {}
          @ModelState private var state: State
        }
        struct NotAlone {
          struct State: Equatable { init() {} }
          @ModelState private var state: State = State()
          @ModelState private let other: State
        }
        @ModelContainer struct NotAnEnum {}
        @ModelContainer enum Several { case two(Int, Int) }
        """)
      let alone =
        "'@ModelState' can only be attached to a single 'var' without an initial value, such as "
        + "'@ModelState private var state: State'"
      #expect(
        diagnostics == [
          "4: '@ModelState' can only be attached to a property of a struct that conforms to 'Model'",
          "8: \(alone)",
          "9: \(alone)",
          "11: '@ModelContainer' can only be attached to an enum; a model must be a struct that conforms to "
            + "'Model'",
          "12: case 'two' can't have more than one associated value; use a single model, "
            + "or mark the case '@ModelContainerIgnored'",
        ])
    }

    @Test func `A feature that needs arguments can't be a destination`() async throws {
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

    @Test func `Correct use has no diagnostics`() async throws {
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

    @Test func `Features and dialogs without actions can be presented`() async throws {
      let output = try await Compiler.run(
        """
        import Cairn
        @Reducer struct Notice {
          struct State: Equatable {}
          enum Action {}
        }
        @Reducer struct Picture {
          struct State: Equatable {}
          typealias Action = Never
        }
        @Reducer struct Form {
          struct State: Equatable {}
          enum Action { case saved }
        }
        @Reducer enum One { case notice(Notice) }
        @Reducer enum OneAlert { case alert(AlertState<Never>) }
        @Reducer enum OneDialog { case dialog(ConfirmationDialogState<Swift.Never>) }
        @Reducer enum All { case alert(AlertState<Never>), notice(Notice), picture(Picture) }
        @Reducer(state: .equatable) enum Destination {
          case alert(AlertState<Never>)
          case form(Form)
          case notice(Notice)
          case picture(Picture)
        }
        @CasePathable enum Plain { case never(Never) }
        @CasePathable enum Labeled { case never(reason: Never), some(Int) }
        @Reducer struct Parent {
          @ObservableState struct State: Equatable {
            @Presents var alert: AlertState<Never>?
            @Presents var destination: Destination.State?
            var notice = Notice.State()
            var path = StackState<Destination.State>()
          }
          enum Action {
            case alert(PresentationAction<Never>)
            case destination(PresentationAction<Destination.Action>)
            case notice(Notice.Action)
            case path(StackActionOf<Destination>)
          }
          var body: some ReducerOf<Self> {
            Scope(state: \\.notice, action: \\.notice) { Notice() }
            EmptyReducer()
              .ifLet(\\.$alert, action: \\.alert)
              .ifLet(\\.$destination, action: \\.destination)
              .forEach(\\.path, action: \\.path)
          }
        }
        struct ParentView: View {
          @Bindable var store: StoreOf<Parent>
          var body: some View {
            NavigationStack(path: $store.scope(state: \\.path, action: \\.path)) {
              Text("Parent")
            } destination: { element in
              switch element.case {
              case .alert: Text("Alert")
              case .form: Text("Form")
              case .notice: Text("Notice")
              case .picture: Text("Picture")
              }
            }
            .sheet(
              item: $store.scope(state: \\.destination?.notice, action: \\.destination.notice)
            ) { _ in Text("Notice") }
            .alert($store.scope(state: \\.destination?.alert, action: \\.destination.alert))
            .alert($store.scope(state: \\.alert, action: \\.alert))
          }
        }
        """, "-c", "-o", "/dev/null")
      #expect(!output.contains("error:") && !output.contains("warning:"), "\(output)")
    }
  }
}
