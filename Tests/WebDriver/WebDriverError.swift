/// Why the browser did not do what a test asked.
package struct WebDriverError: Error, CustomStringConvertible {
  /// WebDriver's word for it, such as `no such element`, or our own.
  package let code: String
  package let message: String

  package init(code: String, message: String) {
    self.code = code
    self.message = message
  }

  package var description: String { "\(code): \(message)" }
}
