import Testing

@testable import CairnViews

/// Tests which element has the focus in the response to a form.
@Suite struct FocusTests {
  private struct Item: Identifiable { let id: Int }

  private final class Model {
    var sheet: Item?
    var isAsking = false
    var hasCancel = true
    var declares = false
    var name = "Keyboard"
    var numbers = [1, 2, 3]
    var isRunning = false
    var count = 1
    var canReset = true
  }

  private struct Root: View {
    @Bindable var model: Model

    var body: some View {
      Button("Reset") {}.disabled(!model.canReset)
      Stepper("Count", value: $model.count, in: 0...2)
      if model.numbers.isEmpty {
        Button("Fill") {}
      } else {
        if model.isRunning {
          Text("Running")
          Button("Stop") {}
          Button("Pause") {}
        } else {
          Button("Start") {}
        }
        Button("Empty") {}
      }
      List {
        ForEach(model.numbers, id: \.self) { number in
          if number == 1, model.isRunning {
            Button("Halt \(number)") {}
          } else {
            Button("Row \(number)") {}
          }
          Link("Open \(number)", destination: "/items/\(number)?~k3")
        }
      }
      .sheet(item: $model.sheet) { _ in
        TextField("Fixed", text: .constant("")).disabled(true)
        TextField("Name", text: $model.name)
        if model.declares {
          TextField("Note", text: .constant("")).defaultFocus()
        } else {
          TextField("Note", text: .constant(""))
        }
        Button("Save") {}.keyboardShortcut(.defaultAction)
      }
      .alert("Sure?", isPresented: $model.isAsking) {
        Button("Delete", role: .destructive) {}
        if model.hasCancel { Button("Cancel", role: .cancel) {} }
      }
    }
  }

  private let model = Model()

  /// The start tag that has the focus, and the number of elements that have it.
  private func focused(
    _ focus: PageFocus?, drafts: [UInt64: Draft] = [:]
  ) -> (tag: String, count: Int) {
    var context = PageContext(drafts: drafts)
    context.focus = focus
    let tags = page(Root(model: model), context).split(separator: "<").filter {
      $0.prefix { $0 != ">" }.contains(" autofocus")
    }
    return (tags.first.map(String.init) ?? "", tags.count)
  }

  private func id(of button: String) throws -> UInt64 {
    try #require(taps(button, in: page(Root(model: model))).last)
  }

  @Test func `A fresh page has no focus`() {
    #expect(focused(nil).count == 0)
  }

  @Test func `After an update in place, the pressed button has the focus`() throws {
    let (tag, count) = focused(.stays(on: TappedButton(id: try id(of: "Row 2"))))
    #expect(count == 1)
    #expect(tag.hasSuffix(">Row 2"))
  }

  @Test func `The hidden button for the Enter key doesn't get the focus`() throws {
    model.sheet = Item(id: 1)
    let (tag, count) = focused(.stays(on: TappedButton(id: try id(of: "Save"))))
    #expect(count == 1)
    #expect(tag.hasSuffix(">Save"))
  }

  @Test(arguments: [("Decrement", 0, "Increment"), ("Increment", 2, "Decrement")])
  func `If a stepper's button is disabled, its other button has the focus`(
    pressed: String, value: Int, focused other: String
  ) throws {
    let id = try id(of: pressed + " Count")
    model.count = value
    let (tag, count) = focused(.stays(on: TappedButton(id: id)))
    #expect(count == 1)
    #expect(tag.contains("aria-label=\"\(other) Count\""))
  }

  @Test func `If another button is disabled, the next button has the focus`() throws {
    let id = try id(of: "Reset")
    model.canReset = false
    let (tag, count) = focused(.stays(on: TappedButton(id: id)))
    #expect(count == 1)
    #expect(tag.contains("aria-label=\"Decrement Count\""))
  }

  @Test func `A loaded page has a focus if an alert or a declared control is on top`() {
    #expect(focused(.loaded).count == 0)
    model.sheet = Item(id: 1)
    #expect(focused(.loaded).count == 0)
    model.declares = true
    #expect(focused(.loaded).tag.contains("value=\"\""))
    model.sheet = nil
    model.isAsking = true
    #expect(focused(.loaded).tag.hasSuffix(">Cancel"))
  }

  @Test func `A button that's gone leaves no focus`() throws {
    let row = try id(of: "Row 2")
    model.sheet = Item(id: 1)
    #expect(focused(.stays(on: TappedButton(id: row))).count == 0)
  }

