// Written by `scripts/catalog` from the views of the catalog.

/// The code of the catalog's samples.
enum CatalogSources {
  /// The code of each sample, with the name of its file and its title as the key.
  static let all: [String: String] = [
    "ButtonsCatalogView.swift: Links": #"""
    Link("The language", destination: "https://www.swift.org")
    NavigationLink("The gallery", href: "/")
    """#,
    "ButtonsCatalogView.swift: Alert and confirmation": #"""
    HStack {
      Button("Show an alert") { store.send(.alertTapped) }
      Button("Ask for a confirmation") { store.send(.askTapped) }
    }
    .alert("The printer is out of paper.", isPresented: $store.isAlerting) {
      Button("OK") {}
    } message: {
      Text("Add paper, and print again.")
    }
    .confirmationDialog("Delete the draft?", isPresented: $store.isAsking) {
      Button("Delete the draft", role: .destructive) { store.send(.tapped) }
    } message: {
      Text("You can't undo this.")
    }
    """#,
    "ButtonsCatalogView.swift: Styles": #"""
    HStack {
      Button("Automatic") { store.send(.tapped) }
      Button("Plain") { store.send(.tapped) }.buttonStyle(.plain)
      Button("Bordered") { store.send(.tapped) }.buttonStyle(.bordered)
      Button("Prominent") { store.send(.tapped) }.buttonStyle(.borderedProminent)
    }
    Text("Taps: \(store.taps)")
    """#,
    "ButtonsCatalogView.swift: Roles and icons": #"""
    HStack {
      Button("Remove", role: .destructive) { store.send(.tapped) }
      Button("Remove all", role: .destructive) { store.send(.tapped) }
        .buttonStyle(.borderedProminent)
      Button("Close", role: .cancel) { store.send(.tapped) }
      Button("Add", icon: .plus) { store.send(.tapped) }.buttonStyle(.bordered)
    }
    """#,
    "ButtonsCatalogView.swift: Sizes": #"""
    HStack {
      Button("Small") { store.send(.tapped) }.buttonStyle(.bordered).controlSize(.small)
      Button("Regular") { store.send(.tapped) }.buttonStyle(.bordered)
      Button("Large") { store.send(.tapped) }.buttonStyle(.bordered).controlSize(.large)
    }
    """#,
    "ButtonsCatalogView.swift: Disabled": #"""
    HStack {
      Button("Print") { store.send(.tapped) }
      Button("Copy") { store.send(.tapped) }.buttonStyle(.bordered)
      Button("Send") { store.send(.tapped) }.buttonStyle(.borderedProminent)
    }
    .disabled()
    Button("Order") { store.send(.tapped) }.buttonStyle(.borderedProminent)
      .disabled(reason: "Your cart is empty.")
    """#,
    "ButtonsCatalogView.swift: Long titles": #"""
    Button("Order the parts that are missing in the warehouse, and inform the customers about it")
    {
      store.send(.tapped)
    }
    .buttonStyle(.borderedProminent)
    Button("Continue without the parts, and order them again when the warehouse is open") {
      store.send(.tapped)
    }
    """#,
    "ButtonsCatalogView.swift: Busy": #"""
    ProgressView("Reading the list")
    ProgressView("Sending the letters", value: 3, total: 8)
    Text("This text is a placeholder until the letter is loaded.").redacted(reason: .placeholder)
    """#,
    "ButtonsCatalogView.swift: Badges": #"""
    List {
      Text("Inbox").badge(12)
      Text("Drafts").badge(0)
      Text("A folder with a name that's too long for one line of a phone or of a column")
        .badge("New")
    }
    """#,
    "ChartsCatalogView.swift: Chart that's loaded": #"""
    AsyncContent(store.sales) { sales in
      SalesChart(sales: sales)
    } placeholder: {
      Text("Sales of the shops in Kyoto, Lima, and Oslo")
      Text("January to June")
    } retry: {
      store.send(.loadTapped)
    }
    Button("Load the sales") { store.send(.loadTapped) }.disabled(store.sales.isLoading)
    Button("Start over") { store.send(.resetTapped) }

    private struct SalesChart: View {
      let sales: [ChartsCatalog.Sale]

      var body: some View {
        Chart(sales, caption: "Sales by month") { sale in
          BarMark(x: .value("Month", sale.month), y: .value("Sales", sale.amount))
            .foregroundStyle(by: .value("Shop", sale.shop))
        }
      }
    }
    """#,
    "ChartsCatalogView.swift: Value that's being loaded": #"""
    AsyncContent(Loadable<String>.loading) {
      Text($0)
    } retry: {
    }
    """#,
    "ChartsCatalogView.swift: Value that couldn't be loaded": #"""
    AsyncContent(Loadable<String>.failed("The shops can't be reached now.")) {
      Text($0)
    } retry: {
    }
    """#,
    "ChartsCatalogView.swift: Value whose loading was interrupted": #"""
    AsyncContent(Loadable<String>.interrupted) {
      Text($0)
    } retry: {
    }
    """#,
    "ChartsCatalogView.swift: Bars": #"""
    Chart(ChartsCatalog.sales, caption: "Sales by month, in Kyoto, Lima, and Oslo") { sale in
      BarMark(x: .value("Month", sale.month), y: .value("Sales", sale.amount))
        .foregroundStyle(by: .value("Shop", sale.shop))
    }
    """#,
    "ChartsCatalogView.swift: Lines": #"""
    Chart(ChartsCatalog.sales, caption: "Sales by shop") { sale in
      LineMark(x: .value("Month", sale.month), y: .value("Sales", sale.amount))
        .foregroundStyle(by: .value("Shop", sale.shop))
      PointMark(x: .value("Month", sale.month), y: .value("Sales", sale.amount))
        .foregroundStyle(by: .value("Shop", sale.shop))
    }
    """#,
    "ChartsCatalogView.swift: Areas and dates": #"""
    Chart(0..<90, caption: "Visitors per day") { day in
      AreaMark(
        x: .value("Day", Self.start.addingTimeInterval(Double(day) * 86_400)),
        y: .value("Visitors", 200 + (day * 37) % 61 + day))
    }
    """#,
    "ChartsCatalogView.swift: Points and numbers": #"""
    Chart(0..<40, caption: "Weights by size") { number in
      PointMark(
        x: .value("Size in centimeters", Double(number) / 2 + 3),
        y: .value("Weight in grams", Double((number * 29) % 17) / 10 + Double(number) / 8))
    }
    """#,
    "ChartsCatalogView.swift: Values below zero and long names": #"""
    Chart(caption: "Balance") {
      BarMark(x: .value("Department", "Research and development"), y: .value("Balance", -120))
      BarMark(x: .value("Department", "Sales and customer service"), y: .value("Balance", 310))
      BarMark(x: .value("Department", "Warehouses in other countries"), y: .value("Balance", 45))
    }
    """#,
    "ChartsCatalogView.swift: Chart without data": #"""
    Chart([ChartsCatalog.Sale](), caption: "Sales of a new shop") { sale in
      BarMark(x: .value("Month", sale.month), y: .value("Sales", sale.amount))
    }
    """#,
    "FieldsCatalogView.swift: Filled": #"""
    Form {
      TextField("Pieces", value: $store.pieces, in: 0...1000, format: .number)
      TextField("Price", value: $store.price, in: 0...100, step: 0.05, format: .number)
      DatePicker("Arrival", selection: $store.arrival, in: Self.arrivals)
      Slider(value: $store.volume, in: 0...100, step: 5) {
        Text("Volume")
      } minimumValueLabel: {
        Text("Quiet")
      } maximumValueLabel: {
        Text("Loud")
      }
      ColorPicker("Tone", selection: $store.tone)
    }
    """#,
    "FieldsCatalogView.swift: Empty": #"""
    Form {
      TextField("Spare pieces", value: $store.spare, in: 0...1000, prompt: "None")
      TextField("Discount", value: $store.discount, in: 0...100, prompt: "None")
      DatePicker("Departure", selection: $store.departure, displayedComponents: .date)
      DatePicker(
        "Departure time", selection: $store.departure, displayedComponents: .hourAndMinute)
    }
    """#,
    "FieldsCatalogView.swift: Kinds of text": #"""
    Form {
      TextField("Email", text: $store.email).keyboardType(.emailAddress)
        .textContentType(.emailAddress)
      TextField("Website", text: $store.website).keyboardType(.URL).textContentType(.URL)
      TextField("Telephone", text: $store.telephone).keyboardType(.phonePad)
        .textContentType(.telephoneNumber)
      TextField("Search", text: $store.query).keyboardType(.webSearch)
    }
    """#,
    "FieldsCatalogView.swift: Invalid": #"""
    Form {
      TextField("Pieces ordered", value: $store.pieces, format: .number)
        .validationMessage("Order fewer pieces.")
      DatePicker("Return", selection: $store.arrival, displayedComponents: .date)
        .validationMessage("The return is before the arrival.")
      Slider(value: $store.brightness) { Text("Brightness") }
        .validationMessage("This is too dark to read.")
      ColorPicker("Ink", selection: $store.tone)
        .validationMessage("Choose a darker color.")
    }
    """#,
    "FieldsCatalogView.swift: Disabled": #"""
    Form {
      TextField("Pieces packed", value: $store.pieces, format: .number)
      DatePicker("Last arrival", selection: $store.arrival)
      Slider(value: $store.volume, in: 0...100, step: 5) { Text("Last volume") }
      ColorPicker("Last tone", selection: $store.tone)
    }
    .disabled()
    """#,
    "FieldsCatalogView.swift: Long labels": #"""
    Form {
      TextField(
        "The number of pieces that were counted in the warehouse on the last day of the year",
        value: $store.pieces, format: .number)
      DatePicker(
        "The day on which the delivery is expected to arrive at the warehouse",
        selection: $store.arrival, displayedComponents: .date)
      Slider(value: $store.volume, in: 0...100, step: 5) {
        Text("The volume of the announcements in all rooms of the building")
      } minimumValueLabel: {
        Text("Barely audible in a quiet room")
      } maximumValueLabel: {
        Text("Audible next to a running machine")
      }
      ColorPicker("The color of the signs that show the way to the exit", selection: $store.tone)
    }
    """#,
    "FormsCatalogView.swift: Disabled, with a reason": #"""
    Form {
      Section {
        TextField("Shipment", text: .constant("4711"))
        Picker("Carrier", selection: .constant("Bike")) {
          Text("Bike").tag("Bike")
          Text("Van").tag("Van")
        }
        Button("Cancel the shipment") {}
      }
    }
    .disabled(reason: "The shipment has left, so it can't be changed.")
    """#,
    "FormsCatalogView.swift: Empty, and invalid after Save": #"""
    Form {
      TextField("Name", text: $store.name, prompt: "Ada Lovelace")
        .validationMessage(store.messages[.name])
      Picker("City", selection: $store.city) {
        Text("None").tag(String?.none)
        Section("Europe") {
          Text("Oslo").tag("Oslo")
          Text("Porto").tag("Porto")
        }
        Section("Asia") {
          Text("Kyoto").tag("Kyoto")
          Text("Hanoi (closed)").tag("Hanoi").disabled()
        }
      }
      .help("The city of the nearest warehouse.")
      .validationMessage(store.messages[.city])
      Picker("Tags", selection: $store.tags) {
        ForEach(FormsCatalog.Tag.allCases, id: \.self) { tag in
          Text(tag.rawValue).tag(tag).disabled(tag == .returned)
        }
      }
      .help("You can choose several.")
      .validationMessage(store.messages[.tags])
      Picker("Way", selection: $store.way) {
        Section("By land") {
          Text("Bike").tag("Bike")
          Text("Train").tag("Train")
        }
        Section("By sea") { Text("Ship").tag("Ship") }
      }
      .pickerStyle(.inline)
      .validationMessage(store.messages[.way])
    }
    """#,
    "FormsCatalogView.swift: A value that's parsed": #"""
    Form {
      TextField(
        "Account", value: $store.account, parse: { try AccountNumber($0) },
        format: { $0.text }, prompt: "DE"
      )
      .help("Your IBAN, as on your card.")
    }
    """#,
    "FormsCatalogView.swift: Filled, segmented": #"""
    Form {
      Picker("Color", selection: $store.color) {
        Text("None").tag(Item.Color?.none)
        ForEach(Item.Color.allCases, id: \.self) { Text($0.name).tag($0) }
      }
      Picker("Extras", selection: $store.extras) {
        ForEach(["Insurance", "Express", "Signature"], id: \.self) { Text($0).tag($0) }
      }
    }
    .pickerStyle(.segmented)
    """#,
    "FormsCatalogView.swift: Hidden label": #"""
    Form { TextField("Search word", text: $store.search, prompt: "Search").labelsHidden() }
    """#,
    "FormsCatalogView.swift: Unit and help": #"""
    Form {
      TextField("Weight", value: $store.weight, format: .number)
        .keyboardType(.numberPad)
        .unit("kg")
        .help("With the packaging. If the parcel is heavier than 30 kg, two people carry it.")
    }
    """#,
    "FormsCatalogView.swift: Text that grows": #"""
    Form {
      TextEditor("Note", text: $store.note, prompt: "For the driver").lineLimit(2...6)
      TextEditor("Letter", text: $store.letter)
    }
    """#,
    "FormsCatalogView.swift: Long texts": #"""
    Form {
      Picker("What the driver does if nobody is at home", selection: $plan) {
        ForEach(Self.options, id: \.self) { Text($0).tag($0) }
      }
      Picker("What the driver does after the second attempt", selection: $plan) {
        ForEach(Self.options, id: \.self) { Text($0).tag($0) }
      }
      .pickerStyle(.inline)
      Picker("What the driver does in the holidays", selection: $plan) {
        ForEach(Self.options, id: \.self) { Text($0).tag($0) }
      }
      .pickerStyle(.segmented)
      .help("The driver also calls the number that you have left, and writes a card.")
    }
    """#,
    "LayoutCatalogView.swift: Icons": #"""
    HStack {
      Label("Calendar", icon: .calendar)
      Image(icon: .warning, alt: "Warning")
      Button("Download", icon: .download) {}.buttonStyle(.borderedProminent)
      Button("Forward", icon: .arrowForward) {}.disabled()
    }
    """#,
    "LayoutCatalogView.swift: Group that's shown by the state": #"""
    DisclosureGroup("Details", isExpanded: $store.isExpanded) {
      Text("These details are part of the page only while they're shown.")
    }
    DisclosureGroup("Locked", isExpanded: $store.isExpanded) { Text("Locked details") }
      .disabled()
    DisclosureGroup(
      "A title that doesn't fit into one line, because it explains the details with many words",
      isExpanded: .constant(true)
    ) {
      Text("The group is always shown.")
    }
    """#,
    "LayoutCatalogView.swift: Group that's shown by the browser": #"""
    Form {
      DisclosureGroup("Advanced") {
        TextField("Name", text: $store.name)
          .validationMessage(store.name.count > 8 ? "At most 8 characters." : nil)
        Toggle("Verbose", isOn: $store.isVerbose)
      }
    }
    """#,
    "LayoutCatalogView.swift: A grid": #"""
    Grid(horizontalSpacing: 24) {
      GridRow {
        Text("Weight").bold()
        Text("2 kg")
      }
      Divider()
      GridRow {
        Text("Dimensions").bold()
        Text("30 cm by 20 cm, and 5 cm high with the feet folded out")
      }
    }
    """#,
    "LayoutCatalogView.swift: Cards": #"""
    LazyVGrid(columns: [GridItem(.adaptive(minimum: 160))]) {
      ForEach(1..<6) { number in
        VStack {
          Text("Card \(number)").font(.headline)
          Text("Cards are as wide as the others.").foregroundStyle(.secondary)
        }
      }
    }
    """#,
    "LayoutCatalogView.swift: Three columns": #"""
    LazyVGrid(columns: [GridItem(), GridItem(), GridItem()], spacing: 8) {
      ForEach(1..<5) { Text("Cell \($0)") }
    }
    """#,
    "LayoutCatalogView.swift: Fonts and colors": #"""
    Text("Large title").font(.largeTitle)
    Text("Title").font(.title)
    Text("Headline").font(.headline)
    Text("Body")
    Text("Subheadline").font(.subheadline).foregroundStyle(.secondary)
    Text("Caption").font(.caption).foregroundStyle(.accent)
    Text("let code = 1").font(.code).foregroundStyle(.destructive)
    """#,
    "LayoutCatalogView.swift: Markdown": #"""
    Markdown(
      """
      # Packing

      Wrap **glass** in *two* layers, and close `Box.lid`.

      - First the [heavy things](https://www.swift.org)
      - Then the light ones

      > This side up.

      ```
      pack(things, in: Box())
      ```
      """)
    """#,
    "ListsCatalogView.swift: Filled list": #"""
    List {
      Text("A row with a text")
      Button("A row with a button") { store.send(.tapped("The button")) }
      NavigationLink("A row with a link", href: "/")
      LabeledContent("A row with a value", value: "12 kg")
    }
    Text("Opened: \(store.opened)")
    """#,
    "ListsCatalogView.swift: Tabs": #"""
    TabView(selection: $store.tab) {
      Tab("Arrivals", value: ListsCatalog.Tab.arrivals) { Text("12:40 from Oslo") }
      Tab("Departures", value: ListsCatalog.Tab.departures) { Text("13:05 to Lima") }
    }
    """#,
    "ListsCatalogView.swift: Placeholder": #"""
    ContentUnavailableView(
      "No letters", description: "Letters that you receive are shown here."
    ) {
      Button("Write a letter") { store.send(.tapped("A new letter")) }.buttonStyle(.bordered)
    }
    """#,
    "ListsCatalogView.swift: List with sections": #"""
    List {
      Section("Fruits") {
        Text("Apple")
        Text("Pear")
      }
      Section {
        Text("Carrot")
      } header: {
        Text("Vegetables")
      } footer: {
        Text("Vegetables are sold by weight.")
      }
    }
    """#,
    "ListsCatalogView.swift: Empty list": #"""
    List {}
    """#,
    "ListsCatalogView.swift: Disabled list": #"""
    List {
      Button("The first row") { store.send(.tapped("The first row")) }
      Button("The second row") { store.send(.tapped("The second row")) }
    }
    .disabled()
    """#,
    "ListsCatalogView.swift: List with long texts": #"""
    List {
      Text("A row with so much text that it needs several lines, on a phone and in a column")
      Button("A button with so much text that it needs several lines, on a phone and in a column")
      {
        store.send(.tapped("The long button"))
      }
      LabeledContent(
        "The name of the value, which is longer than the value",
        value: "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch")
    }
    """#,
    "ListsCatalogView.swift: List that's being loaded": #"""
    List {
      Text("A row of the list")
      Text("Another row of the list")
    }
    .redacted(reason: .placeholder)
    ProgressView("Loading the list")
    """#,
    "MenuCatalogView.swift: A menu": #"""
    Menu("Options") {
      Button("Rename", icon: .pencil) { store.send(.tapped("Rename")) }
      Button("Duplicate") { store.send(.tapped("Duplicate")) }
      Divider()
      Button("Ask", role: .destructive) { store.send(.askTapped) }
    }
    """#,
    "MenuCatalogView.swift: Styles and labels": #"""
    HStack {
      Menu("Share", icon: .upload) {
        Button("By email") { store.send(.tapped("By email")) }
        Link("Website", destination: "https://swift.org")
      }
      .buttonStyle(.bordered)
      Menu {
        Button("Archive") { store.send(.tapped("Archive")) }
      } label: {
        Image(icon: .ellipsis, alt: "More")
      }
    }
    """#,
    "MenuCatalogView.swift: Disabled": #"""
    Menu("Unavailable") { Button("Never") {} }.disabled()
    """#,
    "MenuCatalogView.swift: Long titles": #"""
    Menu("A menu whose title doesn't fit into one line of a phone") {
      Button("An action whose title doesn't fit into one line of a menu, as in some languages")
      {
        store.send(.tapped("Long title"))
      }
    }
    .buttonStyle(.bordered)
    """#,
    "MenuCatalogView.swift: Rows with actions": #"""
    List {
      ForEach(store.names, id: \.self) { name in
        Text(name)
          .swipeActions {
            Button("Duplicate", icon: .plus) { store.send(.duplicateTapped(name)) }
            Button("Delete", icon: .trash, role: .destructive) {
              store.send(.deleteTapped(name))
            }
          }
      }
    }
    """#,
    "TableCatalogView.swift: Search, sorting, and selection": #"""
    Table(
      store.tools, caption: "Tools", selection: $store.selection, sortOrder: $store.sort
    ) {
      TableColumn("Name", value: \.name, sort: .name)
      TableColumn("Price", sort: .price) { tool in Text("\(tool.price) €") }
        .alignment(.trailing)
    }
    .searchable(text: $store.search, prompt: "Search for tools")
    """#,
    "TableCatalogView.swift: Long texts, without sorting": #"""
    Table(Self.books, caption: "Books of the library, which are the same on each page") {
      TableColumn("Title and subtitle", value: \.title)
      TableColumn("Year of the first edition") { book in Text(verbatim: "\(book.year)") }
        .alignment(.trailing)
    }
    """#,
    "TableCatalogView.swift: Table without rows": #"""
    Table([TableCatalog.Tool](), caption: "No tools") {
      TableColumn("Name", value: \.name)
      TableColumn("Price") { tool in Text("\(tool.price) €") }
    }
    """#,
    "TableCatalogView.swift: Disabled table": #"""
    Table(
      store.tools, caption: "Tools that can't be sorted now", selection: $store.selection,
      sortOrder: $store.sort
    ) {
      TableColumn("Name", value: \.name, sort: .name)
      TableColumn("Price", sort: .price) { tool in Text("\(tool.price) €") }
        .alignment(.trailing)
    }
    .disabled()
    """#,
    "TableCatalogView.swift: List of 100,000 rows, loaded page by page": #"""
    LazyList(store.log, previous: { store.send(.previousTapped) }) { entry in
      Text("Entry \(entry.id)")
    } more: {
      store.send(.showMoreTapped)
    }
    """#,
    "TableCatalogView.swift: List that's loading": #"""
    LazyList(Self.loading) { _ in
      EmptyView()
    } more: {
    }
    """#,
    "TableCatalogView.swift: List that couldn't be loaded": #"""
    LazyList(Self.failed) { _ in
      EmptyView()
    } more: {
    }
    """#,
    "TextsCatalogView.swift: Empty": #"""
    Form {
      TextField("Nickname", text: $store.nickname)
      TextField("Nickname with a prompt", text: $store.nickname, prompt: "Ada")
      SecureField("Password", text: $store.password, prompt: "At least 8 characters")
      TextEditor("Note", text: $store.note, prompt: "For the driver")
      Toggle("Urgent", isOn: $store.isUrgent)
      FileField("Picture", types: ["image/*"]) { store.send(.fileChosen($0.name)) }
    }
    """#,
    "TextsCatalogView.swift: Filled": #"""
    Form {
      TextField("City", text: $store.city)
      TextEditor("Letter", text: $store.letter)
      Toggle("Gift", isOn: $store.isGift)
      Stepper("Copies", value: $store.count, in: 0...9)
      LabeledContent("Chosen picture", value: store.file ?? "None")
    }
    """#,
    "TextsCatalogView.swift: Invalid": #"""
    Form {
      TextField("City of birth", text: $store.city).validationMessage("This city is unknown.")
      SecureField("New password", text: $store.password)
        .validationMessage("Enter at least 8 characters.")
      TextEditor("Answer", text: $store.letter).validationMessage("Write at most one line.")
      Toggle("I agree", isOn: $store.isUrgent).validationMessage("Agree before you continue.")
      FileField("Passport", types: ["application/pdf"]) { store.send(.fileChosen($0.name)) }
        .validationMessage("Choose a file.")
    }
    """#,
    "TextsCatalogView.swift: Disabled": #"""
    Form {
      TextField("Former city", text: $store.city)
      SecureField("Former password", text: $store.password, prompt: "Not kept")
      TextEditor("Former letter", text: $store.letter)
      Toggle("Former gift", isOn: $store.isGift)
      Stepper("Former copies", value: $store.count, in: 0...9)
      FileField("Former picture") { store.send(.fileChosen($0.name)) }
    }
    .disabled()
    """#,
    "TextsCatalogView.swift: Long texts": #"""
    Form {
      TextField(
        "The street in which the parcel was delivered on the last working day of the month",
        text: $store.street
      )
      .help("If the street has several names, enter the one that's on the sign at the corner.")
      .validationMessage("This street isn't in the city that you have entered above.")
      Toggle(
        "Send a message to everyone who has ever ordered something from this warehouse",
        isOn: $store.isGift)
      Stepper(
        "The number of copies that are printed, signed, and sent to the customer",
        value: $store.count, in: 0...9)
      FileField("A picture of the parcel that shows the label and all four corners") {
        store.send(.fileChosen($0.name))
      }
    }
    """#,
    "TextsCatalogView.swift: Sizes": #"""
    Form {
      TextField("Small", text: $store.city).controlSize(.small)
      TextField("Regular", text: $store.city)
      TextField("Large", text: $store.city).controlSize(.large)
    }
    """#,
    "ViewStateCatalogView.swift: A value that a button changes": #"""
    Form {
      Section { TapCounter() }
    }

    private struct TapCounter: View {
      @State private var count = 0

      var body: some View {
        LabeledContent("Taps", value: "\(count)")
        Button("Tap") { count += 1 }
        Button("Start over") { count = 0 }.disabled(count == 0)
      }
    }
    """#,
    "ViewStateCatalogView.swift: A value that fields change": #"""
    Form {
      Section { DraftNote() }
    }

    private struct DraftNote: View {
      @State private var text: String
      @State private var isPreviewed = false

      init(text: String = "") { _text = State(initialValue: text) }

      var body: some View {
        TextField("Note", text: $text)
        PreviewToggle(isOn: $isPreviewed)
        Button("Apply") {}
        if isPreviewed { Text(text.isEmpty ? "The note is empty." : text) }
      }
    }

    private struct PreviewToggle: View {
      @Binding var isOn: Bool

      var body: some View { Toggle("Preview", isOn: $isOn) }
    }
    """#,
    "ViewStateCatalogView.swift: A value with an initial text": #"""
    Form {
      Section { DraftNote(text: "The initial text is here until you change it.") }
    }

    private struct DraftNote: View {
      @State private var text: String
      @State private var isPreviewed = false

      init(text: String = "") { _text = State(initialValue: text) }

      var body: some View {
        TextField("Note", text: $text)
        PreviewToggle(isOn: $isPreviewed)
        Button("Apply") {}
        if isPreviewed { Text(text.isEmpty ? "The note is empty." : text) }
      }
    }

    private struct PreviewToggle: View {
      @Binding var isOn: Bool

      var body: some View { Toggle("Preview", isOn: $isOn) }
    }
    """#,
    "ViewStateCatalogView.swift: A value for each row": #"""
    Form {
      Section {
        ForEach(store.chapters, id: \.self) { ChapterRow(title: $0) }
        Button("Move the first one to the end") { store.send(.rotateTapped) }
      }
    }

    private struct ChapterRow: View {
      let title: String
      @State private var isExpanded = false

      var body: some View {
        VStack(alignment: .leading) {
          Button(isExpanded ? "Close \(title)" : "Open \(title)") { isExpanded.toggle() }
          if isExpanded { Text("The chapter “\(title)” is open. It stays open when it moves.") }
        }
      }
    }
    """#,
  ]
}
