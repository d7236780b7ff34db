import Cairn
import CairnTesting
import XCTest

/// Each XCTest begins with separate defaults. The second of the two tests fails if defaults leak.
final class XCTestDefaultsTests: XCTestCase {
  func testOne() { useDefaults() }
  func testTwo() { useDefaults() }

  private func useDefaults() {
    @Shared(.inMemory("visits of an XCTest")) var visits = 0
    XCTAssertEqual(visits, 0)
    $visits.withLock { $0 += 1 }
    XCTAssertEqual(visits, 1)
    @Dependency(Visits.self) var cached
    XCTAssertEqual(cached.count.value, 0)
    cached.count.setValue(1)
    @Dependency(Visits.self) var again
    XCTAssertEqual(again.count.value, 1)
  }
}

private struct Visits: TestDependencyKey {
  let count = LockIsolated(0)
  static var testValue: Visits { Visits() }
}
