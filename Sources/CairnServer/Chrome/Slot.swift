/// A place in a template of the chrome that is filled for each page.
///
/// What fills it is HTML that is already escaped; `{{title}}` and `{{{title}}}` mean the same.
package enum Slot: String, CaseIterable, Sendable {
  case action, backdrop, back, bar, buttons, canonical, content
  case `default`, head, home, id, inert, lang, layers
  case mark, message, messageID, notice, status, stylesheet, title, titleID, token, toolbar
}
