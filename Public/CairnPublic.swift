/// The files of `Public/`: the style sheet, the script, and what else browsers fetch, in the program itself.
///
/// They are served below `/public/`. An application overrides one of them by having a file of the
/// same name in a folder of its own, given with `--public DIR` or `CAIRN_PUBLIC`: of several
/// folders the last that has the file is the one whose file is served. Folders of an application
/// may have any other files besides.
package enum CairnPublic {
  /// The bytes of the files by their names. The script is one file: its modules joined.
  package static let files: [String: [UInt8]] = [
    "cairn.css": PackageResources.cairn_css,
    "cairn.js": Array(JoinedModules(of: modules, from: "cairn").text.utf8),
    "favicon.svg": PackageResources.favicon_svg,
  ]

  /// The modules of the script as they are written, by their names.
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
  ].mapValues { String(decoding: $0, as: UTF8.self) }
}
