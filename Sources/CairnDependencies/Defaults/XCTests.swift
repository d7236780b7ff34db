/// Separates the default values of one XCTest from the next.
///
/// XCTest doesn't provide a current test, but an observer is notified when a test starts. Only tests link the
/// observer, so it's found by its name.
package protocol XCTestFollowing {
  static func follow()
}

enum XCTests {
  static let areFollowed: Bool = {
    guard let follower = _typeByName("12CairnTesting14XCTestFollowerC") as? any XCTestFollowing.Type
    else { return false }
    follower.follow()
    return true
  }()
}
