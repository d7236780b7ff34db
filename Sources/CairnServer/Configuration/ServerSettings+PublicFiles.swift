import CairnPublic

extension ServerSettings {
  /// The package's public files.
  ///
  /// The style sheet ends with the theme.
  var packageFiles: [String: [UInt8]] {
    var files = CairnPublic.files
    files["cairn.css", default: []] += theme.styleSheet.utf8
    return files
  }
}
