/// The files of `Public/`: the style sheet, the modules of the script, and what else browsers fetch, in the program itself.
///
/// They are served below `/public/`. An application overrides one of them by having a file of the
/// same name in a folder of its own, given with `--public DIR` or `CAIRN_PUBLIC`: of several
/// folders the last that has the file is the one whose file is served. Folders of an application
/// may have any other files besides.
package enum CairnPublic {
  /// The bytes of the files by their names.
  package static let files: [String: [UInt8]] = sources.reduce(into: [:]) { files, source in
    files[source.key] =
      source.key.hasSuffix(".js") ? tightened(source.value) : source.value
  }

  /// A module without the lines that are comments, and without indents: those are for who reads it here.
  private static func tightened(_ module: [UInt8]) -> [UInt8] {
    var isInComment = false
    let lines = String(decoding: module, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: true
    ).map { $0.drop { $0 == " " } }.filter { text in
      if text.hasPrefix("/**") { isInComment = true }
      let isComment = isInComment || text.hasPrefix("//")
      if isInComment, text.hasSuffix("*/") { isInComment = false }
      return !isComment
    }
    return Array(lines.joined(separator: "\n").utf8)
  }

  /// The files as they are written.
  package static let sources: [String: [UInt8]] = [
    "cairn.css": PackageResources.cairn_css,
    "cairn.js": PackageResources.cairn_js,
    "favicon.svg": PackageResources.favicon_svg,
    "history.js": PackageResources.history_js,
    "layer.js": PackageResources.layer_js,
    "merge.js": PackageResources.merge_js,
    "page.js": PackageResources.page_js,
    "queue.js": PackageResources.queue_js,
    "tabs.js": PackageResources.tabs_js,
  ]
}
