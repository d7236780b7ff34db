/// Tells the defaults of one XCTest from those of the next.
///
/// XCTest has no current test to ask for, but who observes it learns when one begins. What observes it is
/// linked by tests alone: it is looked for by its name.
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
