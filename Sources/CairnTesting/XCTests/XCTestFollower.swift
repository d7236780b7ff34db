import CairnDependencies
import XCTest

/// An observer that gives each XCTest its own default dependencies, as each test in Swift Testing has.
final class XCTestFollower: NSObject, XCTestObservation, XCTestFollowing {
  static func follow() {
    XCTestObservationCenter.shared.addTestObserver(XCTestFollower())
  }

  func testCaseWillStart(_ testCase: XCTestCase) {
    DependencyCaches.xcTestWillStart()
  }
}
