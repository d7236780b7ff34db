import Foundation
import Testing

@testable import CairnPublic
@testable import WebDriver

/// Tests of `merge.js` with elements outside of pages.
@Suite("Browser: merging markup into a page")
struct MergeTests {
  /// The module's URL.
  private var source: String {
    get throws {
      func url(_ module: String) -> String {
        "data:text/javascript;base64,\(Data(module.utf8).base64EncodedString())"
      }
      let files = url(try #require(CairnPublic.modules["files"]))
      return url(try #require(CairnPublic.modules["merge"]).replacing("./files.js", with: files))
    }
  }

  /// Merges elements with random children. A `template` marks children that stay unchanged, as in a
  /// row.
  @Test func `Merging any children leads to the sent markup`() async throws {
    let source = try source
    try await Chromium.run { chromium in
      try await chromium.open("about:blank")
      let failures = try await chromium.evaluate(
        """
        (async () => {
          const { merge, parse } = await import("\(source)")
          let seed = 7
          const random = (count) => (seed = (seed * 48271) % 2147483647) % count
          const kinds = [
            (n) => `<button name="~tap" value="b${n}">Button ${n}</button>`,
            (n) => `<button name="~tap" value="b${n}">Other ${n}</button>`,
            (n) => `<p class="text">Text ${n}</p>`,
            (n) => `<p class="text">Longer text ${n}</p>`,
            (n) => `<p id="p${n}">With an id ${n}</p>`,
            (n) => `<div class="hstack"><span>${n}</span><button name="~tap" value="c${n}">In it</button></div>`,
            (n) => `<div class="field"><input id="f-${n}" name="~f.${n}" value="${n}"></div>`,
            (n) => `<ul class="list"><li class="row"><span>${n}</span></li></ul>`,
          ]
          const child = () => kinds[random(kinds.length)](random(4))
          // An element's identity is unique among its siblings.
          const nameOf = (markup) => markup.match(/(value="[bc]|id="\\w-?)\\d/)?.[0]
          const children = (count) => {
            const result = []
            while (result.length < count) {
              const next = child()
              if (!nameOf(next) || !result.some((other) => nameOf(other) === nameOf(next))) result.push(next)
            }
            return result
          }
          const failures = []
          for (let round = 0; round < 4000 && failures.length < 3; round++) {
            const old = children(random(6))
            const fresh = children(random(6))
            // Some of the old children are in the new element, at the same or a different position.
            const sent = [...fresh]
            const isInPlace = random(2)
            for (const [index, markup] of old.entries()) {
              if (random(2)) continue
              const place = isInPlace ? index : random(fresh.length + 1)
              if (place >= fresh.length || sent[place].startsWith("<template")) continue
              const name = nameOf(markup)
              if (name && fresh.some((other, at) => at !== place && nameOf(other) === name)) continue
              fresh[place] = markup
              sent[place] = `<template data-run="${index}"></template>`
            }
            const row = (parts) => parse(`<li class="row">${parts.join("")}</li>`)
            const element = row(old)
            const runs = [...element.childNodes].map((node) => [node])
            const stay = sent.map((markup) => markup.match(/data-run="(\\d+)"/)?.[1]).map((run) => run && runs[run][0])
            merge(element, row(sent), runs)
            const isKept = stay.every((node, index) => !node || element.childNodes[index] === node)
            if (element.outerHTML !== row(fresh).outerHTML || !isKept) {
              failures.push(`${old.join("")}\\nto\\n${sent.join("")}\\nis\\n${element.outerHTML}`)
            }
          }
          return failures
        })()
        """)
      #expect(failures.array.compactMap(\.string) == [])
    }
  }

  /// A preceding notice, a banner, or another class doesn't replace the field's container.
  @Test(arguments: [
    ("<p class='notice'>A</p>", "content"), ("<div class='banner'>A</div>", "content"),
    ("<p class='notice'>A</p><div class='banner'>B</div><hr>text", "content"), ("", "other"),
  ])
  func `The container of a field stays the same element`(before: String, name: String) async throws
  {
    let source = try source
    try await Chromium.run { chromium in
      try await chromium.open("about:blank")
      let isKept = try await chromium.evaluate(
        """
        (async () => {
          const { merge, parse } = await import("\(source)")
          const layer = (before, name) => parse(`<form><button name="~tap" value="1"></button>${before}
            <div class="${name}"><div class="field"><label>Name</label><input id="f-1" name="~f.1"></div></div></form>`)
          const form = layer("", "content")
          document.body.append(form)
          const field = form.querySelector("input")
          field.value = "typed"
          field.focus()
          field.setSelectionRange(2, 2)
          const results = [layer("\(before)", "\(name)"), layer("", "content")].map((fresh) => {
            const wanted = fresh.outerHTML
            merge(form, fresh)
            return form.outerHTML === wanted && form.contains(field) && document.activeElement === field
              && field.selectionStart === 2
          })
          return results.every((one) => one)
        })()
        """)
      #expect(isKept.bool == true)
    }
  }
}
