extension Browser {
  /// Replaces the current page with a response that the browser didn't request itself.
  ///
  /// Tests of pages with a script use this method.
  package func show(_ response: BrowserResponse, at address: String) throws {
    let address = try WebAddress.resolve(address, against: base, origin: origin)
    exchanges = []
    history.replace(
      with: BrowserHistory.Entry(
        address: address, navigation: Navigation(address: address), page: LoadedPage(response)))
  }
}
