/// An action of a user of the inventory, both as requests and as taps in a browser.
struct Interaction: Sendable {
  let name: String
  /// Performs the requests before the first step.
  var begin: @Sendable (LiveVisitor) throws -> Void = { _ in }
  /// Performs the action with requests.
  let step: @Sendable (LiveVisitor, _ number: Int, Targets) throws -> Void
  /// Whether the action stays in a layer on top of the list with all its rows.
  var isInPlace = false
  /// Whether at most one field or row changes.
  var isOneChange = false
  /// The maximum number of repetitions per round, for a number of items.
  var most: @Sendable (_ items: Int) -> Int = { _ in .max }
  /// The taps in a browser before the first repetition.
  var beginTaps: [Tap] = []
  /// The taps that perform the action in a browser.
  let taps: [Tap]

  /// The IDs of the buttons of a row in the middle of the list, and of the buttons in the bar.
  struct Targets: Sendable {
    let add, edit, delete, duplicate, importing, more, stock: String
    /// The submitted values of two colors of an item.
    let colors: [String]
  }

  /// A tap on a control of a page, and a condition for its result on the page.
  ///
  /// Both are JavaScript expressions that can use ``helpers``.
  struct Tap: Sendable {
    let control: String
    var act = "control.click()"
    let isDone: String
    /// Whether the time of the tap is measured.
    var isMeasured = true
    /// Whether another session makes the change, and the browser waits for it.
    var isByOthers = false
  }

  /// JavaScript functions for the expressions of taps. They find the top layer, its last button with a text, and a
  /// row in the middle of the list.
  static let helpers = """
    const top = () => [...document.querySelectorAll("form.layer")].at(-1)
    const button = (text) =>
      [...(top()?.querySelectorAll("button:not(.default-action)") ?? [])].filter((one) => one.textContent.trim() === text).at(-1)
    const rows = () => document.querySelectorAll("li.row")
    const row = () => rows()[rows().length / 2 | 0]
    const inRow = (label) => row()?.querySelector(`[aria-label^="${label}"]`)
    const isTop = (kind) => document.readyState === "complete" && top()?.matches(`.${kind}`)
    const isList = () => isTop("screen") && rows().length > 1
    const isCount = (number) => isTop("cover") && top().textContent.includes(`Item ${number} of`)
    const isAtRest = () => !hasScript || /\\d$/.test(document.documentElement.dataset.work ?? "")
    """
}

extension Interaction.Tap {
  /// Returns a tap on a button of the top layer that opens a layer of a kind.
  static func button(_ text: String, to kind: String) -> Self {
    Self(control: "button(\"\(text)\")", isDone: "isTop(\"\(kind)\")")
  }

  /// Returns a tap on a button of the top layer that leads to the list.
  static func buttonToList(_ text: String) -> Self {
    Self(control: "button(\"\(text)\")", isDone: "isList()")
  }

  /// Returns a tap on a button of the row that opens a layer of a kind.
  static func inRow(_ label: String, to kind: String) -> Self {
    Self(control: "inRow(\"\(label)\")", isDone: "isTop(\"\(kind)\")")
  }

  static let edit = Self(
    control: "row()?.querySelector(\".row-button\")",
    isDone: "isTop(\"screen\") && top().querySelector(\"input\") && !rows().length")

  /// A change to the row by another session.
  static let byOthers = Self(
    control: "row()", act: "window.textBefore = row().textContent",
    isDone: "isList() && row().textContent !== window.textBefore", isByOthers: true)

  /// Returns a step that replaces the text of the name field. The next tap submits the text.
  static func fill(_ text: String) -> Self {
    Self(
      control: "top()?.querySelector(\"input[id]\")",
      act: "control.value = \"\(text) \" + Math.random()", isDone: "true",
      isMeasured: false)
  }
}

