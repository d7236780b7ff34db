import CairnTesting
import Ways

extension DeskWalk {
  /// Clicks a control and checks the effect on all typed text.
  mutating func tap(_ name: String) async throws {
    let page = DeskSight(browser)
    guard page.controls.count(where: { $0 == name }) == 1,
      let control = try? browser.control(name), !control.isDisabled, let token = browser.token
    else { return }
    let before = site.database.comments
    try await browser.click(name)
    guard let post = browser.exchanges.first, post.request.method == "POST" else {
      guard site.database.comments == before else { throw failed("A link posted a comment") }
      return
    }
    guard let location = post.response.header("Location") else {
      throw failed("The POST got the status \(post.response.status) without a location")
    }
    let comments = site.database.comments
    guard comments.starts(with: before) else { throw failed("Comments were lost") }
    let posted = Array(comments.dropFirst(before.count))
    tabs[current].lastPost = (post.request, location)

    let submission = Submission(token: token, name: name, values: page.fields.map(\.value))
    if let earlier = answers[submission] {
      events.insert(.repetition)
      guard location == earlier, posted.isEmpty else {
        throw failed(
          "A repeat led to \(location) instead of \(earlier) and posted \(posted)")
      }
      return
    }
    answers[submission] = location
    let tap = Tap(
      name: name, token: token, page: page, posted: posted, answer: DeskSight(browser))
    if let sceneID = tap.answer.sceneID { turns[sceneID, default: 0] += 1 }
    try lookAtPosted(tap)
    try lookAtTyped(tap)
    try lookAtCount(tap)
    try lookAtRefusal(tap)
    noteUser(tap)
  }

  /// A submission that isn't a repeat, with its result.
  struct Tap {
    let name: String
    /// The page's token.
    let token: String
    let page: DeskSight
    /// The new comments.
    let posted: [DeskComment]
    let answer: DeskSight
  }

  private mutating func lookAtPosted(_ tap: Tap) throws {
    guard let comment = tap.posted.first else {
      guard tap.name.hasPrefix("Post"), let text = tap.page.typed["Text"], !text.isEmpty else {
        return
      }
      guard tap.answer.reportsNoChange else {
        throw failed("“\(text)” was neither posted nor reported: \(tap.answer)")
      }
      return
    }
    guard tap.posted.count == 1, tap.name.hasPrefix("Post"), comment.issue == tap.page.issue else {
      throw failed("“\(tap.name)” on “\(tap.page.title)” posted \(tap.posted)")
    }
    guard let author = comment.author, author == user else {
      throw failed("\(comment) was posted while \(user ?? "no one") was signed in")
    }
    // A page without typed text sends the text that another page typed in the same scene.
    if let text = tap.page.typed["Text"] ?? (sent.contains(comment.text) ? comment.text : nil) {
      guard comment.text == text else {
        throw failed("\(comment) was posted instead of the typed “\(text)”")
      }
    } else {
      throw failed("\(comment) was posted, but no user typed it")
    }
    events.insert(.post)
  }

  private mutating func lookAtTyped(_ tap: Tap) throws {
    if let sceneID = tap.answer.sceneID {
      waiting[sceneID] = waiting[sceneID]?.filter {
        tap.page.isGuard && $0.key.title != tap.page.title
      }
    }
    for (label, value) in tap.page.typed {
      sent.insert(value)
      guard !tap.posted.contains(where: { $0.text == value }) else { continue }
      if tap.answer.title == tap.page.title, tap.answer.value(of: label) == value { continue }
      if tap.answer.reportsWaitingText {
        events.insert(.waiting)
        if let sceneID = tap.answer.sceneID {
          waiting[sceneID, default: [:]][Place(title: tap.page.title, label: label)] = value
        }
        continue
      }
      if tap.answer.reportsTextOnPreviousPage { continue }
      let isKept =
        switch label {
        case "Name": tap.name == "Sign in" && tap.page.isGuard
        case "Search": tap.answer.search == value
        case "Memo": tap.answer.text.contains("Memo: \(value)")
        default: tap.name == "Cancel" || tap.name == "Close"
        }
      guard isKept else {
        throw failed("“\(value)” in “\(label)” was lost by “\(tap.name)”: \(tap.answer)")
      }
    }
  }

  /// Checks that the counter of a scene equals the number of taps. A branched scene continues with the
  /// count of its page.
  private mutating func lookAtCount(_ tap: Tap) throws {
    guard let sceneID = tap.answer.sceneID, tap.answer.canonical == "/pad" else { return }
    if counts[sceneID] == nil, tap.page.sceneID != nil { events.insert(.branch) }
    guard var count = counts[sceneID] ?? tap.page.count else {
      // A guard hides the counter.
      counts[sceneID] = tap.answer.count
      return
    }
    if tap.name == "Count", !tap.answer.reportsNoChange {
      count += 1
      events.insert(.count)
    }
    counts[sceneID] = count
  }

  /// The number of submissions after which a page of a scene can still be used.
  private static let historyLimit = 14

  /// Checks that only a guard, text typed elsewhere, or the page's age keeps a button from running.
  private mutating func lookAtRefusal(_ tap: Tap) throws {
    guard tap.answer.reportsNoChange else { return }
    events.insert(.refusal)
    let isGuarded = tap.page.isGuard || tap.answer.isGuard
    let turn =
      [tap.page.sceneID, tap.answer.sceneID].compactMap { $0.flatMap { turns[$0] } }.max() ?? 0
    let isOld = turn - (turnsOfPages[tap.token] ?? 0) > Self.historyLimit
    guard isGuarded || isOld || tap.answer.fields.contains(where: { $0.error != nil }) else {
      throw failed("“\(tap.name)” on \(tap.page)\nwasn't processed: \(tap.answer)")
    }
  }

  private mutating func noteUser(_ tap: Tap) {
    var next = user
    switch tap.name {
    case "Sign in":
      if let name = tap.page.typed["Name"], !name.isEmpty, !tap.answer.isGuard { next = name }
    case "Sign out": next = nil
    default: break
    }
    if tap.answer.reportsNoChange {
      otherUser = .some(next)
    } else {
      user = next
    }
  }
}
