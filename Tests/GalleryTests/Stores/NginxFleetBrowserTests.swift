import Testing

@testable import WebDriver

/// Chromium uses three processes that share Redis, through nginx with the configuration from the article.
@Suite(.timeLimit(.minutes(30))) struct NginxFleetBrowserTests {
  private func options(for fleet: NginxFleet) -> Chromium.Options {
    Chromium.Options(hasWindows: false, host: "example.org 127.0.0.1:\(fleet.port)")
  }

  @Test func `Every tap is shown once while processes are killed`() async throws {
    let fleet = try NginxFleet()
    try await Chromium.run(options(for: fleet)) { chromium in
      try await chromium.open("\(fleet.origin)/inventory/stocktake/1")
      for count in 1...20 {
        // One of the processes is never killed, because nginx leaves a killed one out for a while.
        if count % 4 == 0 {
          if let killed = fleet.killed.first {
            try fleet.start(killed)
          } else {
            fleet.kill(count / 8)
          }
        }
        try await chromium.click("Increment", leavesPage: false)
        try await chromium.waitFor("the count \(count)") {
          try await chromium.value(of: "Counted") == "\(100 + count)"
        }
      }
      try await chromium.reload()
      #expect(try await chromium.value(of: "Counted") == "120")
    }
  }

  @Test func `Typed text is there on the page of any process`() async throws {
    let fleet = try NginxFleet()
    try await Chromium.run(options(for: fleet)) { chromium in
      try await chromium.open("\(fleet.origin)/inventory/add")
      try await chromium.fill("Name", with: "Lamp")
      try await chromium.settle()
      for index in 0..<3 {
        try await chromium.reload()
        #expect(try await chromium.value(of: "Name") == "Lamp")
        if index < 2 {
          fleet.kill(index)
          try fleet.start(index)
        }
      }
      try await chromium.click("Save")
      try await chromium.waitFor("the list") {
        try await chromium.text.contains("Lamp")
      }
    }
  }
}
