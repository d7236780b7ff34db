import CairnApplications
import CairnFeatures
package import CairnScreens

/// The parts of a page that show a recording.
package struct PageDecoration {
  /// Markup for the end of the page.
  package var foot: [UInt8] = []
  /// A prefix for the page's title.
  package var titlePrefix = ""
  /// A suffix for the URLs of the page's forms.
  package var actionSuffix = ""
  /// Whether the page shows a past state, so that its forms aren't processed.
  package var isPast = false
}

/// A file that the user can download from the page of a recording.
package struct RecordedFile {
  package let name: String
  package let mediaType: String
  /// Creates the contents of the file. This doesn't require the scene's lock.
  package let bytes: () throws -> [UInt8]
}

extension SceneRecorder {
  /// Returns the requested moment or the closest available one, or `nil` for the current state of the scene.
  package func requestedMoment(
    _ query: [Location.QueryItem]
  ) -> (number: Int, state: Any)? {
    guard let number = RecorderRequest(query: query).moment, let moment = moment(number)?.moment,
      let state = moment.state.value(by: page.coder)
    else { return nil }
    return (moment.number, state)
  }

  /// Returns the parts of a page that show the recording.
  /// - Parameter url: The URL of the page.
  package func decoration(at url: String, _ query: [Location.QueryItem]) -> PageDecoration {
    let request = RecorderRequest(query: query)
    var decoration = PageDecoration(foot: controls(of: url, request))
    decoration.isPast = request.moment != nil
    if let shown = request.moment.flatMap({ moment($0) }) {
      decoration.titlePrefix = "Moment \(shown.index + 1) – "
      decoration.actionSuffix = "&~moment=\(shown.moment.number)"
    }
    return decoration
  }

  /// Returns the requested file, or `nil` if a page is requested.
  package func file(_ query: [Location.QueryItem]) -> RecordedFile? {
    guard let file = RecorderRequest(query: query).file, isBegun else { return nil }
    let journal = Result { try self.journal() ?? [] }
    switch file {
    case .journal:
      return RecordedFile(name: "journal.jsonl", mediaType: Journal.mediaType) {
        try journal.get()
      }
    case .test:
      let name = String(reflecting: mount.application).split(separator: ".").last ?? ""
      return RecordedFile(
        name: "Recorded\(name)Tests.swift", mediaType: "text/x-swift; charset=utf-8"
      ) { [mount, page] in
        let journal = try Journal(bytes: journal.get())
        return Array(try JournalTest(journal, of: mount, page: page).text.utf8)
      }
    }
  }
}
