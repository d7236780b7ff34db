/// A benchmark of the interaction to next paint in a browser, with pages of 50 to 10,000 rows.
struct PaintBenchmark {
  func run() async throws {
    print("Interaction to next paint, in milliseconds, and the limit:")
    for items in LiveBenchmark.sizes {
      let gallery = try GalleryProcess(items: items, sessions: .memory)
      defer { gallery.stop() }
      for paint in try await NextPaint.measure(gallery) {
        print(Bound("\(items) rows: \(paint.name)", paint.median, NextPaint.bound(items)).line)
      }
    }
    print()
  }
}
