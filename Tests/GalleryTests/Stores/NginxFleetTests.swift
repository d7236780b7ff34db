import CairnTesting
import Testing
import Ways

@testable import Gallery

/// A browser uses three processes that share Redis, through nginx with the configuration from the article.
@Suite(.timeLimit(.minutes(30)), .serialized, .withoutScript(.process)) struct NginxFleetTests {
  @Test func `Every page after a form shows its result while processes are killed and paused`()
    async throws
  {
    let fleet = try NginxFleet()
    var generator = SeededGenerator(seed: 4)
    var (kills, pauses) = (0, 0)
    let browser = Browser(fleet)
    try await browser.open("/inventory/stocktake/1")
    for count in 1...60 {
      switch Int.random(in: 0..<10, using: &generator) {
      case 0:
        // nginx leaves a killed process out for a while, so one of them is never killed.
        if let killed = fleet.killed.first {
          try fleet.start(killed)
        } else {
          fleet.kill(.random(in: 0..<2, using: &generator))
          kills += 1
        }
      case 1:
        fleet.pauseDuringNext(.random(in: 0..<3, using: &generator))
        pauses += 1
      default: break
      }
      try await browser.click("Increment")
      #expect(browser.status == 200)
      #expect(browser.notice == nil)
      #expect(try browser.field("Counted").value == "\(100 + count)")
      // While nginx leaves a process out, all forms would otherwise reach the same one of the other two.
      if Bool.random(using: &generator) {
        try await browser.reload()
        #expect(try browser.field("Counted").value == "\(100 + count)")
      }
    }
    #expect(kills > 1)
    #expect(pauses > 1)
    // Processes without a copy in memory know every count.
    for index in 0..<3 {
      fleet.kill(index)
      try fleet.start(index)
    }
    try await browser.reload()
    #expect(try browser.field("Counted").value == "160")
  }
}
