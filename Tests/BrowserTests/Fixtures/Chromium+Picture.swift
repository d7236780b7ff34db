import Foundation

@testable import WebDriver

/// A picture of a whole page, and the page's parts in it.
struct PageView: Sendable {
  /// A part with its top edge.
  struct Part: Sendable {
    var part: PagePicture.Part
    var y: Int
  }

  /// The number of columns and rows of cells in each part.
  let columns: Int
  let rows: Int
  let parts: [Part]
  /// The PNG file in Base64.
  let file: String

  var picture: PagePicture { PagePicture(parts: parts.map(\.part)) }
}

extension Chromium {
  /// Takes a picture of the whole page, and reduces its parts to cells.
  ///
  /// The browser itself reads the file, with a canvas that isn't on the page.
  func view(columns: Int, rows: Int) async throws -> PageView {
    let size = try await devTools("Page.getLayoutMetrics")["cssContentSize"]
    try await devTools(
      "Emulation.setDeviceMetricsOverride",
      [
        "width": .number(Double(options.width)),
        "height": .number(max((size["height"].number ?? 0).rounded(.up), Double(options.height))),
        "deviceScaleFactor": 1, "mobile": .bool(options.isTouch),
      ])
    let file = try await picture()
    // The file is last, because it can contain the names of the others by chance.
    let found = try await evaluate(
      Self.reduction.replacing("COLUMNS", with: "\(columns)")
        .replacing("ROWS", with: "\(rows)").replacing("FILE", with: "\"\(file)\""))
    try await emulate()
    return PageView(
      columns: columns, rows: rows, parts: found.array.compactMap(PageView.Part.init), file: file)
  }

  /// Returns the picture of the window as soon as it no longer changes. Icons can appear after the page.
  private func picture() async throws -> String {
    var last = ""
    for _ in 0..<20 {
      let picture = try await devTools("Page.captureScreenshot", ["format": "png"])["data"].string
      guard let picture, picture != last else { return last }
      last = picture
    }
    throw WebDriverError(code: "no picture", message: "the page keeps changing: \(try await url)")
  }

  /// Applies a style sheet to the page, which the content security policy doesn't affect.
  func apply(style: String) async throws {
    try await evaluate(
      """
      (() => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(\(Self.literal(style)))
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
      })()
      """)
  }

  /// Returns a PNG file that shows a picture with marked boxes, which have a left edge, a top edge, a width, and a height.
  func marking(_ boxes: [[Int]], in file: String) async throws -> Data? {
    let marked = try await evaluate(
      """
      (async () => {
        const bytes = Uint8Array.from(atob("\(file)"), (byte) => byte.charCodeAt(0))
        const bitmap = await createImageBitmap(new Blob([bytes]))
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
        const context = canvas.getContext("2d")
        context.drawImage(bitmap, 0, 0)
        context.fillStyle = "rgb(255 0 0 / 0.4)"
        for (const box of \(boxes)) context.fillRect(...box)
        const blob = await canvas.convertToBlob()
        let text = ""
        for (const byte of new Uint8Array(await blob.arrayBuffer())) text += String.fromCharCode(byte)
        return btoa(text)
      })()
      """)
    return marked.string.flatMap { Data(base64Encoded: $0) }
  }

