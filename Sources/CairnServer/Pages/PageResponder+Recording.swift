import CairnBytes
import CairnDependencies
import CairnFeatures
import CairnHTTP
import CairnRecorder
import CairnScreens
import CairnSecurity

extension PageResponder {
  /// Returns the response to a form of a page that shows a recorded moment, or `nil` for other forms.
  ///
  /// Forms of such pages have no effect.
  func answer(toFormOfRecording request: HTTPRequest) -> HTTPResponse? {
    guard recorder != nil,
      request.form.contains(where: { $0.name.hasSameBytes(as: "~token") && $0.value.isEmpty })
    else { return nil }
    let query = Location.items(request.query ?? "")
    guard let sceneID = SceneQueryItem(query: query)?.scene,
      let number = RecorderRequest(query: query).moment
    else { return nil }
    let url = SceneQueryItem.url(of: Location(request, query), scene: sceneID)
    return .redirect(to: "\(url)&~moment=\(number)")
  }
}

extension HTTPResponse {
  /// Creates a response with a file of a recording, or with the reason why the file can't be written.
  init(_ file: RecordedFile) {
    var headers = HTTPHeaders(SecurityHeaders.page)
    headers.append("Cache-Control", "no-store")
    do {
      let bytes = try file.bytes()
      headers.append("Content-Type", file.mediaType)
      headers.append("Content-Disposition", "attachment; filename=\"\(file.name)\"")
      self.init(status: .ok, headers: headers, body: .bytes(bytes))
    } catch {
      headers.append("Content-Type", "text/plain; charset=utf-8")
      self.init(status: .conflict, headers: headers, body: .bytes(Array("\(error)\n".utf8)))
    }
  }
}

extension SceneRuntime {
  /// Returns the scene that shows a moment of the recording. Its stores don't do anything.
  func stopped(
    at moment: (number: Int, state: Any), dependencies: DependencyValues
  ) -> LiveScene {
    if let stopped, stopped.number == moment.number { return stopped.scene }
    let scene = LiveScene(
      mount: mount, record: nil, dependencies: dependencies, activity: .frozen)
    scene.withLock { $0.scene.restore(moment.state) }
    stopped = (moment.number, scene)
    return scene
  }
}
