import Testing

/// One of the two menus, with their differences.
struct MenuSample: CustomTestStringConvertible, Sendable {
  let link: String
  let path: String
  /// The target of the confirmation's Done button, relative to the path.
  let afterDone: String
  let headingAfterDone: String

  var testDescription: String { link }

  static let all = [
    MenuSample(
      link: "Menu as a tree", path: "/menu/tree", afterDone: "/sign-up",
      headingAfterDone: "Sign up"),
    MenuSample(
      link: "Menu as a stack", path: "/menu/stack", afterDone: "", headingAfterDone: "Menu"),
  ]

  /// A screen above the menu that both menus have.
  struct Screen: CustomTestStringConvertible, Sendable {
    let path: String
    let heading: String
    /// The heading of the screen below.
    let back: String

    var testDescription: String { heading }
  }

  static let screens = [
    Screen(path: "/sign-in", heading: "Sign in", back: "Menu"),
    Screen(path: "/sign-up", heading: "Sign up", back: "Menu"),
    Screen(path: "/sign-up/confirmation", heading: "Confirmation", back: "Sign up"),
  ]
}
