/// The files of `Public/`: the style sheet, and what else browsers fetch, in the program itself.
///
/// They are served below `/public/`. An application overrides one of them by having a file of the
/// same name in a folder of its own, given with `--public DIR` or `CAIRN_PUBLIC`: of several
/// folders the last that has the file is the one whose file is served. Folders of an application
/// may have any other files besides.
package enum CairnPublic {
  /// The bytes of the files by their names.
  package static let files: [String: [UInt8]] = [
    "cairn.css": PackageResources.cairn_css,
    "cairn.js": PackageResources.cairn_js,
    "favicon.svg": PackageResources.favicon_svg,
    "history.js": PackageResources.history_js,
    "merge.js": PackageResources.merge_js,
    "page.js": PackageResources.page_js,
    "queue.js": PackageResources.queue_js,
  ]
}