  @Test(arguments: [([1, 3], 2, "Row 3"), ([1, 2], 3, "Row 2"), ([2, 3], 1, "Row 2")])
  func `If the row is gone, the adjacent row gets the focus`(
    left: [Int], gone: Int, focused row: String
  ) throws {
    let id = try id(of: "Row \(gone)")
    let button = collect(Root(model: model), wanted: [id]).button(id)
    model.numbers = left
    let (tag, count) = focused(.stays(on: button))
    #expect(count == 1)
    #expect(tag.hasSuffix(">\(row)"))
  }

  @Test func `If the last row is gone, the first button of the layer gets the focus`() throws {
    model.numbers = [2]
    let id = try id(of: "Row 2")
    let button = collect(Root(model: model), wanted: [id]).button(id)
    model.numbers = []
    let (tag, count) = focused(.stays(on: button))
    #expect(count == 1)
    #expect(tag.hasSuffix(">Reset"))
  }

  @Test(arguments: [("Start", "Stop"), ("Row 1", "Halt 1"), ("Row 2", "Row 2"), ("Reset", "Reset")])
  func `If another branch is shown, its first button gets the focus`(
    pressed: String, focused then: String
  ) throws {
    let id = try id(of: pressed)
    let button = collect(Root(model: model), wanted: [id]).button(id)
    model.isRunning = true
    let (tag, count) = focused(.stays(on: button))
    #expect(count == 1)
    #expect(tag.hasSuffix(">\(then)"))
  }

  @Test func `With nested branches, the innermost gets the focus`() throws {
    let id = try id(of: "Empty")
    let button = collect(Root(model: model), wanted: [id]).button(id)
    model.numbers = []
    #expect(focused(.stays(on: button)).tag.hasSuffix(">Fill"))
  }

  @Test func `A sheet's first editable field gets the focus`() {
    model.sheet = Item(id: 1)
    let (tag, count) = focused(.presented)
    #expect(count == 1)
    #expect(tag.contains("value=\"Keyboard\""))
  }

  @Test func `A declared focus wins`() {
    model.sheet = Item(id: 1)
    model.declares = true
    let (tag, count) = focused(.presented)
    #expect(count == 1)
    #expect(tag.hasPrefix("input"))
    #expect(!tag.contains("value=\"Keyboard\""))
  }

  @Test func `The cancel button of an alert gets the focus`() {
    model.isAsking = true
    #expect(focused(.presented).tag.hasSuffix(">Cancel"))
    model.hasCancel = false
    #expect(focused(.presented).tag.hasSuffix(">Delete"))
  }

  @Test func `A rejected field gets the focus first`() throws {
    model.sheet = Item(id: 1)
    let fields = fieldNames(in: page(Root(model: model)))
    let note = try #require(fields.last)
    let drafts = [note.id: Draft(typed: "x", message: "Not that.")]
    for focus in [PageFocus.stays(on: TappedButton(id: try id(of: "Save"))), .presented] {
      let (tag, count) = focused(focus, drafts: drafts)
      #expect(count == 1)
      #expect(tag.contains("aria-invalid"))
    }
    #expect(focused(nil, drafts: drafts).count == 0)
  }

  @Test func `A rejected field below an alert doesn't get the focus`() throws {
    model.sheet = Item(id: 1)
    let note = try #require(fieldNames(in: page(Root(model: model))).last)
    model.isAsking = true
    let (tag, count) = focused(
      .presented, drafts: [note.id: Draft(typed: "x", message: "Not that.")])
    #expect(count == 1)
    #expect(tag.hasSuffix(">Cancel"))
  }

  @Test func `The title of a page with errors begins with Error`() throws {
    #expect(!page(Root(model: model)).contains("<title>Error"))
    model.sheet = Item(id: 1)
    let note = try #require(fieldNames(in: page(Root(model: model))).last)
    let drafts = [note.id: Draft(typed: "x", message: "Not that.")]
    #expect(page(Root(model: model), PageContext(drafts: drafts)).contains("<title>Error: "))
    struct Checked: View, Equatable {
      var body: some View {
        TextField("Name", text: .constant("")).validationMessage("A name, please.")
      }
    }
    var context = PageContext()
    context.memory = RenderMemory(isOn: true)
    for _ in 0..<2 {
      #expect(
        page(Checked().navigationTitle("Item"), context).contains("<title>Error: Item</title>"))
    }
  }

  @Test func `After a dismissal, the focus returns to the presenting element`() throws {
    #expect(
      focused(.returns(to: TappedButton(id: try id(of: "Row 3")), path: "/items/1")).tag.hasSuffix(
        ">Row 3"))
    let (tag, count) = focused(.returns(to: nil, path: "/items/2"))
    #expect(count == 1)
    #expect(tag.hasSuffix(">Open 2"))
    #expect(focused(.returns(to: TappedButton(id: 7), path: "/items/3")).tag.hasSuffix(">Open 3"))
    #expect(focused(.returns(to: nil, path: "/item")).count == 0)
  }
}