extension Interaction {
  static let ofInventory = [
    Interaction(
      name: "a field is typed in",
      begin: { try $0.send([("~tap", try $0.button("Add"))]) },
      step: { visitor, number, _ in
        let field = try visitor.field("Name")
        try visitor.send([(field, "Lamp \(number)")])
      },
      isInPlace: true, isOneChange: true,
      beginTaps: [.button("Add", to: "sheet")],
      // The browser shows typed text immediately. The tap is done when the page shows that the server has the text.
      taps: [
        Tap(
          control: "top()?.querySelector(\"input[id]\")",
          act: """
            control.value = "Lamp " + Math.random()
            if (document.documentElement.dataset.work) control.dispatchEvent(new Event("change", { bubbles: true }))
            else button("Apply").click()
            """,
          isDone: "isTop(\"sheet\") && !document.documentElement.dataset.work?.endsWith(\"+\")")
      ]),
    Interaction(
      name: "a switch is turned",
      begin: { try $0.send([("~tap", try $0.button("Add"))]) },
      step: { visitor, number, _ in
        let field = try visitor.field("In stock")
        let on = number % 2 == 1 ? [(field, "1")] : []
        try visitor.send([(field, "0")] + on)
      },
      isInPlace: true,
      beginTaps: [.button("Add", to: "sheet")],
      taps: [
        Tap(
          control: "top()?.querySelector(\"[role=switch]\")",
          act: """
            window.wasOn = control.checked
            control.click()
            if (!document.documentElement.dataset.work) button("Apply").click()
            """,
          // The toggle replaces the quantity with another toggle.
          isDone: """
            isTop("sheet") && top().querySelectorAll("[role=switch]").length === (top().querySelector("[role=switch]").checked ? 2 : 3)
            """)
      ]),
    Interaction(
      name: "a color is chosen",
      begin: { try $0.send([("~tap", try $0.button("Add"))]) },
      step: { visitor, number, targets in
        try visitor.send([(try visitor.field("Color"), targets.colors[number % 2])])
      },
      isInPlace: true, isOneChange: true,
      beginTaps: [.button("Add", to: "sheet")],
      taps: [
        Tap(
          control: "top()?.querySelector(\"select\")",
          act: """
            control.selectedIndex = 1 + control.selectedIndex % 2
            if (document.documentElement.dataset.work) control.dispatchEvent(new Event("change", { bubbles: true }))
            else button("Apply").click()
            """,
          isDone: "isTop(\"sheet\") && !document.documentElement.dataset.work?.endsWith(\"+\")")
      ]),
    Interaction(
      name: "one more is counted by +",
      begin: { visitor in
        try visitor.send([("~tap", try visitor.button("Take stock"))])
        try visitor.send([("~tap", try visitor.button("Start"))])
        visitor.remembered = try visitor.button("+")
      },
      step: { visitor, _, _ in try visitor.send([("~tap", visitor.remembered)]) },
      beginTaps: [
        .button("Take stock", to: "cover"),
        Tap(
          control: "button(\"Start\")",
          isDone: "isTop(\"cover\") && top().querySelector(\".stepper\")"),
      ],
      taps: [
        Tap(
          control: "[...(top()?.querySelectorAll(\".stepper button\") ?? [])].at(-1)",
          act: """
            sessionStorage.counted = top().querySelector("input[id]").value
            control.click()
            """,
          isDone:
            "isTop(\"cover\") && +top().querySelector(\"input[id]\")?.value === +sessionStorage.counted + 1"
        )
      ]),
    Interaction(
      name: "a row is changed by another session",
      // The page gets a scene as soon as its script runs.
      begin: { try $0.send([]) },
      step: { visitor, number, targets in try visitor.changeElsewhere(targets.more) },
      isOneChange: true,
      taps: [.byOthers]),
    Interaction(
      name: "a sheet opens, and is canceled",
      step: { visitor, _, targets in
        try visitor.send([("~tap", targets.add)])
        try visitor.send([("~tap", try visitor.button("Cancel"))])
      },
      taps: [.button("Add", to: "sheet"), .buttonToList("Cancel")]),
    Interaction(
      name: "an alert opens, and is canceled",
      step: { visitor, _, targets in
        try visitor.send([("~tap", targets.delete)])
        try visitor.send([("~tap", try visitor.button("Cancel"))])
      },
      taps: [.inRow("Delete", to: "alert"), .buttonToList("Cancel")]),
    Interaction(
      name: "a popover opens, and is canceled",
      step: { visitor, _, targets in
        try visitor.send([("~tap", targets.duplicate)])
        try visitor.send([("~tap", try visitor.button("Cancel"))])
      },
      taps: [.inRow("Duplicate", to: "popover"), .buttonToList("Cancel")]),
    Interaction(
      name: "an import opens, and is canceled",
      step: { visitor, _, targets in
        try visitor.send([("~tap", targets.importing)])
        try visitor.send([("~tap", try visitor.button("Cancel"))])
      },
      taps: [.button("Import", to: "sheet"), .buttonToList("Cancel")]),
    Interaction(
      name: "a file is read",
      begin: {
        try $0.send([("~tap", try $0.button("Import"))])
        $0.remembered = try $0.button("Read the file")
      },
      step: { visitor, number, _ in
        try visitor.send(
          file: number % 2 == 0 ? "Lamp,3\nDesk,4,red\n" : "Chair,1\n", named: "items.csv",
          in: try visitor.field("List"), button: visitor.remembered)
      },
      beginTaps: [.button("Import", to: "sheet")],
      taps: [
        Tap(
          control: "top()?.querySelector(\"input[type=file]\")",
          act: """
            sessionStorage.file = `items ${Math.random()}.csv`
            const files = new DataTransfer()
            files.items.add(new File(["Lamp,3"], sessionStorage.file, { type: "text/csv" }))
            control.files = files.files
            if (hasScript) control.dispatchEvent(new Event("change", { bubbles: true }))
            else button("Read the file").click()
            """,
          isDone: "isTop(\"sheet\") && top().textContent.includes(sessionStorage.file)")
      ]),
    Interaction(
      name: "an item is counted, and left by Back",
      begin: { visitor in
        try visitor.send([("~tap", try visitor.button("Take stock"))])
        try visitor.send([("~tap", try visitor.button("Start"))])
        visitor.remembered = try visitor.button("Next")
      },
      step: { visitor, _, _ in
        let first = visitor.entry
        try visitor.send([("~tap", visitor.remembered)])
        try visitor.back(to: first)
      },
      beginTaps: [
        .button("Take stock", to: "cover"),
        Tap(control: "button(\"Start\")", isDone: "isCount(1)"),
      ],
      taps: [
        Tap(control: "isCount(1) && button(\"Next\")", isDone: "isCount(2)"),
        Tap(control: "isCount(2) && top()", act: "history.back()", isDone: "isCount(1)"),
      ]),
    Interaction(
      name: "all counts are opened, and saved",
      step: { visitor, _, _ in
        try visitor.open("/inventory/stocktake/summary")
        try visitor.send([("~tap", try visitor.button("Save"))])
      },
      // Each item adds a screen, so there are fewer repetitions for more items.
      most: { 30_000 / $0 },
      taps: [
        Tap(
          control: "isAtRest() && top()", act: "location.assign(\"/inventory/stocktake/summary\")",
          isDone: "true", isMeasured: false),
        Tap(
          control: "isAtRest() && document.title.startsWith(\"Summary\") && button(\"Save\")",
          isDone: "isList()"),
      ]),
    Interaction(
      name: "a dialog opens, and a row changes",
      step: { visitor, _, targets in
        try visitor.send([("~tap", targets.more)])
        let button =
          try (try? visitor.button("Mark as out of stock")) ?? visitor.button("Mark as in stock")
        try visitor.send([("~tap", button)])
      },
      taps: [
        .inRow("More", to: "confirmation"),
        Tap(
          control: "button(\"Mark as out of stock\") ?? button(\"Mark as in stock\")",
          isDone: "isList()"),
      ]),
    Interaction(
      name: "a screen is pushed, and canceled",
      step: { visitor, _, targets in
        try visitor.send([("~tap", targets.edit)])
        try visitor.send([("~tap", try visitor.button("Cancel"))])
      },
      taps: [.edit, .buttonToList("Cancel")]),
    Interaction(
      name: "a screen is pushed, and left by Back",
      // Makes the list a page of the scene.
      begin: { visitor in
        try visitor.send([("~tap", try visitor.button("Add"))])
        try visitor.send([("~tap", try visitor.button("Cancel"))])
      },
      step: { visitor, _, targets in
        let list = visitor.entry
        try visitor.send([("~tap", targets.edit)])
        try visitor.back(to: list)
      },
      taps: [.edit, Tap(control: "top()", act: "history.back()", isDone: "isList()")]),
    Interaction(
      name: "an item is edited and saved",
      step: { visitor, number, targets in
        try visitor.send([("~tap", targets.edit)])
        let (field, save) = (try visitor.field("Name"), try visitor.button("Save"))
        try visitor.send([(field, "Lamp \(number)"), ("~tap", save)])
      },
      taps: [.edit, .fill("Lamp"), .buttonToList("Save")]),
    Interaction(
      name: "an item is added, and deleted",
      step: { visitor, number, targets in
        try visitor.send([("~tap", targets.add)])
        let (field, save) = (try visitor.field("Name"), try visitor.button("Save"))
        try visitor.send([(field, "Lamp \(number)"), ("~tap", save)])
        // The new item is the last one.
        try visitor.send([("~tap", try visitor.button("Delete"))])
        try visitor.send([("~tap", try visitor.button("Delete"))])
      },
      taps: [
        .button("Add", to: "sheet"), .fill("Zebra"), .buttonToList("Save"),
        Tap(control: "button(\"Delete\")", isDone: "isTop(\"alert\")"),
        .buttonToList("Delete"),
      ]),
    Interaction(
      name: "a cover opens, and is canceled",
      step: { visitor, _, targets in
        try visitor.send([("~tap", targets.stock)])
        try visitor.send([("~tap", try visitor.button("Cancel"))])
      },
      taps: [.button("Take stock", to: "cover"), .buttonToList("Cancel")]),
  ]
}
