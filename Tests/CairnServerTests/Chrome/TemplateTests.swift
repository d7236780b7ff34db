import CairnChrome
import CairnViews
import Foundation
import Testing

@Suite struct TemplateTests {
  func template(_ text: String, _ name: TemplateName = .bar) throws(TemplateError) -> Template {
    try Template(name, text: text, file: "bar.mustache") {
      $0 == "own.css" ? "/public/own.1a.css" : nil
    }
  }

  /// Returns the template as text, with each slot as its name in brackets.
  func text(_ template: Template) -> String {
    template.pieces.map { piece in
      switch piece {
      case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
      case .slot(let slot): "[\(slot.rawValue)]"
      }
    }.joined()
  }

  @Test func `A template is parsed into bytes and slots`() throws {
    let template = try template("<b>{{{back}}}{{ title }}</b>\n{{& toolbar }}é")
    #expect(
      template.pieces == [
        .bytes(Array("<b>".utf8)), .slot(.back), .slot(.title), .bytes(Array("</b>\n".utf8)),
        .slot(.toolbar), .bytes(Array("é".utf8)),
      ])
    #expect(text(template) == "<b>[back][title]</b>\n[toolbar]é")
  }

  @Test func `A public file becomes its URL with the hash of its content`() throws {
    let template = try template(
      """
      {{back}}{{title}}{{toolbar}}<a href="{{{public/own.css}}}">{{{ public/own.css }}}</a>
      {{! {{{public/missing.css }}{{public/own.css}}
      """)
    #expect(
      text(template)
        == """
        [back][title][toolbar]<a href="/public/own.1a.css">/public/own.1a.css</a>
        /public/own.1a.css
        """)
  }

  @Test func `Comments are removed`() throws {
    let template = try template(
      """
      {{! Slots: back, title, toolbar.
          {{{ is how they are written. }}
      {{{back}}}{{! between }}{{{title}}}
      {{{toolbar}}}
      """)
    #expect(text(template) == "[back][title]\n[toolbar]")
  }

  @Test func `A slot can appear twice`() throws {
    #expect(
      text(try template("{{back}}{{title}}{{title}}{{toolbar}}")).hasSuffix("[title][toolbar]"))
  }

  @Test func `Other braces are text`() throws {
    let text = text(try template("{ } {x} }} {{back}}{{title}}{{toolbar}}"))
    #expect(text == "{ } {x} }} [back][title][toolbar]")
  }

  @Test func `Optional slots can be present`() throws {
    #expect(text(try template("{{back}}{{title}}{{toolbar}}{{titleID}}")).contains("[titleID]"))
  }

  @Test(arguments: [
    (
      "{{back}}\n\n{{titel}}{{toolbar}}",
      "bar.mustache:3: this template has no slot 'titel'. "
        + "Use one of back, title, toolbar, titleID"
    ),
    (
      "{{back}}{{title}}{{toolbar}}{{layers}}",
      "bar.mustache:1: this template has no slot 'layers'. "
        + "Use one of back, title, toolbar, titleID"
    ),
    (
      "{{back}}{{title}}",
      "bar.mustache: the template lacks the required slot {{{toolbar}}}"
    ),
    (
      "{{!\n}}{{back}}\n{{#title}}{{title}}{{/title}}{{toolbar}}",
      "bar.mustache:3: {{#title}} isn't supported. A template can contain only slots {{{name}}}, "
        + "URLs of public files {{{public/name}}}, and comments {{! … }}"
    ),
    (
      "{{back}}{{title}}{{toolbar}}\n<img src=\"{{{public/Own.css}}}\">",
      "bar.mustache:2: there is no public file 'Own.css'. Add it to a folder that you pass with "
        + "--public"
    ),
    (
      "{{back}}{{title}}{{toolbar}}{{{public/}}}",
      "bar.mustache:1: there is no public file ''. Add it to a folder that you pass with --public"
    ),
    ("{{back}}\n{{title", "bar.mustache:2: the template isn't valid Mustache: a tag isn't closed"),
  ])
  func `The message about a mistake names the file and line`(text: String, message: String) {
    let error = #expect(throws: TemplateError.self) { try template(text) }
    #expect(error?.description == message)
  }

  @Test(arguments: [
    "{{^title}}{{/title}}", "{{> bar}}", "{{>*title}}", "{{< bar}}{{/bar}}", "{{$title}}{{/title}}",
    "{{=<% %>=}}", "{{% CONTENT_TYPE:TEXT}}", "{{uppercased(title)}}", "{{}}", "{{{}}}",
    "{{ # title }}{{/title}}",
  ])
  func `Other Mustache tags are rejected`(_ tag: String) {
    let error = #expect(throws: TemplateError.self) {
      try template("{{back}}{{title}}{{toolbar}}" + tag)
    }
    guard case .unsupportedTag = error?.reason else {
      Issue.record("\(tag): \(String(describing: error))")
      return
    }
  }

  @Test(arguments: [
    "{{title.count}}", "{{.}}", "{{.title}}", "{{Title}}", "{{{title}}", "{{back}}{{{{title}}}}",
    "\u{1}title\u{2}", "{{title}\n{{back}}", "{{!", "{{{", "{{", "{{&}}", "{{title}}\u{1}",
  ])
  func `Malformed tags are rejected without a crash`(_ odd: String) {
    #expect(throws: TemplateError.self) { try template("{{back}}{{title}}{{toolbar}}" + odd) }
  }

  @Test(arguments: TemplateName.allCases) func `Each slot is declared once`(_ name: TemplateName) {
    #expect(Set(name.required).isDisjoint(with: name.optional))
    #expect(Set(name.required).count == name.required.count)
    #expect(!name.required.isEmpty)
  }
}
