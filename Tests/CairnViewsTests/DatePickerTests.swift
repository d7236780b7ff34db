import CairnDependencies
import CairnTexts
import Foundation
import Testing

@testable import CairnViews

/// The zone of the tests, whose clocks are set forward on March 31, 2030, and back on October 27, 2030.
private let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt

/// Returns a date from its text in UTC, such as `2030-05-03T07:30:00Z`.
private func date(_ text: String) -> Date {
  (try? Date(text, strategy: .iso8601)) ?? .distantPast
}

@Suite struct DatePickerTests {
  private func inBerlin<Result>(_ operation: () -> Result) -> Result {
    withDependencies {
      $0.timeZone = berlin
      $0.locale = Locale(identifier: "en_US")
      $0.date.now = Date(timeIntervalSince1970: 1_904_023_800)
    } operation: {
      operation()
    }
  }

  @Test func `The input has the type of the components, and the user's time`() {
    let start = date("2030-05-03T07:30:45Z")
    let id = Hex.string(Place.root)
    inBerlin {
      let check = Hex.string(FieldCheck.hash(of: "2030-05-03T09:30"))
      #expect(
        content(DatePicker("Start", selection: .constant(start)))
          == """
          <div class="field date"><label for="f-\(id)">Start</label>\
          <input class="input" id="f-\(id)" name="~f.\(id).\(check)" type="datetime-local"\
           value="2030-05-03T09:30"></div>
          """)
      let day = DatePicker("Day", selection: .constant(start), displayedComponents: .date)
      #expect(content(day).contains(" type=\"date\" value=\"2030-05-03\""))
      let time = DatePicker(
        "Time", selection: .constant(start), displayedComponents: .hourAndMinute)
      #expect(content(time).contains(" type=\"time\" value=\"09:30\""))
      let none = DatePicker("Day", selection: .constant(Date?.none), displayedComponents: .date)
      #expect(content(none).contains(" type=\"date\" value=\"\""))
      let place = day.environment(\.timeZone, TimeZone(identifier: "Pacific/Auckland") ?? .gmt)
      #expect(content(place.environment(\.locale, Locale(identifier: "de"))).contains("2030-05-03"))
    }
  }

  @Test func `A chosen date is in the user's time zone`() {
    let box = Box(date("2030-05-03T07:30:45Z"))
    let picker = DatePicker("Start", selection: box.binding)
    inBerlin {
      #expect(submit("2030-05-03T09:30", to: picker) == .unchanged)
      #expect(submit("2030-12-24T18:00", to: picker) == .applied)
      #expect(box.value == date("2030-12-24T17:00:00Z"))
      #expect(submit("2030-07-01 08:05", to: picker) == .applied)
      #expect(box.value == date("2030-07-01T06:05:00Z"))
      #expect(submit("２０３０-07-02T08:05:30", to: picker) == .applied)
      #expect(box.value == date("2030-07-02T06:05:00Z"))
    }
  }

  @Test func `Parts that aren't shown keep their values`() {
    let box = Box(date("2030-05-03T07:30:00Z"))
    inBerlin {
      let day = DatePicker("Day", selection: box.binding, displayedComponents: .date)
      #expect(submit("2030-12-24", to: day) == .applied)
      #expect(box.value == date("2030-12-24T08:30:00Z"))
      let time = DatePicker("Time", selection: box.binding, displayedComponents: .hourAndMinute)
      #expect(submit("7:05", to: time) == .applied)
      #expect(box.value == date("2030-12-24T06:05:00Z"))
    }
  }

  @Test func `An empty field is nil, or is rejected`() {
    let (some, none) = (Box(date("2030-05-03T07:30:00Z")), Box<Date?>(nil))
    inBerlin {
      for (components, message) in [
        (DatePicker.Components.date, SystemText.enterDate), (.hourAndMinute, .enterTime),
        ([.date, .hourAndMinute], .enterDateAndTime),
      ] {
        let picker = DatePicker("P", selection: some.binding, displayedComponents: components)
        #expect(submit(" ", to: picker) == .refused(.system(message)))
      }
      let day = DatePicker("Day", selection: none.binding, displayedComponents: .date)
      #expect(submit("", to: day) == .unchanged)
      #expect(submit("2030-05-03", to: day) == .applied)
      #expect(none.value == date("2030-05-02T22:00:00Z"))
      #expect(submit("", to: day) == .applied)
      #expect(none.value == nil)
      // Without a date, the day is today.
      let time = DatePicker("Time", selection: none.binding, displayedComponents: .hourAndMinute)
      #expect(submit("10:00", to: time) == .applied)
      #expect(none.value == date("2030-05-03T08:00:00Z"))
    }
  }

  @Test(arguments: [
    "someday", "2030-02-30", "2030-13-01", "2030-00-10", "30-05-03", "2030-05", "2030-05-03-1",
    "0000-01-01", "2030-05-032", "12030-05-03", "-2030-05-03", "2030-05-03T09:30",
  ])
  func `A text that isn't a date is rejected`(_ typed: String) {
    let box = Box(date("2030-05-03T07:30:00Z"))
    inBerlin {
      let day = DatePicker("Day", selection: box.binding, displayedComponents: .date)
      #expect(submit(typed, to: day) == .refused(.system(.notDate(typed))))
    }
  }

  @Test(arguments: ["24:00", "9", "09:60", "9:5", "09:30:60", "09:30 pm", "-1:00", "09:30:00.x"])
  func `A text that isn't a time is rejected`(_ typed: String) {
    let box = Box(date("2030-05-03T07:30:00Z"))
    inBerlin {
      let time = DatePicker("Time", selection: box.binding, displayedComponents: .hourAndMinute)
      #expect(submit(typed, to: time) == .refused(.system(.notTime(typed))))
      let both = DatePicker("Both", selection: box.binding)
      let text = "2030-05-03T\(typed)"
      #expect(submit(text, to: both) == .refused(.system(.notDateAndTime(text))))
    }
  }

  @Test func `Dates outside the range are rejected with the limit`() {
    let box = Box(date("2030-05-03T07:30:00Z"))
    let range = date("2030-05-01T07:00:30Z")...date("2030-05-31T16:00:00Z")
    inBerlin {
      let picker = DatePicker("Start", selection: box.binding, in: range)
      #expect(
        content(picker).contains(
          " min=\"2030-05-01T09:00\" max=\"2030-05-31T18:00\" value=\"2030-05-03T09:30\""))
      let early = submit("2030-05-01T08:59", to: picker)
      guard case .refused(.system(.dateTooEarly(let limit))) = early else {
        Issue.record("\(String(describing: early))")
        return
      }
      #expect(limit.contains("May 1, 2030") && limit.contains("9:00"))
      #expect(submit("2030-05-31T18:01", to: picker) != .applied)
      #expect(submit("2030-05-31T18:00", to: picker) == .applied)
      // The field can't show the seconds of the limit.
      #expect(submit("2030-05-01T09:00", to: picker) == .applied)
      #expect(box.value == range.lowerBound)

      let day = DatePicker("Day", selection: box.binding, in: range, displayedComponents: .date)
      #expect(content(day).contains(" min=\"2030-05-01\" max=\"2030-05-31\""))
      #expect(
        submit("2030-04-30", to: day)
          == .refused(.system(.dateTooEarly(earliest: "May 1, 2030"))))
      #expect(
        submit("2030-06-01", to: day) == .refused(.system(.dateTooLate(latest: "May 31, 2030"))))
      // The time isn't chosen in this field, so it's moved into the range.
      box.value = date("2030-05-03T20:00:00Z")
      #expect(submit("2030-05-31", to: day) == .applied)
      #expect(box.value == range.upperBound)
    }
  }

  @Test func `A range can have one limit`() {
    let box = Box<Date?>(nil)
    let limit = date("2030-05-01T07:00:00Z")
    inBerlin {
      let from = DatePicker(
        "From", selection: box.binding, in: limit..., displayedComponents: .date)
      let through = DatePicker(
        "To", selection: box.binding, in: ...limit, displayedComponents: .date)
      #expect(content(from).contains(" min=\"2030-05-01\" value="))
      #expect(content(through).contains(" max=\"2030-05-01\" value="))
      #expect(submit("2030-04-30", to: from) != .applied)
      #expect(submit("2030-05-02", to: through) != .applied)
      #expect(submit("2030-05-02", to: from) == .applied)
    }
  }

  @Test func `A time that clocks leave out is rejected`() {
    let box = Box(date("2030-03-30T01:30:00Z"))
    inBerlin {
      let picker = DatePicker("Start", selection: box.binding)
      #expect(submit("2030-03-31T02:30", to: picker) == .refused(.system(.timeSkipped("02:30"))))
      #expect(submit("2030-03-31T03:00", to: picker) == .applied)
      #expect(box.value == date("2030-03-31T01:00:00Z"))
      // A time that the user hasn't chosen moves to the next one.
      box.value = date("2030-03-30T01:30:00Z")
      let day = DatePicker("Day", selection: box.binding, displayedComponents: .date)
      #expect(submit("2030-03-31", to: day) == .applied)
      #expect(box.value == date("2030-03-31T01:00:00Z"))
    }
  }

  @Test func `A repeated time is the earlier one, unless only the later one is possible`() {
    let later = date("2030-10-27T01:30:00Z")
    let box = Box(later)
    inBerlin {
      let picker = DatePicker("Start", selection: box.binding)
      // An unchanged text leaves the later time.
      #expect(submit("2030-10-27T02:30", to: picker) == .unchanged)
      box.value = date("2030-10-26T01:30:00Z")
      #expect(submit("2030-10-27T02:30", to: picker) == .applied)
      #expect(box.value == date("2030-10-27T00:30:00Z"))
      box.value = date("2030-10-26T01:30:00Z")
      let limited = DatePicker("Start", selection: box.binding, in: later...)
      #expect(submit("2030-10-27T02:30", to: limited) == .applied)
      #expect(box.value == later)
    }
  }

  @Test(arguments: [
    Date.distantPast.timeIntervalSince1970, Date.distantFuture.timeIntervalSince1970, .infinity,
    -.infinity, .nan, 1e300, -1e18,
  ])
  func `A date without a place in the calendar leaves the field empty`(_ seconds: Double) {
    // Foundation can't describe some of these dates, so the arguments are numbers.
    let value = Date(timeIntervalSince1970: seconds)
    let box = Box(value)
    inBerlin {
      for components in [DatePicker.Components.date, .hourAndMinute, []] {
        let picker = DatePicker("P", selection: box.binding, displayedComponents: components)
        #expect(content(picker).contains(" value=\""))
      }
      // A range can't end with a value that isn't a number.
      let last = seconds.isNaN ? Date(timeIntervalSince1970: 0) : value
      let limited = DatePicker("P", selection: box.binding, in: ...last)
      #expect(content(limited).contains(" value=\""))
    }
  }

  @Test func `Typed text stays in the field with its message`() {
    let start = date("2030-05-03T07:30:00Z")
    let draft = Draft(typed: "someday", message: .system(.notDate("someday")))
    inBerlin {
      let day = DatePicker("Day", selection: .constant(start), displayedComponents: .date)
      let html = content(day, drafts: [Place.root: draft])
      #expect(html.contains(" value=\"someday\" aria-invalid=\"true\""))
      #expect(html.contains("someday") && html.contains("isn't a date."))
      #expect(fieldNames(in: html).map(\.check) == [FieldCheck.hash(of: "2030-05-03")])
    }
  }
}
