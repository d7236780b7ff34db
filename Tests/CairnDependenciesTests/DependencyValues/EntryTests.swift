import CairnDependencies
import Foundation
import Testing

@Suite struct EntryTests {
  @Dependency(\.uuid) var uuid
  @Dependency(\.date) var date
  @Dependency(\.date.now) var now
  @Dependency(\.calendar) var calendar
  @Dependency(\.locale) var locale
  @Dependency(\.timeZone) var timeZone
  @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator

  @Test func `Incrementing UUIDs count up`() {
    withDependencies {
      $0.uuid = .incrementing
    } operation: {
      #expect(uuid().uuidString == "00000000-0000-0000-0000-000000000000")
      #expect(uuid().uuidString == "00000000-0000-0000-0000-000000000001")
      #expect(uuid() == UUID(2))
      #expect(UUID(255).uuidString == "00000000-0000-0000-0000-0000000000FF")
    }
  }

  @Test func `A constant UUID stays the same`() {
    withDependencies {
      $0.uuid = .constant(UUID(7))
    } operation: {
      #expect(uuid() == UUID(7))
      #expect(uuid() == UUID(7))
    }
  }

  @Test func `Dates can be set`() {
    withDependencies {
      $0.date = .constant(Date(timeIntervalSince1970: 1))
    } operation: {
      #expect(date() == Date(timeIntervalSince1970: 1))
      #expect(now == Date(timeIntervalSince1970: 1))
    }
    withDependencies {
      $0.date.now = Date(timeIntervalSince1970: 2)
    } operation: {
      #expect(date.now == Date(timeIntervalSince1970: 2))
    }
  }

  @Test func `Calendar, locale, and time zone can be set`() {
    withDependencies {
      $0.calendar = Calendar(identifier: .hebrew)
      $0.locale = Locale(identifier: "de_DE")
      $0.timeZone = .gmt
    } operation: {
      #expect(calendar.identifier == .hebrew)
      #expect(locale.identifier == "de_DE")
      #expect(timeZone == .gmt)
    }
  }

  @Test func `Random numbers come from the generator`() {
    withDependencies {
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(Counting())
    } operation: {
      let first = withRandomNumberGenerator { $0.next() }
      #expect(first == 1)
      let second = withRandomNumberGenerator { outer in
        (outer.next(), withRandomNumberGenerator { $0.next() })
      }
      #expect(second == (2, 3))
      let side = withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
      #expect((1...6).contains(side))
    }
  }

  @Test func `Live values work`() {
    withDependencies {
      $0.context = .live
    } operation: {
      #expect(uuid() != uuid())
      #expect(date.now <= date.now)
      #expect(calendar == .autoupdatingCurrent)
      #expect(locale == .autoupdatingCurrent)
      #expect(timeZone == .autoupdatingCurrent)
      #expect((1...6).contains(withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }))
    }
  }

  @Test func `Each dependency is reported in a test that doesn't set it`() {
    func expectIssue(_ name: String, _ body: () -> Void) {
      withKnownIssue {
        body()
      } matching: {
        "\($0)".contains("@Dependency(\\.\(name)) ")
      }
    }
    expectIssue("uuid") { _ = uuid() }
    expectIssue("date") { _ = now }
    expectIssue("calendar") { _ = calendar }
    expectIssue("locale") { _ = locale }
    expectIssue("timeZone") { _ = timeZone }
    expectIssue("withRandomNumberGenerator") { _ = withRandomNumberGenerator { $0.next() } }
  }
}

private struct Counting: RandomNumberGenerator {
  var value: UInt64 = 0

  mutating func next() -> UInt64 {
    value += 1
    return value
  }
}
