extension Browser {
  /// Shows a page that somebody else has asked for, as a browser that runs scripts does, in the place of
  /// the shown one.
  package func show(_ response: BrowserResponse, at address: String) throws {
    let address = try WebAddress.resolve(address, against: base, origin: origin)
    exchanges = []
    history.replace(
      with: BrowserHistory.Entry(
        address: address, navigation: Navigation(address: address), page: LoadedPage(response)))
  }
}
