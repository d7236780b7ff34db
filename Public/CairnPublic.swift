/// The files in `Public/` that browsers request, such as the style sheet and the script. The executable contains them.
///
/// The server serves them below `/public/`. To override a file, an application adds a file with the same name to its
/// own folder, and passes the folder with `--public DIR` or `CAIRN_PUBLIC`. If several folders contain the file, the
/// last of these folders takes precedence. The folders can also contain other files.
package enum CairnPublic {
  /// The bytes of the files by name. The modules of the script are joined into one file.
  package static let files: [String: [UInt8]] = [
    "cairn.css": PackageResources.cairn_css,
    "cairn.js": Array(JoinedModules(of: modules, from: "cairn").text.utf8),
    "favicon.svg": PackageResources.favicon_svg,
  ]

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
