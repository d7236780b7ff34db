import CairnTexts
import Testing

@testable import CairnViews

/// Pickers with sections, and pickers with several selected options.
@Suite struct PickerGroupTests {
  let id = Hex.string(Place.root)

  private func sections(_ selection: Box<Int>) -> some View {
    Picker("City", selection: selection.binding) {
      Text("None").tag(0)
      Section("North & \"East\"") { Text("Oslo").tag(1) }
      Section {
        Text("Kyoto").tag(2)
        Text("Hanoi").tag(3).disabled()
      } header: {
        Text("Asia").bold()
      }
      Section { Text("Lima").tag(4) }
    }
  }

  private func hash(_ tag: some Hashable) -> String { Hex.string(StableHash.of(tag)) }

  @Test func `Sections in a menu are groups of options`() {
    let html = content(sections(Box(2)))
    #expect(
      html.contains(
        """
        <option value="\(hash(0))">None</option><optgroup label="North &amp; &quot;East&quot;">\
        <option value="\(hash(1))">Oslo</option></optgroup><optgroup label="Asia">\
        <option value="\(hash(2))" selected>Kyoto</option>\
        <option value="\(hash(3))" disabled>Hanoi</option></optgroup>\
        <option value="\(hash(4))">Lima</option></select>
        """))
  }

  @Test func `Sections of radio buttons are groups with a legend`() {
    let html = content(sections(Box(2)).pickerStyle(.inline))
    #expect(html.hasPrefix("<fieldset class=\"field choices\"><legend>City</legend>"))
    #expect(
      html.contains(
        "<fieldset class=\"group\"><legend>North &amp; \"East\"</legend><label class=\"choice\">"))
    #expect(html.split(separator: "type=\"radio\"").count == 6)
    #expect(html.split(separator: " checked").count == 2)
    #expect(html.hasSuffix("</label></fieldset>"))
    let segmented = content(sections(Box(2)).pickerStyle(.segmented))
    #expect(!segmented.contains("Asia"))
    #expect(segmented.split(separator: "type=\"radio\"").count == 6)
  }

  @Test func `Options in sections can be chosen`() {
    let box = Box(0)
    #expect(submit(hash(2), to: sections(box)) == .applied)
    #expect(box.value == 2)
    #expect(submit(hash(3), to: sections(box)) == .refused(.system(.choiceUnavailable)))
    #expect(submit(hash(4), to: sections(box).pickerStyle(.inline)) == .applied)
    #expect(box.value == 4)
  }

  @Test func `Tags of an optional selection can have the type of its value`() {
    let box = Box(Int?.none)
    let view = Picker("City", selection: box.binding) {
      Text("None").tag(Int?.none)
      Text("Oslo").tag(1)
    }
    #expect(content(view).contains("\" selected>None</option>"))
    #expect(submit(hash(1), to: view) == .applied)
    #expect(box.value == 1)
    #expect(content(view).contains("\" selected>Oslo</option>"))
    #expect(submit(hash(Int?.none), to: view) == .applied)
    #expect(box.value == nil)
  }

  enum Tag: String, CaseIterable { case red, green, blue }

  private func tags(_ box: Box<Set<Tag>>) -> some View {
    Picker("Tags", selection: box.binding) {
      ForEach(Tag.allCases, id: \.self) { Text($0.rawValue).tag($0).disabled($0 == .blue) }
    }
  }

  private func option(_ tag: Tag) -> UInt64 { Place.mix(Place.root, StableHash.of(tag)) }

  @Test func `A picker of a set is a group of checkboxes`() {
    let html = content(tags(Box([.green])))
    let (red, green) = (Hex.string(option(.red)), Hex.string(option(.green)))
    let (off, on) = (Hex.string(StableHash.string("0")), Hex.string(StableHash.string("1")))
    #expect(
      html.hasPrefix(
        """
        <fieldset class="field choices"><legend>Tags</legend>\
        <label class="choice"><input type="hidden" name="~f.\(red).\(off)" value="0">\
        <input type="checkbox" id="f-\(red)" name="~f.\(red).\(off)" value="1">\
        <span>red</span></label>\
        <label class="choice"><input type="hidden" name="~f.\(green).\(on)" value="0">\
        <input type="checkbox" id="f-\(green)" name="~f.\(green).\(on)" value="1" checked>\
        <span>green</span></label>
        """))
    #expect(html.split(separator: " disabled>").count == 3)
  }

  @Test func `Checkboxes add and remove elements`() throws {
    let box: Box<Set<Tag>> = Box([.green])
    func write(_ tag: Tag, _ value: String) throws -> FieldVerdict {
      let handler = try #require(
        collect(tags(box), wanted: [option(tag)]).fields[option(tag)])
      #expect(handler.isDisabled == (tag == .blue))
      return handler.write(value)
    }
    let verdicts = try [
      write(.red, "1"), write(.red, "1"), write(.green, "0"), write(.green, "2"),
    ]
    #expect(verdicts == [.applied, .unchanged, .applied, .refused(.system(.chooseOnOrOff))])
    #expect(box.value == [.red])
    _ = try write(.blue, "0")
  }

  @Test func `Tags of another type than the elements aren't added`() {
    let box: Box<Set<Int>> = Box([1])
    let view = Picker("Numbers", selection: box.binding) { Text("One").tag("1") }
    #expect(submit("1", to: view) == .refused(.system(.choiceUnavailable)))
    #expect(box.value == [1])
  }

  @Test func `The message about a set is below the group and describes each checkbox`() {
    let html = content(tags(Box([])).validationMessage("Choose one.").help("Or several."))
    #expect(
      html.hasPrefix("<fieldset class=\"field choices\" aria-describedby=\"f-\(id)-help\"><legend>")
    )
    let described = " aria-invalid=\"true\" aria-describedby=\"f-\(id)-error\""
    #expect(html.split(separator: described).count == 4)
    #expect(
      html.hasSuffix(
        """
        <p class="help" id="f-\(id)-help">Or several.</p>\
        <p class="error" id="f-\(id)-error">Choose one.</p></fieldset>
        """))
  }

  @Test func `A message about one checkbox is next to it`() {
    let draft = Draft(typed: "1", message: .system(.choiceChanged))
    let html = content(tags(Box([])), drafts: [option(.red): draft])
    let red = Hex.string(option(.red))
    #expect(html.contains(" checked aria-invalid=\"true\" aria-describedby=\"f-\(red)-error\""))
    #expect(html.contains("<span>red</span></label><p class=\"error\" id=\"f-\(red)-error\">"))
    #expect(html.split(separator: "aria-invalid").count == 2)
  }
}
