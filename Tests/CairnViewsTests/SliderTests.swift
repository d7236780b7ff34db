import CairnDependencies
import CairnTexts
import Foundation
import Testing

@testable import CairnViews

@Suite struct SliderTests {
  let id = Hex.string(Place.root)

  @Test func `A slider has a label, a value, and labels at its ends`() {
    let check = Hex.string(FieldCheck.hash(of: "40"))
    let slider = Slider(value: .constant(40.0), in: 0...100, step: 5) {
      Text("Volume")
    } minimumValueLabel: {
      Text("Quiet")
    } maximumValueLabel: {
      Text("Loud")
    }
    let html = content(slider)
    // The label is read before the slider.
    #expect(html.hasPrefix("<div class=\"field slider\"><label for=\"f-\(id)\">"))
    #expect(
      html.contains(
        """
        </label><input class="input" id="f-\(id)" name="~f.\(id).\(check)"\
         type="range" min="0" max="100" step="5" value="40"><span class="value"
        """))
    #expect(html.contains("Volume") && html.contains("Quiet") && html.contains("Loud"))
    #expect(html.contains("<span class=\"value\" aria-hidden=\"true\">40</span>"))
    #expect(html.split(separator: "<span class=\"end\">").count == 3)
  }

  @Test func `A slider without a label has the name that's set for it`() {
    let html = content(Slider(value: .constant(0.25)).accessibilityLabel("Level"))
    #expect(html.contains("<input class=\"input\" aria-label=\"Level\""))
    #expect(html.contains(" min=\"0\" max=\"1\" step=\"any\" value=\"0.25\""))
    #expect(!html.contains("<label"))
  }

  @Test func `Attributes of modifiers are for the input, not for the label`() {
    let view = Slider(value: .constant(0.25)) { Label("Volume", icon: .warning) }
    let html = content(view.attribute("data-test", "1").class("loud"))
    #expect(html.components(before: "<input").contains("Volume"))
    #expect(!html.components(before: "<input").contains("loud"))
    let input = html.text(between: "<input", and: ">")
    #expect(input?.contains("loud") == true)
    #expect(input?.contains("data-test=\"1\"") == true)
  }

  @Test func `A hidden label is still the name of the slider`() {
    let html = content(Slider(value: .constant(0.25)) { Text("Volume") }.labelsHidden())
    #expect(html.contains("<label class=\"hidden\" for=\"f-\(id)\">"))
    #expect(html.contains("Volume"))
  }

  @Test func `The unit is after the number`() {
    let html = content(
      VStack {
        Slider(value: .constant(3.0), in: 0...9, step: 1) { Text("Weight") }
        TextField("Other", value: .constant(1))
      }
      .unit("kg"))
    let slider = html.components(before: "Other")
    #expect(slider.contains("<div class=\"field slider\">"))
    #expect(slider.contains("aria-describedby=\"f-") && slider.contains("-unit\">"))
    #expect(slider.contains("<span class=\"value\" aria-hidden=\"true\">3 <span class=\"unit\""))
    // It's there once, and the next field has it too.
    #expect(html.split(separator: ">kg</span>").count == 3)
  }

  @Test func `A moved slider writes its number`() {
    let box = Box(40.0)
    let slider = Slider(value: box.binding, in: 0...100, step: 5) { Text("Volume") }
    #expect(submit("40", to: slider) == .unchanged)
    #expect(submit("45", to: slider) == .applied)
    #expect(box.value == 45)
    let small = Box(Float(0.5))
    #expect(submit("0.75", to: Slider(value: small.binding)) == .applied)
    #expect(small.value == 0.75)
  }

  static let values: [(Double, ClosedRange<Double>, Double, String)] = [
    (7, 0...10, 5, "5"), (-3, 0...10, 5, "0"), (99, 0...10, 3, "9"), (0.1 * 3, 0...1, 0.1, "0.3"),
    (.nan, 0...1, 0.1, "0"), (.infinity, 0...1, 0.1, "1"), (0.75, -1...1, 0.2, "0.8"),
    (8, 8...8, 1, "8"),
  ]

  @Test(arguments: values)
  func `A value is shown as the nearest possible one, and isn't written`(
    value: Double, range: ClosedRange<Double>, step: Double, shown: String
  ) {
    let box = Box(value)
    let slider = Slider(value: box.binding, in: range, step: step) { Text("V") }
    let html = content(slider)
    #expect(html.contains(" value=\"\(shown)\""))
    #expect(fieldNames(in: html).map(\.check) == [FieldCheck.hash(of: shown)])
    #expect(submit(shown, to: slider) == .unchanged)
    #expect(box.value == value || value.isNaN)
  }

  @Test func `A binary fraction is shown with the digits that browsers submit`() {
    let box = Box(0.1 + 0.2)
    let slider = Slider(value: box.binding) { Text("V") }
    #expect(content(slider).contains(" value=\"0.3\""))
    #expect(submit("0.3", to: slider) == .unchanged)
    #expect(box.value == 0.1 + 0.2)
    #expect(submit("0.123456789", to: slider) == .applied)
    #expect(box.value == 0.123457)
  }

  @Test func `Numbers that no slider submits are rejected`() {
    let box = Box(40.0)
    let slider = Slider(value: box.binding, in: 0...100, step: 5) { Text("Volume") }
    #expect(submit("", to: slider) == .refused(.system(.enterNumber)))
    #expect(submit("loud", to: slider) == .refused(.system(.notNumber("loud"))))
    #expect(submit("inf", to: slider) == .refused(.system(.notNumber("inf"))))
    #expect(submit("105", to: slider) == .refused(.system(.numberAboveMaximum("100"))))
    #expect(submit("-5", to: slider) == .refused(.system(.numberBelowMinimum("0"))))
    #expect(
      submit("42", to: slider)
        == .refused(.system(.numberBetweenSteps(below: "40", above: "45"))))
    #expect(box.value == 40)
  }

  @Test func `The number has the user's digits and a short fraction`() {
    withDependencies {
      $0.locale = Locale(identifier: "de_DE")
    } operation: {
      let html = content(Slider(value: .constant(0.123456)) { Text("V") })
      #expect(html.contains(">0,123</span>"))
      #expect(html.contains(" value=\"0.123456\""))
    }
  }
}

