/// The reason why the browser didn't perform an action of a test.
package struct WebDriverError: Error, CustomStringConvertible {
  /// WebDriver's error code, such as `no such element`, or one of ours.
  package let code: String
  package let message: String

  package init(code: String, message: String) {
    self.code = code
    self.message = message
  }

  package var description: String { "\(code): \(message)" }
}
