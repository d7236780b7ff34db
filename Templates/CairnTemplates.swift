/// The files in `Templates/`, which are Mustache templates for the chrome of pages. The executable contains them.
///
/// To override a template, an application adds a file with the same name, such as `bar.mustache`, to its own folder,
/// and passes the folder with `--templates DIR` or `CAIRN_TEMPLATES`.
///
/// A template contains only slots, such as `{{{title}}}`, and comments. A comment at the top of each template describes
/// its slots. If a template has an unknown slot, or lacks a required slot, the server doesn't start. The error contains
/// the names of the file and the slot.
package enum CairnTemplates {
  /// The bytes of the files by name.
  package static let files: [String: [UInt8]] = [
    "alert.mustache": PackageResources.alert_mustache,
    "bar.mustache": PackageResources.bar_mustache,
    "confirmation.mustache": PackageResources.confirmation_mustache,
    "cover.mustache": PackageResources.cover_mustache,
    "error.mustache": PackageResources.error_mustache,
    "page.mustache": PackageResources.page_mustache,
    "popover.mustache": PackageResources.popover_mustache,
    "screen.mustache": PackageResources.screen_mustache,
    "sheet.mustache": PackageResources.sheet_mustache,
  ]
}
