import Foundation
import Testing

@testable import CairnViews

@Suite struct LocalTimeTests {
  @Test(arguments: [
    (0, "1970-01-01"), (-1, "1969-12-31"), (11_016, "2000-02-29"), (11_017, "2000-03-01"),
    (47_540, "2100-02-28"), (47_541, "2100-03-01"), (-719_162, "0001-01-01"),
    (2_932_896, "9999-12-31"), (-141_428, "1582-10-14"),
  ])
  func `Days have the dates of the Gregorian calendar`(day: Int, text: String) {
    #expect(LocalTime(day: day, minute: 0).dayText == text)
    #expect(LocalTime.day(text) == day)
  }

  @Test func `Each minute of many days is found again`() throws {
    for name in ["Europe/Berlin", "America/St_Johns", "Asia/Kathmandu", "Australia/Lord_Howe"] {
      let timeZone = try #require(TimeZone(identifier: name))
      for step in 0..<2000 {
        let date = Date(timeIntervalSince1970: Double(step) * 4_003_380 - 2e9)
        let minute = Date(
          timeIntervalSince1970: (date.timeIntervalSince1970 / 60).rounded(.down) * 60)
        let local = try #require(LocalTime(minute, in: timeZone))
        let dates = local.dates(in: timeZone)
        // Some zones had offsets with seconds, whose minutes begin at other times.
        let hasSeconds = !timeZone.secondsFromGMT(for: minute).isMultiple(of: 60)
        #expect(hasSeconds || dates.contains(minute), "\(name) \(minute)")
      }
    }
  }

  @Test func `A day that a place has skipped has no dates`() throws {
    let apia = try #require(TimeZone(identifier: "Pacific/Apia"))
    let day = try #require(LocalTime.day("2011-12-30"))
    #expect(LocalTime(day: day, minute: 600).dates(in: apia).isEmpty)
    let next = LocalTime(day: day, minute: 600).firstDate(in: apia)
    #expect(LocalTime(next, in: apia) == LocalTime(day: day + 1, minute: 0))
  }
}
