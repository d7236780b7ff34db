/// The Firefox process, shared by all tests and started on demand.
actor Firefox {
  static let shared = Firefox()

  /// Only one test at a time uses it, because all tests share one window.
  let slots = Slots(count: 1)

  private var starting: Task<Marionette, any Error>?

  /// The connection for commands.
  func marionette() async throws -> Marionette {
    let task = starting ?? Task { try await Self.start() }
    starting = task
    return try await task.value
  }

  private static func start() async throws -> Marionette {
    let preferences = [
      "marionette.port": "0", "browser.shell.checkDefaultBrowser": "false",
      "datareporting.policy.dataSubmissionEnabled": "false",
      "browser.startup.page": "0", "browser.newtabpage.enabled": "false",
      "app.normandy.enabled": "false", "services.settings.server": "\"data:,\"",
      "intl.accept_languages": "\"en\"", "ui.prefersReducedMotion": "1",
      // Pages in all tabs behave as if they had the focus.
      "focusmanager.testmode": "true",
    ]
    let lines = preferences.map { "user_pref(\"\($0)\", \($1));" }.joined(separator: "\n")
    let firefox = try DriverProcess.find(["firefox-esr", "firefox"])
    let port = try await DriverProcess.start(
      """
      mkdir "$TMPDIR/profile"
      cat >"$TMPDIR/profile/user.js" <<'END'
      \(lines)
      END
      exec \(firefox) --headless --marionette --no-remote --profile "$TMPDIR/profile"
      """)
    return try await Marionette(port: port)
  }
}
