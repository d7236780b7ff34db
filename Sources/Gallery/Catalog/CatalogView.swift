import Cairn

/// The list of the catalog's pages, and the pages.
struct CatalogView: View {
  private typealias Page = Catalog.Path.State

  @Bindable var store: StoreOf<Catalog>

  var body: some View {
    NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
      List {
        NavigationLink("Charts and loading", state: Page.charts(ChartsCatalog.State()))
        NavigationLink("Fields", state: Page.fields(FieldsCatalog.State()))
        NavigationLink("Forms and pickers", state: Page.forms(FormsCatalog.State()))
        NavigationLink("Layout, icons, and Markdown", state: Page.layout(LayoutCatalog.State()))
        NavigationLink("Menus", state: Page.menus(MenuCatalog.State()))
        NavigationLink("Tables and long lists", state: Page.tables(TableCatalog.State()))
        NavigationLink("State of views", state: Page.viewState(ViewStateCatalog.State()))
      }
      .navigationTitle("Catalog")
    } destination: { element in
      switch element.case {
      case .charts(let store): ChartsCatalogView(store: store)
      case .fields(let store): FieldsCatalogView(store: store)
      case .forms(let store): FormsCatalogView(store: store)
      case .layout(let store): LayoutCatalogView(store: store)
      case .menus(let store): MenuCatalogView(store: store)
      case .tables(let store): TableCatalogView(store: store)
      case .viewState(let store): ViewStateCatalogView(store: store)
      }
    }
  }
}
