import CairnDependencies
import XCTest

/// Gives each XCTest defaults of its own, as each test of Swift Testing has them.
final class XCTestFollower: NSObject, XCTestObservation, XCTestFollowing {
  static func follow() {
    XCTestObservationCenter.shared.addTestObserver(XCTestFollower())
  }

  func testCaseWillStart(_ testCase: XCTestCase) {
    DependencyCaches.xcTestWillStart()
  }
}