  /// A script that returns the parts of the page with their boxes, colors, and mean lightness of cells.
  ///
  /// Colors only count in horizontal lines of at least 16 pixels, so that letters don't count.
  private static let reduction = """
    (async () => {
      const [columns, rows] = [COLUMNS, ROWS]
      const parts = [["bar", document.querySelector(".bar")]]
      for (const child of document.querySelector(".content").children) {
        if (!child.checkVisibility()) continue
        const title = child.querySelector(":scope > h2")?.textContent
        const cells = child.querySelector(":scope > .cells")
        if (title && cells) {
          parts.push([title, cells.children[0]], [title + ", code", cells.children[1]])
        } else {
          parts.push([`${title ?? child.className} ${parts.length}`, child])
        }
      }
      const bytes = Uint8Array.from(atob(FILE), (byte) => byte.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes]))
      const context = new OffscreenCanvas(bitmap.width, bitmap.height)
        .getContext("2d", { willReadFrequently: true })
      context.drawImage(bitmap, 0, 0)
      return parts.map(([name, element]) => {
        const box = element.getBoundingClientRect()
        // Pixels that the part covers only partly don't count.
        const x = Math.ceil(box.left + scrollX), y = Math.ceil(box.top + scrollY)
        const width = Math.max(Math.floor(box.right + scrollX) - x, 1)
        const height = Math.max(Math.floor(box.bottom + scrollY) - y, 1)
        const isCode = name.endsWith(", code")
        const { data } = context.getImageData(x, y, width, height)
        const sums = new Float64Array(columns * rows), counts = new Float64Array(columns * rows)
        const colors = new Map()
        let last = 0, run = 0
        const endRun = () => {
          if (run >= 16) colors.set(last, (colors.get(last) ?? 0) + run)
          run = 0
        }
        for (let row = 0, index = 0; row < height; row++) {
          const first = Math.floor((row * rows) / height) * columns
          for (let column = 0; column < width; column++, index += 4) {
            const [red, green, blue] = [data[index], data[index + 1], data[index + 2]]
            const cell = first + Math.floor((column * columns) / width)
            sums[cell] += 0.2126 * red + 0.7152 * green + 0.0722 * blue
            counts[cell]++
            const color = (red << 16) | (green << 8) | blue
            if (color !== last) endRun()
            last = color
            run++
          }
          endRun()
        }
        return {
          name, box: [x, y, width, height],
          cells: isCode
            ? [] : [...sums].map((sum, cell) => Math.round((sum / (counts[cell] || 1) / 255) * 63)),
          colors: [...colors].map(([color, count]) => [color, count / (width * height)])
            .filter(([, share]) => share >= (isCode ? 0.05 : 0.001)).sort((one, other) => other[1] - one[1]),
        }
      })
    })()
    """
}

extension PageView.Part {
  /// Reads a part that the script has returned.
  fileprivate init?(_ found: JSON) {
    let box = found["box"].array.compactMap { $0.number.map { Int($0) } }
    guard box.count == 4, let name = found["name"].string else { return nil }
    let colors = found["colors"].array.compactMap { color -> PagePicture.Color? in
      let numbers = color.array.compactMap(\.number)
      guard numbers.count == 2 else { return nil }
      let number = Int(numbers[0])
      return PagePicture.Color(
        red: number >> 16, green: number >> 8 & 0xFF, blue: number & 0xFF,
        isFrequent: numbers[1] >= 0.003)
    }
    self.init(
      part: PagePicture.Part(
        name: name.replacing("\n", with: " ").replacing("\t", with: " "), x: box[0], width: box[2],
        height: box[3], colors: colors,
        cells: found["cells"].array.compactMap { $0.number.map { Int($0) } }),
      y: box[1])
  }
}

extension PageView {
  /// The boxes of cells that differ from a reviewed picture, and of parts that differ in another way.
  func marks(comparedTo reviewed: PagePicture) -> [[Int]] {
    let others = Dictionary(reviewed.parts.map { ($0.name, $0) }) { first, _ in first }
    return parts.flatMap { one -> [[Int]] in
      let (part, y) = (one.part, one.y)
      let whole = [part.x, y, part.width, part.height]
      guard let other = others[part.name] else { return [whole] }
      guard !part.differences(from: other).isEmpty else { return [] }
      let cells = part.differingCells(from: other)
      guard !cells.isEmpty else { return [whole] }
      return cells.map { cell in
        let (row, column) = cell.quotientAndRemainder(dividingBy: columns)
        let left = part.width * column / columns
        let top = part.height * row / rows
        return [
          part.x + left, y + top, part.width * (column + 1) / columns - left,
          part.height * (row + 1) / rows - top,
        ]
      }
    }
  }
}
