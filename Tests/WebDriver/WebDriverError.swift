/// Why the browser did not do what a test asked.
struct WebDriverError: Error, CustomStringConvertible {
  /// WebDriver's word for it, such as `no such element`, or our own.
  let code: String
  let message: String

  var description: String { "\(code): \(message)" }
}
