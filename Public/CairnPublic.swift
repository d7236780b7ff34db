package import Foundation

/// The files of `Public/`: the style sheet, and what else browsers fetch, packed with the program.
///
/// They are served below `/public/`. An application overrides one of them by having a file of the
/// same name in a folder of its own, given with `--public DIR` or `CAIRN_PUBLIC`: of several
/// folders the last that has the file is the one whose file is served. Folders of an application
/// may have any other files besides.
package enum CairnPublic {
  /// The folder of the files. Next to the program, or where it was built.
  package static var directory: URL {
    Bundle.module.resourceURL ?? Bundle.module.bundleURL
  }
}
