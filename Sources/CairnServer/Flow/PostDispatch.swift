/// The outcome of a form, which is how it's processed, or why it isn't.
///
/// The page of a form can have any age. Its scene may show something else by now, or may be gone. The decision depends
/// only on the values that describe this situation.
enum PostDispatch: Hashable, Sendable {
  /// The page had no scene. A new scene starts at the page's location, and processes the form.
  case created
  /// The scene still shows the page, and processes the form on its current state.
  case current
  /// The scene shows more layers on top of the page. They're dismissed before the scene processes the form.
  case back
  /// The user has left the page in this scene. A new scene continues from the state of the page.
  case branched
  /// The form isn't processed. The response shows the scene's current state.
  case refused(Refusal)
  /// The form isn't processed. The typed text is restored to its fields, so that the user can submit it again.
  case restored(Restoration)

  /// The reason why an existing scene doesn't process a form.
  enum Refusal: Hashable, CaseIterable, Sendable {
    /// The page asked a question in an alert or dialog, which is closed.
    case questionClosed
    /// A guard hides the page's content, for example until the user signs in. The content is still in the state.
    case hidden
    /// A layer above the page asks before it's dismissed.
    case asked
    /// An effect has changed what the scene shows, and there is no typed text that could be lost.
    case movedOn
  }

  /// The scene that shows a restored form.
  enum Restoration: Hashable, CaseIterable, Sendable {
    /// The form's own scene, which shows the same layers.
    case onItsScene
    /// A new scene at the page's location.
    case onNewScene
  }
}

// MARK: If the scene exists

/// The relation between a scene and the page of a submitted form.
struct Standing {
  /// The relation between the layers of the scene and of the page.
  enum Layers: Hashable, CaseIterable {
    case same
    /// The scene shows the page's layers, and more above them.
    case more
    /// The scene shows the page's layers, and a closed guard presents a layer above them.
    case covered
    case other

    /// - Parameters:
    ///   - isCovered: Whether a closed guard covers the page's top layer.
    ///   - hasOpened: Whether a guard was closed on the page, and isn't anymore. It may have opened a URL with layers, and
    ///     the user didn't leave them.
    init(of page: [UInt64], now: [UInt64], isCovered: Bool = false, hasOpened: Bool = false) {
      if now == page || hasOpened && !page.isEmpty && now.starts(with: page) {
        self = .same
      } else if !page.isEmpty, now.starts(with: page) {
        self = isCovered ? .covered : .more
      } else {
        self = .other
      }
    }
  }

  let layers: Layers
  /// Whether the scene is at the page's query.
  let isAtQuery: Bool
  /// Whether a part of the scene's state was lost after the page was made.
  let isReduced: Bool
  /// Whether the form contains typed text.
  let isTyped: Bool
  /// Whether the page is in another tab than its scene, such as in a duplicated tab.
  var isDuplicated = false
  /// Whether the page is so old that its form may have been processed before.
  var isForgotten = false
}

/// The way in which a scene diverged from the page of a submitted form.
enum Divergence: Hashable, CaseIterable {
  /// The user left the page. Another scene can continue from it.
  case byUser
  /// The page asked a question in an alert or dialog. The answer may not fit the current state.
  case question
  /// The page had no scene, so it's only a location, which can be opened again.
  case unsaved
  /// The scene hasn't left the page. Something outside its state hides the page, such as a guard that asks the user to
  /// sign in.
  case hidden
  /// An effect left the page, or the information is no longer available. In both cases, the form isn't processed.
  case byItself
}

extension PostDispatch {
  /// Decides how a form is processed if its scene exists.
  /// - Parameter divergence: Returns how the scene has diverged from the page. It's only called if that matters,
  ///   because it requires the evaluation of past states.
  init(_ standing: Standing, divergence: () -> Divergence) {
    // The server no longer knows whether the form was processed, but it has the typed text.
    if standing.isForgotten {
      self =
        standing.layers == .same
        ? .restored(.onItsScene) : standing.isTyped ? .restored(.onNewScene) : .refused(.movedOn)
      return
    }
    // Two tabs with one scene would change each other's pages.
    if standing.isDuplicated {
      self = .branched
      return
    }
    // The page's content may have been lost with a part of the state.
    if standing.isReduced {
      self = .restored(standing.layers == .same ? .onItsScene : .onNewScene)
      return
    }
    // The layers below the guard's can't be used, and not be dismissed either.
    if standing.layers == .covered {
      self = .refused(.hidden)
      return
    }
    if standing.layers != .other, !standing.isAtQuery {
      switch divergence() {
      case .byUser:
        self = .branched
        return
      case .unsaved:
        self = .created
        return
      // If an effect changed only the query, the page is still the same, similar to a timer that has ticked.
      case .question, .hidden, .byItself: break
      }
    }
    switch standing.layers {
    case .same: self = .current
    case .more: self = .back
    case .covered: self = .refused(.hidden)
    case .other:
      switch divergence() {
      case .byUser: self = .branched
      case .unsaved: self = .created
      case .question: self = .refused(.questionClosed)
      case .hidden: self = .refused(.hidden)
      // If no text can be lost, the user most likely wants to see the current state.
      case .byItself: self = standing.isTyped ? .restored(.onNewScene) : .refused(.movedOn)
      }
    }
  }
}

// MARK: After the scene was brought to the page

extension PostDispatch {
  /// Decides how a form is processed after its scene was brought to the form's page.
  func arrived(_ arrival: SubmissionFlow.Arrival) -> PostDispatch {
    switch self {
    case .created: arrival.isSame ? .current : .restored(.onItsScene)
    case .branched: arrival.isSame && !arrival.isAsking ? .current : .restored(.onItsScene)
    case .back: arrival.isSame ? .current : .refused(arrival.wasAsked ? .asked : .movedOn)
    case .current, .refused, .restored: self
    }
  }
}
