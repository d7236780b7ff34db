import TestCompiler
import Testing

extension MacroTests {
  @Suite struct ExpansionTests {
    @Test func `A presented property is stored in its wrapper`() async throws {
      let expansions = try await Compiler.expansions(
        """
        import Cairn
        struct State {
          @Presents package var sheet: Sheet?
        }
        struct Sheet {}
        """)
      #expect(
        expansions.contains(
          """
          package var $sheet: CairnReducers.PresentationState<Sheet> = \
          CairnReducers.PresentationState(wrappedValue: nil)
          """))
      #expect(
        expansions.contains(
          """
          {
          @storageRestrictions(initializes: $sheet)
          init(initialValue) {
            $sheet = CairnReducers.PresentationState(wrappedValue: initialValue)
          }
          get { $sheet.wrappedValue }
          set { $sheet.wrappedValue = newValue }
          _modify { yield &$sheet.wrappedValue }
          }
          """))
    }

    @Test func `A state that presents gets coding keys`() async throws {
      let expansions = try await Compiler.expansions(
        """
        import Cairn
        @ObservableState
        struct State: Codable {
          @Presents var sheet: Sheet?
          var first = 1, second = 2
          let third: Int
          static let shared = 1
          var sum: Int { first + second }
          var observed = 1 {
            didSet {}
          }
          #if os(Linux)
            var here = 1
          #else
            var there = 1
          #endif
        }
        struct Sheet: Codable {}
        """)
      #expect(
        expansions.contains(
          """
          private enum CodingKeys: String, CodingKey {
            case $sheet = "sheet"
            case first
            case second
            case third
            case observed
            #if os(Linux)
            case here
            #else
            case there
            #endif
          }
          """), "\(expansions)")
    }

    @Test
    func `A state without presentations or with its own keys gets no coding keys`() async throws {
      let expansions = try await Compiler.expansions(
        """
        import Cairn
        @ObservableState
        struct Plain: Codable { var name = "" }
        @ObservableState
        struct Presenting {
          @Presents var sheet: Plain?
          enum CodingKeys: CodingKey {}
        }
        """)
      #expect(!expansions.contains { $0.contains("String, CodingKey") }, "\(expansions)")
    }

    @Test func `A handwritten destination recognizes its alerts`() async throws {
      let expansions = try await Compiler.expansions(
        """
        import Cairn
        @Reducer public struct Destination {
          public enum State {
            case alert(AlertState<Int>)
            case none
          }
          public enum Action { case tapped }
        }
        """)
      #expect(
        expansions.contains {
          $0.hasSuffix(
            """
            public static func _isEphemeral(_ state: State) -> Bool {
              switch state {
                case .alert: CairnReducers._isDialog(State.Cases.At_alert.Value.self)
                default: false
              }
            }
            """)
        }, "\(expansions)")
    }

    @Test func `Each case has its own case path type`() async throws {
      let expansions = try await Compiler.expansions(
        """
        import Cairn
        @CasePathable enum Status { case inStock(quantity: Int), sold }
        """)
      let expansion = expansions.first { $0.contains("struct Cases") } ?? ""
      #expect(
        expansion.contains("struct At_inStock: CairnCases._PayloadCasePath {"), "\(expansion)")
      #expect(expansion.contains("typealias Value = Int"), "\(expansion)")
      #expect(expansion.contains("Root.inStock(quantity:)"), "\(expansion)")
      #expect(expansion.contains("typealias Value = Void"), "\(expansion)")
    }
  }
}
