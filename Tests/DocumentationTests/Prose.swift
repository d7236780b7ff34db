import Foundation

/// Text without code, in which odd constructions can be counted.
struct Prose {
  /// A construction that native readers stumble over. `Habits.txt` lists them.
  struct Habit {
    let name: String
    let expression: NSRegularExpression
  }

  private let text: String

  /// - Parameter markdown: Paragraphs, lists, and code in Markdown.
  init(markdown: String) {
    var text = markdown
    for (pattern, template) in [
      // Blocks of code, directives, and HTML.
      (#"(?ms)^```.*?^```$"#, ""),
      (#"(?m)^@.*$|^\s*<.*>\s*$"#, ""),
      // Code, links, and addresses within a sentence.
      (#"``[^`]*``|`[^`\n]*`"#, "X"),
      (#"\]\([^)]*\)|<doc:[^>]*>|https?://\S+"#, "X"),
      // Each paragraph on one line.
      (#"(?<!\n)\n(?!\n|[-*|#>]|\d+\.|\s+[-*])\s*"#, " "),
    ] {
      text = text.replacingOccurrences(of: pattern, with: template, options: .regularExpression)
    }
    self.text = text
  }

  /// Collects the comments of Swift sources. Comments at the end of a line of code are left out.
  init(commentsOf sources: [String]) {
    var markdown = ""
    for source in sources {
      var isComment = false
      for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
        let line = line.drop { $0 == " " }
        if line.hasPrefix("//") {
          markdown += line.drop { $0 == "/" }.drop { $0 == " " } + "\n"
          isComment = true
        } else if isComment {
          markdown += "\n"
          isComment = false
        }
      }
    }
    self.init(markdown: markdown)
  }

  var wordCount: Int { text.split { $0.isWhitespace }.count }

  /// Returns the constructions in the text, each with the text around it.
  func findings(of habits: [Habit]) -> [String] {
    let whole = text as NSString
    return habits.flatMap { habit in
      habit.expression.matches(in: text, range: NSRange(location: 0, length: whole.length)).map {
        let start = max(0, $0.range.location - 40)
        let end = min(whole.length, $0.range.upperBound + 30)
        let excerpt = whole.substring(with: NSRange(location: start, length: end - start))
        return "\(habit.name): …\(excerpt.replacing("\n", with: " "))…"
      }
    }
  }

  /// The constructions per 1,000 words.
  func figure(of habits: [Habit]) -> Double {
    Double(findings(of: habits).count) * 1000 / Double(max(1, wordCount))
  }
}

extension Prose.Habit {
  static var all: [Prose.Habit] {
    get throws {
      try Page("Tests/DocumentationTests/Habits.txt").text.split(separator: "\n")
        .filter { !$0.hasPrefix("#") }
        .map { line in
          let parts = line.split(separator: "\t")
          return Prose.Habit(
            name: String(parts[0]),
            expression: try NSRegularExpression(
              pattern: String(parts[1]), options: .anchorsMatchLines))
        }
    }
  }
}
