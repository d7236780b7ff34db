import CairnDependencies
import CairnHTTP
import CairnScreens

/// Records scenes.
protocol Recorder: Sendable {
  /// Prepares the dependencies of a scene.
  /// - Returns: What begins its recording, with the page that was made with the dependencies.
  func prepare(
    _ dependencies: inout DependencyValues, in isolation: SceneIsolation
  ) -> (ScenePage, Mount) -> any SceneRecording

  /// The answer to a form of a page that shows what was recorded, as what is done there has no effect; `nil` for other
  /// forms.
  func answer(toFormOf request: HTTPRequest) -> HTTPResponse?
}

/// Records a scene, and shows what was recorded. Used under the scene's lock.
protocol SceneRecording: AnyObject {
  /// Begins what a form does, or Back.
  func beginOwn()

  /// Does what a control does.
  func handling<Result>(isSecret: Bool, _ body: () -> Result) -> Result

  /// Ends what a form does itself: what happens next is done by effects.
  func endOwn(with form: RecordedForm)

  /// Ends Back to a layer.
  func endOwn(backTo layer: UInt64)

  /// Notes a change that no store has reported.
  func noteChange()

  /// What writes a file that was requested, without the lock; `nil` for a page.
  func file(_ query: [Location.QueryItem]) -> (() -> HTTPResponse)?

  /// A scene that has stopped at the moment that was requested; `nil` for the scene as it is now.
  /// - Parameter make: Makes a scene whose stores do nothing.
  func stopped(_ query: [Location.QueryItem], _ make: () -> LiveScene) -> LiveScene?

  /// What a page shows of the recording.
  /// - Parameter url: The URL of the page.
  func decoration(at url: String, _ query: [Location.QueryItem]) -> PageDecoration
}

/// What a page shows of a recording.
struct PageDecoration {
  /// Markup at the end of the page.
  var foot: [UInt8] = []
  /// Text in front of its title.
  var titlePrefix = ""
  /// What is added to the URL of its forms.
  var actionSuffix = ""
  /// Whether it shows the past, so that nothing of it is processed.
  var isPast = false
}

/// What was written and pressed.
struct RecordedForm: Codable {
  struct Field: Codable {
    let id: String
    /// What was written; `nil` for a password, and for files.
    let value: String?
  }

  var fields: [Field] = []
  /// The button; `nil` for none.
  var tap: String?
}
