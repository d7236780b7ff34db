import Cairn
import CairnServer
import Foundation

/// A shelf with a string catalog in English, German, and Arabic.
struct CatalogShelf: App {
  static var languages: [Language] { [.english, .german, Language("ar")] }

  static var strings: StringCatalog? {
    get throws { try StringCatalog(json.utf8, name: "Shelf.xcstrings") }
  }

  static let json = #"""
    { "sourceLanguage" : "en", "version" : "1.0", "strings" : {
      "Add" : { "localizations" : {
        "ar" : { "stringUnit" : { "state" : "translated", "value" : "إضافة" } },
        "de" : { "stringUnit" : { "state" : "translated", "value" : "Hinzufügen" } } } },
      "Delete all books?" : { "localizations" : {
        "ar" : { "stringUnit" : { "state" : "translated", "value" : "حذف كل الكتب؟" } },
        "de" : { "stringUnit" : { "state" : "translated", "value" : "Alle Bücher löschen?" } } } },
      "Delete" : { "localizations" : {
        "ar" : { "stringUnit" : { "state" : "translated", "value" : "حذف" } },
        "de" : { "stringUnit" : { "state" : "translated", "value" : "Löschen" } } } },
      "Note" : { "localizations" : {
        "ar" : { "stringUnit" : { "state" : "translated", "value" : "ملاحظة" } },
        "de" : { "stringUnit" : { "state" : "translated", "value" : "Notiz" } } } },
      "The shelf" : { "localizations" : {
        "ar" : { "stringUnit" : { "state" : "translated", "value" : "الرف" } },
        "de" : { "stringUnit" : { "state" : "translated", "value" : "Das Regal" } } } },
      "There are %lld books" : { "localizations" : {
        "ar" : { "variations" : { "plural" : {
          "zero" : { "stringUnit" : { "state" : "translated", "value" : "لا كتب" } },
          "one" : { "stringUnit" : { "state" : "translated", "value" : "هناك كتاب" } },
          "two" : { "stringUnit" : { "state" : "translated", "value" : "هناك كتابان" } },
          "few" : { "stringUnit" : { "state" : "translated", "value" : "هناك %lld كتب" } },
          "many" : { "stringUnit" : { "state" : "translated", "value" : "هناك %lld كتابا" } },
          "other" : { "stringUnit" : { "state" : "translated", "value" : "هناك %lld كتب" } } } } },
        "de" : { "variations" : { "plural" : {
          "one" : { "stringUnit" : { "state" : "translated", "value" : "Da ist ein Buch" } },
          "other" : { "stringUnit" : { "state" : "translated", "value" : "Da sind %lld Bücher" } } } } },
        "en" : { "variations" : { "plural" : {
          "one" : { "stringUnit" : { "state" : "translated", "value" : "There is one book" } },
          "other" : { "stringUnit" : { "state" : "translated", "value" : "There are %lld books" } } } } } } } } }
    """#

  let store = Store(initialState: CatalogFeature.State()) { CatalogFeature() }

  var body: some Scene { WindowGroup { CatalogView(store: store) } }
}

@Reducer
struct CatalogFeature {
  @ObservableState
  struct State: Equatable {
    var books = 1
    var note = ""
    var tag = "Delete"
    @Presents var alert: AlertState<Action.Alert>?
  }

  enum Action {
    case addTapped
    case alert(PresentationAction<Alert>)
    case deleteTapped

    enum Alert { case confirmTapped }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addTapped:
        state.books += 1
        state.note = String(localized: "There are \(state.books) books")
      case .alert: break
      case .deleteTapped:
        state.alert = AlertState {
          TextState("Delete all books?")
        } actions: {
          ButtonState(role: .destructive, action: .confirmTapped) { TextState("Delete") }
        }
      }
      return .none
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

struct CatalogView: View {
  @Bindable var store: StoreOf<CatalogFeature>

  var body: some View {
    VStack {
      Text("There are \(store.books) books")
      Text(store.tag)
      Text(verbatim: "Add")
      LabeledContent("Note", value: store.note)
      Text(1234.5, format: .number)
      Button("Add") { store.send(.addTapped) }
      Button("Delete") { store.send(.deleteTapped) }
      LanguagePicker()
    }
    .navigationTitle("The shelf")
    .alert($store.scope(state: \.alert, action: \.alert))
  }
}
