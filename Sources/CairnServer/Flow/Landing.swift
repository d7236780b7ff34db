/// Where a form lands: how it is processed, or why it isn't.
///
/// A page may be of any age when its form is sent: its scene may show something else by now, or be gone. What is known
/// then is put together as values, and the rule follows from them alone.
enum Landing: Hashable, Sendable {
  /// Its page had no scene: one is made at the page's location, and processes it.
  case born
  /// The scene shows what the page did, and processes it on the state as it is now.
  case current
  /// The scene shows the page's layers and others above them, which are dismissed before it's processed.
  case back
  /// The user has left the page with its scene: another scene continues from the state of the page.
  case forked
  /// It isn't processed: the answer is what the scene shows now.
  case refused(Refusal)
  /// It isn't processed: the typed text is restored to its fields, to be submitted again.
  case offered(Offer)

  /// Why it isn't processed, although the scene is there.
  enum Refusal: Hashable, CaseIterable, Sendable {
    /// The page asked something in an alert or dialog, which is over.
    case questionClosed
    /// What the page shows is there, and something beside the state hides it, such as a guard that asks to
    /// sign in.
    case hidden
    /// What is above the page asks before it is left.
    case asked
    /// The scene has moved on by itself, and nothing was typed that could be lost.
    case movedOn
  }

  /// Where a page is offered again.
  enum Offer: Hashable, CaseIterable, Sendable {
    /// On its scene, which shows the same.
    case onItsScene
    /// On a new scene, at the page's location.
    case onNewScene
  }
}

// MARK: Where there is one

/// What a scene shows, seen from a page whose form has come.
struct Standing {
  /// The layers that the scene shows, seen from those of the page.
  enum Layers: Hashable, CaseIterable {
    case same
    /// The page's, and more above them.
    case more
    case other

    init(of page: [UInt64], now: [UInt64]) {
      if now == page {
        self = .same
      } else {
        self = !page.isEmpty && now.starts(with: page) ? .more : .other
      }
    }
  }

  let layers: Layers
  /// Whether the scene is at the page's query.
  let isAtQuery: Bool
  /// Whether a part of the scene's state was lost after the page was made.
  let isReduced: Bool
  /// Whether the form brings what was typed.
  let isTyped: Bool
  /// Whether the page is in another tab than its scene, as one that was duplicated is.
  var isDuplicated = false
  /// Whether the page is so old that its form may have been worked on.
  var isForgotten = false
}

/// How a scene came to show something else than the page whose form came back.
enum Departure: Hashable, CaseIterable {
  /// By the user: the page can be gone on from, on another scene.
  case byUser
  /// The page asked something in an alert or dialog. What it asked may not be what is so now.
  case question
  /// The page had no scene, and is no more than its location: that is opened once more.
  case unborn
  /// Not at all: it has all that the page had, and something beside its state hides that, such as a
  /// guard that asks to sign in.
  case hidden
  /// By itself, or too long ago to know: nothing is run on a guess.
  case byItself
}

extension Landing {
  /// Where a submission lands whose scene is there.
  /// - Parameter departure: How the scene has left the page; asked for where it matters, since finding it
  ///   out takes evaluations of earlier states.
  init(_ standing: Standing, departure: () -> Departure) {
    // What was run is not known any more; what was typed is there.
    if standing.isForgotten {
      self =
        standing.layers == .same
        ? .offered(.onItsScene) : standing.isTyped ? .offered(.onNewScene) : .refused(.movedOn)
      return
    }
    // Two tabs of one scene would move each other.
    if standing.isDuplicated {
      self = .forked
      return
    }
    // What the page showed may have been lost with a part of the state.
    if standing.isReduced {
      self = .offered(standing.layers == .same ? .onItsScene : .onNewScene)
      return
    }
    if standing.layers != .other, !standing.isAtQuery {
      switch departure() {
      case .byUser:
        self = .forked
        return
      case .unborn:
        self = .born
        return
      // The query alone is not a place: an effect has changed it, which is as a timer that has ticked.
      case .question, .hidden, .byItself: break
      }
    }
    switch standing.layers {
    case .same: self = .current
    case .more: self = .back
    case .other:
      switch departure() {
      case .byUser: self = .forked
      case .unborn: self = .born
      case .question: self = .refused(.questionClosed)
      case .hidden: self = .refused(.hidden)
      // Where nothing can be lost, what is current is what the user wants to see.
      case .byItself: self = standing.isTyped ? .offered(.onNewScene) : .refused(.movedOn)
      }
    }
  }
}

// MARK: When it is there

extension Landing {
  /// What is done with a submission when its scene has been brought to its page.
  func arrived(_ arrival: SubmissionFlow.Arrival) -> Landing {
    switch self {
    case .born: arrival.isSame ? .current : .offered(.onItsScene)
    case .forked: arrival.isSame && !arrival.isAsking ? .current : .offered(.onItsScene)
    case .back: arrival.isSame ? .current : .refused(arrival.wasAsked ? .asked : .movedOn)
    case .current, .refused, .offered: self
    }
  }
}
