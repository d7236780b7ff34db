import CairnTesting
import Testing
import Ways

@testable import Gallery

/// A user's way to a screen, with the resulting layers.
struct Journey: CustomTestStringConvertible, Sendable {
  let name: String
  /// The kinds and titles of the layers, lowest first.
  let pile: [String]
  /// Whether the page's location describes its complete content.
  var isAllLocation = true
  let walk: @Sendable (FlowUser) async throws -> Void

  var testDescription: String { name }

  /// Takes a new user to the screen.
  func taken(on site: GallerySite) async throws -> FlowUser {
    let user = try await site.user()
    try await walk(user)
    return user
  }

  /// Journeys to every kind of screen, sheet, popover, and cover.
  static let all = inventory + MenuSample.all.flatMap(menu)

  /// Journeys to dialogs, which have no location.
  static let questions = [
    Journey(name: "an alert", pile: ["screen Inventory", "alert Delete “Monitor”?"]) {
      try await $0.open("/inventory")
      try await $0.click("Delete", in: .row("Monitor"))
    },
    Journey(name: "a confirmation dialog", pile: ["screen Inventory", "confirmation Monitor"]) {
      try await $0.open("/inventory")
      try await $0.click("More", in: .row("Monitor"))
    },
  ]

  private static let inventory = [
    Journey(name: "the list", pile: ["screen Inventory"]) {
      try await $0.open("/inventory")
      try await $0.click("Add")
      try await $0.click("Cancel")
    },
    Journey(name: "a sheet", pile: ["screen Inventory", "sheet Add item"]) {
      try await $0.open("/inventory")
      try await $0.click("Add")
    },
    Journey(name: "a popover", pile: ["screen Inventory", "popover Duplicate item"]) {
      try await $0.open("/inventory")
      try await $0.click("Duplicate", in: .row("Monitor"))
    },
    Journey(name: "a drill-down", pile: ["screen Edit item"]) {
      try await $0.open("/inventory")
      try await $0.click("Mouse")
    },
    Journey(name: "a cover", pile: ["cover Take stock"]) {
      try await $0.open("/inventory")
      try await $0.click("Take stock")
    },
    Journey(name: "a stack in a cover", pile: ["cover Mouse"]) {
      try await $0.open("/inventory")
      for button in ["Take stock", "Start", "Next", "Next"] { try await $0.click(button) }
    },
    Journey(name: "the end of a stack", pile: ["cover Summary"]) {
      try await $0.open("/inventory")
      for button in ["Take stock", "Start", "Next", "Next", "Next", "Next"] {
        try await $0.click(button)
      }
    },
  ]

  private static func menu(_ menu: MenuSample) -> [Journey] {
    [
      Journey(name: "\(menu.link): sign in", pile: ["screen Sign in"]) {
        try await $0.open(menu.path)
        try await $0.click("Sign in")
      },
      Journey(name: "\(menu.link): sign up", pile: ["screen Sign up"]) {
        try await $0.open(menu.path)
        try await $0.click("Sign up")
      },
      // The signed-up user is only visible in this tab.
      Journey(
        name: "\(menu.link): confirmation", pile: ["screen Confirmation"], isAllLocation: false
      ) {
        try await $0.open(menu.path)
        try await $0.click("Sign up")
        try await $0.fill("Name", with: "Ada")
        try await $0.fill("Email", with: "ada@example.com")
        try await $0.click("Sign up")
      },
    ]
  }
}
