/// The files in `Public/` that browsers request, such as the style sheet and the script. The executable contains them.
///
/// The server serves them below `/public/`. To override a file, an application adds a file with the same name to its
/// own folder, and passes the folder with `--public DIR` or `CAIRN_PUBLIC`. If several folders contain the file, the
/// last of these folders takes precedence. The folders can also contain other files.
package enum CairnPublic {
  /// The bytes of the files by name. The modules of the script are joined into one file, and the style sheets contain no
  /// comments.
  package static let files: [String: [UInt8]] = [
    "cairn.css": CompactStyle(PackageResources.cairn_css).bytes,
    "cairn.js": Array(JoinedModules(of: modules, from: "cairn").text.utf8),
    "favicon.svg": PackageResources.favicon_svg,
    "icons.svg": PackageResources.icons_svg,
    "print.css": CompactStyle(PackageResources.print_css).bytes,
  ]

  /// The rules for the controls of a recorder, which a server that records scenes adds to the style sheet.
  package static let recorderStyle = CompactStyle(PackageResources.recorder_css).bytes

  /// The source text of the style sheet.
  package static let styleSheet = String(decoding: PackageResources.cairn_css, as: UTF8.self)

  /// The source text of the style sheet for printing.
  package static let printStyleSheet = String(
    decoding: PackageResources.print_css, as: UTF8.self)

  /// The source text of the rules for the controls of a recorder.
  package static let recorderStyleSheet = String(
    decoding: PackageResources.recorder_css, as: UTF8.self)

  /// The source text of the script's modules by name.
  package static let modules: [String: String] = [
    "cairn": PackageResources.cairn_js,
    "files": PackageResources.files_js,
    "forms": PackageResources.forms_js,
    "history": PackageResources.history_js,
    "layer": PackageResources.layer_js,
    "merge": PackageResources.merge_js,
    "page": PackageResources.page_js,
    "queue": PackageResources.queue_js,
    "tabs": PackageResources.tabs_js,
    "texts": PackageResources.texts_js,
  ].mapValues { String(decoding: $0, as: UTF8.self) }
}
