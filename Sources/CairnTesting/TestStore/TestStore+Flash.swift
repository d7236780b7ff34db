import CairnDependencies

extension TestStore {
  /// Asserts that the feature shows a message with the dependency `\.flash`.
  ///
  /// ```swift
  /// await store.send(.deleteTapped)
  /// await store.receive(flash: "The item was deleted.")
  /// ```
  /// In an exhaustive test, the message must be the first one that hasn't been asserted, and the test fails at its end if
  /// messages haven't been asserted. Otherwise, the messages before the expected one are skipped. Messages and actions
  /// can be asserted in any order.
  ///
  /// The method waits until the timeout, but only while effects are running. See ``TestStore/timeout``.
  /// - Parameters:
  ///   - message: The message to receive, in the language of the test.
  ///   - timeout: The time to wait, or `nil` for ``TestStore/timeout``.
  public func receive(
    flash message: String, timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    let location = TestLocation(fileID, filePath, line, column)
    let timeout = timeout ?? self.timeout
    let isExhaustive = exhaustivity == .on
    let flash = record.flash
    record.runEffects()
    await arrivals.wait(for: timeout, on: dependencies.timeoutClock) {
      core.hasRunningEffects
        && (isExhaustive ? flash.messages.isEmpty : !flash.messages.contains(message))
    }
    let messages = flash.messages
    guard let first = messages.first else {
      location.fail(
        """
        Expected to receive the flash message "\(message)", but received none\
        \(core.hasRunningEffects ? " within \(timeout)" : "").
        """)
      return
    }
    let index = messages.firstIndex(of: message)
    if isExhaustive, index != 0 {
      _ = flash.removeFirst(1)
      location.fail(
        "Received an unexpected flash message.\n\nExpected: \"\(message)\"\n\nReceived: \"\(first)\""
      )
      return
    }
    guard let index else {
      location.fail(
        """
        Expected to receive the flash message "\(message)".

        Received only:

        \(Record.list(ofFlash: messages))
        """)
      return
    }
    _ = flash.removeFirst(index + 1)
    await letEffectsRun()
  }
}

extension TestRecord {
  /// Fails an exhaustive test if flash messages haven't been asserted.
  func checkFlash(at location: TestLocation) {
    let messages = flash.messages
    guard exhaustivity == .on, !messages.isEmpty else { return }
    location.fail(
      """
      The feature showed \(Self.count(messages.count, "flash message")) that the test didn't assert:

      \(Self.list(ofFlash: messages))

      Assert each with 'await store.receive(flash: "...")'.
      """)
  }

  static func list(ofFlash messages: [String]) -> String {
    messages.map { "• \"\($0)\"" }.joined(separator: "\n")
  }
}
