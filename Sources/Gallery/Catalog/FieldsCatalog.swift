import Cairn
import Foundation

/// The fields for numbers, dates, and colors, and the kinds of text input.
@Reducer
struct FieldsCatalog {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var pieces = 3
    var spare: Int?
    var price = 2.5
    var discount: Double?
    var arrival = Date(timeIntervalSince1970: 1_904_023_800)
    var departure: Date?
    var volume = 40.0
    var brightness = 0.5
    var tone = RGBColor(red: 58, green: 115, blue: 92)
    var email = ""
    var website = ""
    var telephone = ""
    var query = ""

    init() {}
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
  }

  var body: some ReducerOf<Self> { BindingReducer() }
}