@Suite struct ColorPickerTests {
  let moss = RGBColor(red: 58, green: 115, blue: 92)

  @Test func `A color picker submits the notation of CSS`() {
    let id = Hex.string(Place.root)
    let check = Hex.string(FieldCheck.hash(of: "#3a735c"))
    #expect(
      content(ColorPicker("Tone", selection: .constant(moss)))
        == """
        <div class="field color"><label for="f-\(id)">Tone</label><input class="input"\
         id="f-\(id)" name="~f.\(id).\(check)" type="color" value="#3a735c"></div>
        """)
    let box = Box(moss)
    let picker = ColorPicker("Tone", selection: box.binding)
    #expect(submit("#3a735c", to: picker) == .unchanged)
    #expect(submit("#3A735C", to: picker) == .unchanged)
    #expect(submit(" #FF8000 ", to: picker) == .applied)
    #expect(box.value == RGBColor(red: 255, green: 128, blue: 0))
    for text in ["", "red", "#ff80", "#ff800g", "##ff8000", "#ff８000"] {
      #expect(submit(text, to: picker) == .refused(.system(.notColor(text))))
    }
    #expect(box.value == RGBColor(red: 255, green: 128, blue: 0))
  }

  @Test(arguments: [
    ("#1a2b3c", "#1a2b3c"), ("1A2B3C", "#1a2b3c"), ("#1af", "#11aaff"), ("#000000", "#000000"),
    ("fff", "#ffffff"),
  ])
  func `A color has a text of six digits`(text: String, hex: String) {
    #expect(RGBColor(hex: text)?.hex == hex)
  }

  @Test func `A color is stored as its text`() throws {
    let data = try JSONEncoder().encode([moss])
    #expect(String(decoding: data, as: UTF8.self) == ##"["#3a735c"]"##)
    let colors = try JSONDecoder().decode([RGBColor].self, from: data)
    #expect(colors == [moss])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([RGBColor].self, from: Data(#"["moss"]"#.utf8))
    }
  }
}
