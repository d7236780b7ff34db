import Cairn

/// The list of the catalog's pages, and the pages.
struct CatalogView: View {
  private typealias Page = Catalog.Path.State

  @Bindable var store: StoreOf<Catalog>

  var body: some View {
    NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
      VStack {
        Text("Every field and container in each of its states, next to its code.")
          .foregroundStyle(.secondary)
        List {
          NavigationLink("Buttons and activity", state: Page.buttons(ButtonsCatalog.State()))
          NavigationLink("Charts and loading", state: Page.charts(ChartsCatalog.State()))
          NavigationLink("Fields", state: Page.fields(FieldsCatalog.State()))
          NavigationLink("Forms and pickers", state: Page.forms(FormsCatalog.State()))
          NavigationLink("Layout, icons, and Markdown", state: Page.layout(LayoutCatalog.State()))
          NavigationLink("Lists and tabs", state: Page.lists(ListsCatalog.State()))
          NavigationLink("Menus", state: Page.menus(MenuCatalog.State()))
          NavigationLink("State of views", state: Page.viewState(ViewStateCatalog.State()))
          NavigationLink("Tables and long lists", state: Page.tables(TableCatalog.State()))
          NavigationLink("Texts, switches, and files", state: Page.texts(TextsCatalog.State()))
        }
        LanguagePicker()
      }
      .navigationTitle("Catalog")
    } destination: { element in
      switch element.case {
      case .buttons(let store): ButtonsCatalogView(store: store)
      case .charts(let store): ChartsCatalogView(store: store)
      case .fields(let store): FieldsCatalogView(store: store)
      case .forms(let store): FormsCatalogView(store: store)
      case .layout(let store): LayoutCatalogView(store: store)
      case .lists(let store): ListsCatalogView(store: store)
      case .menus(let store): MenuCatalogView(store: store)
      case .tables(let store): TableCatalogView(store: store)
      case .texts(let store): TextsCatalogView(store: store)
      case .viewState(let store): ViewStateCatalogView(store: store)
      }
    }
  }
}
