/// The files of `Templates/`: the chrome of the pages in Mustache, in the program itself.
///
/// An application overrides one of them by having a file of the same name, such as `bar.mustache`,
/// in a folder of its own, given with `--templates DIR` or `CAIRN_TEMPLATES`. What slots there are
/// is said at the top of each template. A template has slots `{{{name}}}` and comments only; one
/// with an unknown slot, or without one that a page needs, stops the server at its start with the
/// file's name and the slot's.
package enum CairnTemplates {
  /// The bytes of the files by their names.
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
