extension Chrome {
  /// The built-in chrome without templates, with the markup that the style sheet, the script, and the tests expect.
  package static let plain = Chrome(
    page: [
      "<!doctype html>\n<html lang=\"", .slot(.lang), "\"", .slot(.dir),
      "><head>\n<meta charset=\"utf-8\">",
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>",
      .slot(.title), "</title>\n<link rel=\"canonical\" href=\"", .slot(.canonical),
      "\">\n<link rel=\"stylesheet\" href=\"", .slot(.stylesheet),
      "\">\n<meta name=\"color-scheme\" content=\"light dark\">\n", .slot(.head),
      "</head><body>\n", .slot(.layers), "</body></html>\n",
    ],
    bar: [
      "<header class=\"bar\">", .slot(.back), "<h1 id=\"", .slot(.titleID), "\">",
      .slot(.title), "</h1>", .slot(.toolbar), "</header>",
    ],
    screen: [
      "<form class=\"layer screen\" method=\"post\" novalidate action=\"", .slot(.action),
      "\" id=\"",
      .slot(.id), "\"", .slot(.inert), ">", .slot(.default), .slot(.bar), .slot(.notice),
      "<main class=\"content\">", .slot(.content), "</main>", .slot(.token), "</form>\n",
    ],
    sheet: dialog("sheet", backdrop: true),
    popover: dialog("popover", backdrop: true),
    cover: dialog("cover", backdrop: false),
    alert: question("alert", role: " role=\"alertdialog\""),
    confirmation: question("confirmation", role: "")
  )

  private static func dialog(_ name: String, backdrop: Bool) -> [Piece] {
    [
      "<form class=\"layer ", Piece(stringLiteral: name), "\" method=\"post\" novalidate action=\"",
      .slot(.action), "\" id=\"", .slot(.id), "\"", .slot(.inert), ">", .slot(.default),
      backdrop ? .slot(.backdrop) : "", "<dialog open class=\"", Piece(stringLiteral: name),
      "\" aria-labelledby=\"", .slot(.titleID), "\" aria-modal=\"true\">", .slot(.bar),
      .slot(.notice), "<div class=\"content\">", .slot(.content), "</div></dialog>",
      .slot(.token), "</form>\n",
    ]
  }

  private static func question(_ name: String, role: String) -> [Piece] {
    [
      "<form class=\"layer ", Piece(stringLiteral: name), "\" method=\"post\" novalidate action=\"",
      .slot(.action), "\" id=\"", .slot(.id), "\"", .slot(.inert), ">", .slot(.backdrop),
      "<dialog open class=\"", Piece(stringLiteral: name),
      "\"", Piece(stringLiteral: role), " aria-labelledby=\"", .slot(.titleID),
      "\" aria-modal=\"true\" aria-describedby=\"", .slot(.messageID), "\"><h1 id=\"",
      .slot(.titleID), "\">", .slot(.title), "</h1>", .slot(.notice), .slot(.message),
      "<div class=\"buttons\">", .slot(.buttons), "</div></dialog>", .slot(.token),
      "</form>\n",
    ]
  }
}
