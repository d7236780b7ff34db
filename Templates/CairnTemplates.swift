package import Foundation

/// The files of `Templates/`: the chrome of the pages in Mustache, packed with the program.
///
/// An application overrides one of them by having a file of the same name, such as `bar.mustache`,
/// in a folder of its own, given with `--templates DIR` or `CAIRN_TEMPLATES`. What slots there are
/// is said at the top of each template. A template has slots `{{{name}}}` and comments only; one
/// with an unknown slot, or without one that a page needs, stops the server at its start with the
/// file's name and the slot's.
package enum CairnTemplates {
  /// The folder of the templates. Next to the program, or where it was built.
  package static var directory: URL {
    Bundle.module.resourceURL ?? Bundle.module.bundleURL
  }
}
