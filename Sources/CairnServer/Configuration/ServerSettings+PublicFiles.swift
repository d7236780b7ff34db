import CairnPublic

extension ServerSettings {
  /// The package's public files.
  ///
  /// The style sheet ends with the theme, and with the rules for a recorder's controls if scenes are recorded.
  var packageFiles: [String: [UInt8]] {
    var files = CairnPublic.files
    if recordsScenes { files["cairn.css", default: []] += CairnPublic.recorderStyle }
    files["cairn.css", default: []] += theme.styleSheet.utf8
    return files
  }
}
