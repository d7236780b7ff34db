@testable import WebDriver

extension Chromium {
  /// The elements that are wider than the window or their dialog.
  var overflow: [String] {
    get async throws {
      try await findings(
        """
        const width = \(options.width)
        if (document.documentElement.scrollWidth > width)
          found.push(`the page is ${document.documentElement.scrollWidth} wide`)
        for (const element of top.querySelectorAll("*")) {
          const box = element.getBoundingClientRect()
          if (box.width > 1 && (box.left < -0.5 || box.right > width + 0.5))
            found.push(`${name(element)} from ${box.left} to ${box.right}`)
          const scrolls = getComputedStyle(element).overflowX != "visible"
          if (scrolls && element.tagName == "DIALOG" && element.scrollWidth > element.clientWidth)
            found.push(`${name(element)} scrolls sideways`)
        }
        """)
    }
  }

  /// The texts of the top layer whose contrast with their background is less than 4.5 to 1 (WCAG
  /// 1.4.3).
  var faintTexts: [String] {
    get async throws {
      try await findings(
        """
        const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true })
        const rgba = color => {
          context.clearRect(0, 0, 1, 1)
          context.fillStyle = color
          context.fillRect(0, 0, 1, 1)
          const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data
          return [r, g, b, a / 255]
        }
        const over = (front, back) =>
          [0, 1, 2].map(i => front[i] * front[3] + back[i] * (1 - front[3])).concat(1)
        const luminance = color => {
          const [r, g, b] = color.map(v => v / 255)
            .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
          return 0.2126 * r + 0.7152 * g + 0.0722 * b
        }
        const backdrop = element => {
          if (!element) return rgba(getComputedStyle(document.documentElement).backgroundColor)
          const color = rgba(getComputedStyle(element).backgroundColor)
          return color[3] == 1 ? color : over(color, backdrop(element.parentElement))
        }
        const look = (element, color, text) => {
          const back = backdrop(element)
          const lights = [luminance(over(rgba(color), back)), luminance(back)]
          const contrast = (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05)
          if (contrast < 4.5) found.push(`${text}: ${contrast.toFixed(2)}`)
          count += 1
        }
        let count = 0
        const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT)
        while (walker.nextNode()) {
          const text = walker.currentNode.data.trim()
          const element = walker.currentNode.parentElement
          if (!text || element.closest("[disabled], option") || !element.checkVisibility()) continue
          look(element, getComputedStyle(element).color, text)
        }
        for (const field of top.querySelectorAll(".input:not([type=checkbox], [disabled])"))
          look(field, getComputedStyle(field).color, name(field))
        if (count == 0) found.push("there is no text")
        """)
    }
  }

  /// The controls of the top layer that are smaller than a finger, which is 44 by 44 CSS pixels.
  var smallTargets: [String] {
    get async throws {
      try await findings(
        """
        for (const control of top.querySelectorAll("button, a[href], input, select, textarea")) {
          if (control.matches(".default-action, .backdrop, [type=hidden]")) continue
          if (!control.checkVisibility()) continue
          let box = control.getBoundingClientRect()
          // A label is part of its switch.
          if (control.type == "checkbox") box = control.closest(".field").getBoundingClientRect()
          if (box.width < 43.5 || box.height < 43.5)
            found.push(`${name(control)} ${box.width} by ${box.height}`)
        }
        """)
    }
  }

  /// Runs a script that examines the `top` layer and adds its findings to `found`.
  private func findings(_ script: String) async throws -> [String] {
    let all = try await evaluate(
      """
      (() => {
        const found = []
        const top = document.querySelector("body > :not([inert])")
        const name = element => [element.tagName.toLowerCase(), ...element.classList].join(".")
          + " " + (element.ariaLabel ?? element.textContent.trim()).slice(0, 30)
        \(script)
        return found
      })()
      """)
    return all.array.compactMap(\.string)
  }
}
