/// Where a form lands: the rule by which it is worked on.
///
/// A page may be of any age when its form comes: the form may have come before, its scene may show something
/// else by now, or be gone. What is known then is put together as values, and the rule follows from them
/// alone, without a lock, a scene or a request at hand. ``PageResponder`` finds the values out and carries
/// the rule out.
enum Landing: Hashable {
  /// It came before, with the same button and fields: it gets the answer that it had, or is about to have.
  case repeated
  /// Its page had no scene: one is born at the page's location, and works on it.
  case born
  /// The scene shows what the page did: it is worked on there, on the state as it is now.
  case current
  /// The page is one below what the scene shows: what is above it is dismissed, and it is worked on.
  case back
  /// The user went elsewhere with the scene: a scene of its own goes on from the state of the page.
  case forked
  /// Nothing is done: the answer is what the scene shows now.
  case refused(Refusal)
  /// Nothing is done: what was typed is in its fields again, to be sent once more.
  case offered(Offer)

  /// Why nothing is done though the scene is there.
  enum Refusal: Hashable {
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
  enum Offer: Hashable {
    /// On its scene, which shows the same.
    case onItsScene
    /// On a new scene, at the page's location.
    case onNewScene
    /// On a page without a scene, of which nothing is kept. A form of no page of its session lands there too.
    case onPageAlone
  }
}

// MARK: What came

extension Landing {
  /// What is known of a submission before its scene is looked for.
  enum Work: Hashable, CaseIterable {
    /// Its session went in this moment.
    case outdated
    /// Its page is so old that it may have been worked on: nothing is run on a guess.
    case forgotten
    /// It was worked on, or is being worked on.
    case known
    /// It has not been worked on.
    case new
  }

  /// Where a submission lands whatever its scene is; nil where that depends on the scene.
  init?(_ work: Work) {
    switch work {
    case .outdated: self = .offered(.onPageAlone)
    case .known: self = .repeated
    case .forgotten, .new: return nil
    }
  }
}

// MARK: Where there is no scene

extension Landing {
  /// What is known of a page whose scene is not there.
  enum Absence: Hashable, CaseIterable {
    /// The page had none, so the submission may begin one.
    case unborn
    /// It is to be one of the page's own, since the user went elsewhere with the page's.
    case leftByUser
    /// It was there, and is gone: by time, for others, or with an older version. Or nobody knows any more
    /// whether it was there.
    case gone
  }

  /// Where a submission lands whose scene is not there.
  init(_ absence: Absence) {
    switch absence {
    case .unborn: self = .born
    case .leftByUser: self = .forked
    case .gone: self = .offered(.onNewScene)
    }
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
  /// - Parameters:
  ///   - isSame: Whether the scene shows the page's layers then. A reducer may have led elsewhere, or what the
  ///     page showed may be no more.
  ///   - isAsking: Whether it shows an alert or a dialog.
  ///   - wasAsked: Whether what is above the page was asked and not dismissed.
  func arrived(isSame: Bool, isAsking: Bool, wasAsked: Bool = false) -> Landing {
    switch self {
    case .born: isSame ? .current : .offered(.onItsScene)
    case .forked: isSame && !isAsking ? .current : .offered(.onItsScene)
    case .back: isSame ? .current : .refused(wasAsked ? .asked : .movedOn)
    case .current, .repeated, .refused, .offered: self
    }
  }
}
