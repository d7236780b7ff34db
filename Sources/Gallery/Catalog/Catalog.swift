import Cairn

/// The pages of the catalog, which show the library's fields and containers in each of their states.
@Reducer
struct Catalog {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var path = StackState<Path.State>()
  }

  enum Action {
    case path(StackActionOf<Path>)
  }

  @Reducer(state: .codable, .equatable, .sendable)
  enum Path {
    case buttons(ButtonsCatalog)
    case charts(ChartsCatalog)
    case fields(FieldsCatalog)
    case forms(FormsCatalog)
    case layout(LayoutCatalog)
    case lists(ListsCatalog)
    case menus(MenuCatalog)
    case tables(TableCatalog)
    case texts(TextsCatalog)
    case viewState(ViewStateCatalog)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .forEach(\.path, action: \.path)
  }
}

/// The URLs of the pages, such as `/catalog/forms`.
extension Catalog.State: Routable {
  static var routes: some Routes<Self> {
    StackRoute(\.path) {
      RouteSegment(\.buttons, "buttons") { before, _ in
        before.isEmpty ? ButtonsCatalog.State() : nil
      }
      RouteSegment(\.charts, "charts") { before, _ in
        before.isEmpty ? ChartsCatalog.State() : nil
      }
      RouteSegment(\.fields, "fields") { before, _ in
        before.isEmpty ? FieldsCatalog.State() : nil
      }
      RouteSegment(\.forms, "forms") { before, _ in
        before.isEmpty ? FormsCatalog.State() : nil
      }
      RouteSegment(\.layout, "layout") { before, _ in
        before.isEmpty ? LayoutCatalog.State() : nil
      }
      RouteSegment(\.lists, "lists") { before, _ in
        before.isEmpty ? ListsCatalog.State() : nil
      }
      RouteSegment(\.menus, "menus") { before, _ in
        before.isEmpty ? MenuCatalog.State() : nil
      }
      RouteSegment(\.tables, "tables") { before, _ in
        before.isEmpty ? TableCatalog.State() : nil
      }
      RouteSegment(\.texts, "texts") { before, _ in
        before.isEmpty ? TextsCatalog.State() : nil
      }
      RouteSegment(\.viewState, "view-state") { before, _ in
        before.isEmpty ? ViewStateCatalog.State() : nil
      }
    }
  }
}
