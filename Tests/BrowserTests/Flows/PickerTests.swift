import Testing

@testable import WebDriver

@Suite("Browser: pickers whose options change")
struct PickerTests {
  /// Chooses a region, and while it's being sent, makes a choice that its response removes.
  private func chooseWhileUnderWay(
    _ chromium: Chromium, _ region: String, then choice: String
  ) async throws {
    try await chromium.evaluate(
      """
      (async () => {
        const choose = (control) => {
          for (const type of ["input", "change"]) control.dispatchEvent(new Event(type, { bubbles: true }))
        }
        const pick = (text) => {
          const option = [...document.querySelectorAll("option")].find((option) => option.text === text)
          const select = option.closest("select")
          select.value = option.value
          choose(select)
        }
        const fetch = window.fetch
        const begun = new Promise((resolve) => {
          window.fetch = (...request) => {
            window.fetch = fetch
            resolve()
            return fetch(...request)
          }
        })
        pick("\(region)")
        await begun
        \(choice)
      })()
      """)
    try await chromium.settle()
  }

  /// The chosen options, which must be the same after a reload.
  private func choices(_ chromium: Chromium) async throws -> [String] {
    func shown() async throws -> [String] {
      try await chromium.evaluate(
        """
        [...document.querySelectorAll("select")].map((select) => select.selectedOptions[0]?.text ?? "none")
          .concat([...document.querySelectorAll("input:checked")].map((input) => input.closest("label").innerText))
        """
      ).array.compactMap(\.string)
    }
    let live = try await shown()
    try await chromium.reload()
    let loaded = try await shown()
    #expect(loaded == live)
    return live
  }

  @Test(arguments: Chromium.Options.withScript)
  func `A choice that its response removed is reported and not replaced`(
    options: Chromium.Options
  ) async throws {
    for city in ["Hamburg", "Bremen"] {
      try await SamplesSite.visit("/cities", options) { chromium in
        try await chooseWhileUnderWay(chromium, "East", then: #"pick("\#(city)")"#)
        #expect(try await chromium.text.contains("Kept: Berlin, Center"))
        #expect(try await chromium.text.contains("This option is no longer available."))
        #expect(try await choices(chromium).first == "East")
        try await chromium.choose("City", "Leipzig")
        try await chromium.settle()
        #expect(try await chromium.text.contains("Kept: Leipzig, Center"))
        #expect(try await !chromium.text.contains("no longer available"))
        #expect(try await choices(chromium) == ["East", "Leipzig", "Center"])
      }
    }
  }

  @Test(arguments: Chromium.Options.withScript)
  func `A radio button that its response removed is reported`(
    options: Chromium.Options
  ) async throws {
    try await SamplesSite.visit("/cities", options) { chromium in
      try await chooseWhileUnderWay(
        chromium, "East",
        then: """
          const radio = [...document.querySelectorAll("label")]
            .find((label) => label.innerText === "Harbor").querySelector("input")
          radio.checked = true
          choose(radio)
          """)
      #expect(try await chromium.text.contains("Kept: Berlin, Center"))
      #expect(try await chromium.text.contains("This option is no longer available."))
      // No button is selected until the user selects one.
      #expect(try await choices(chromium) == ["East", "Berlin"])
      try await chromium.click(chromium.element(xpath: "//label[normalize-space()='Park']"))
      try await chromium.settle()
      #expect(try await chromium.text.contains("Kept: Berlin, Park"))
      #expect(try await choices(chromium) == ["East", "Berlin", "Park"])
    }
  }

  @Test func `A removed choice is reported without the script too`() async throws {
    try await SamplesSite.visit("/cities", Chromium.Options(javaScript: false)) { chromium in
      try await chromium.choose("Region", "East")
      try await chromium.choose("City", "Bremen")
      try await chromium.click("Apply")
      #expect(try await chromium.text.contains("Kept: Berlin, Center"))
      #expect(try await chromium.text.contains("This option is no longer available."))
      try await chromium.choose("City", "Halle")
      try await chromium.click("Apply")
      #expect(try await chromium.text.contains("Kept: Halle, Center"))
    }
  }

  /// Browser extensions that check spelling or fill in forms set such attributes.
  @Test(arguments: Chromium.Options.withScript)
  func `Attributes set on a picker by others are kept`(options: Chromium.Options) async throws {
    try await SamplesSite.visit("/cities", options) { chromium in
      try await chromium.settle()
      try await chromium.evaluate(
        """
        (() => {
          const picker = document.querySelectorAll("select")[1]
          for (const element of [picker, picker.closest(".field")]) element.setAttribute("data-extension", "on")
        })()
        """)
      for city in ["Hamburg", "Bremen", "Kiel"] {
        try await chromium.choose("City", city)
        try await chromium.settle()
        #expect(try await chromium.text.contains("Kept: \(city), Center"))
        #expect(
          try await chromium.evaluate("document.querySelectorAll('[data-extension]').length")
            .number == 2)
      }
    }
  }
}
