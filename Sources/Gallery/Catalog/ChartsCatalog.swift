import Cairn
import Foundation

/// Charts, and a value that an effect loads.
@Reducer
struct ChartsCatalog {
  /// The sales of a shop in a month.
  struct Sale: Codable, Equatable, Sendable {
    let shop: String
    let month: String
    let amount: Double
  }

  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var sales = Loadable<[Sale]>.idle
    /// Whether the first attempt to load has failed, as it always does.
    var hasFailed = false

    init() {}
  }

  enum Action {
    case loadTapped
    case loaded([Sale])
    case loadingFailed
    case resetTapped
  }

  private enum CancelID { case loading }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .loadTapped:
        guard state.sales.beginLoading() else { return .none }
        let fails = !state.hasFailed
        return .run { send in
          try await clock.sleep(for: .seconds(2))
          await send(fails ? .loadingFailed : .loaded(Self.sales))
        }
        .cancellable(id: CancelID.loading)
      case .loaded(let sales):
        state.sales.finishLoading(sales)
      case .loadingFailed:
        state.hasFailed = true
        state.sales.failLoading("The shops can't be reached now.")
      case .resetTapped:
        state = State()
        return .cancel(id: CancelID.loading)
      }
      return .none
    }
  }

  static let sales = ["Kyoto", "Lima", "Oslo"].enumerated().flatMap { index, shop in
    ["January", "February", "March", "April", "May", "June"].enumerated().map { month, name in
      Sale(shop: shop, month: name, amount: Double((month * 37 + index * 53) % 90 + 20))
    }
  }
}
