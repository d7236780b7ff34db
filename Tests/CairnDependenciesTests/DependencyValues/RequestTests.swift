import CairnDependencies
import Foundation
import Testing

@Suite struct RequestTests {
  private let tokyo = TimeZone(identifier: "Asia/Tokyo")
  private let paris = TimeZone(identifier: "Europe/Paris")
  private let rome = TimeZone(identifier: "Europe/Rome")

  private func source(_ timeZone: TimeZone?) -> RequestSource {
    RequestSource { RequestValues(timeZone: timeZone, userAgent: "A") }
  }

  @Test func `Without a request, all values are unknown`() {
    @Dependency(\.request) var request
    @Dependency(\.colorScheme) var colorScheme
    #expect(request == RequestInfo())
    #expect(colorScheme == nil)
  }

  @Test func `A test can set the values`() {
    withDependencies {
      $0.request = RequestInfo(timeZone: tokyo, clientAddress: "192.0.2.1")
      $0.request.userAgent = "B"
      $0.colorScheme = .dark
    } operation: {
      @Dependency(\.request) var request
      @Dependency(\.timeZone) var timeZone
      #expect(timeZone == tokyo)
      #expect(request.clientAddress == "192.0.2.1")
      #expect(request.userAgent == "B")
      #expect(request.colorScheme == .dark)
    }
  }

  @Test func `The time zone of a request precedes the one that the application sets`() throws {
    var values = DependencyValues()
    values.timeZone = try #require(rome)
    values.setRequest(source(nil))
    let requests = values.beginRequests { _, _ in }
    #expect(values.timeZone == rome)
    requests.begin(source(tokyo))
    #expect(values.timeZone == tokyo)
    values.timeZone = try #require(paris)
    #expect(values.timeZone == paris)
  }

  @Test func `An earlier request doesn't replace a later one`() {
    var values = DependencyValues()
    let (early, late) = (source(tokyo), source(paris))
    let requests = values.beginRequests { _, _ in }
    requests.begin(late)
    requests.begin(early)
    #expect(values.request.timeZone == paris)
  }

  @Test func `Work that outlives a request keeps its values`() {
    var values = DependencyValues()
    let requests = values.beginRequests { _, _ in }
    requests.begin(source(tokyo))
    var kept = values
    kept.keepRequest()
    requests.begin(source(paris))
    #expect(kept.request.timeZone == tokyo)
    #expect(values.request.timeZone == paris)
    kept.asCurrent {
      var again = values
      again.useKeptRequest()
      #expect(again.request.timeZone == tokyo)
    }
  }

  @Test func `Only the values that are read are reported, and only of a scene`() {
    var values = DependencyValues()
    values.setRequest(source(tokyo))
    #expect(values.request.userAgent == "A")
    let requests = values.beginRequests { _, _ in }
    #expect(values.request == RequestInfo(timeZone: tokyo, userAgent: "A"))
    #expect(requests.readFields == [])
    #expect(values.request.userAgent == "A")
    #expect(requests.readFields == .userAgent)
    #expect(values.timeZone == tokyo)
    #expect(requests.readFields == [.userAgent, .timeZone])
  }

  @Test func `The values of a request are determined when they're read`() {
    let count = LockIsolated(0)
    var values = DependencyValues()
    values.setRequest(
      RequestSource {
        count.withValue { $0 += 1 }
        return RequestValues(id: "1")
      })
    #expect(count.value == 0)
    #expect(values.request.id == "1")
    #expect(values.request.userAgent == nil)
    #expect(count.value == 1)
  }
}
