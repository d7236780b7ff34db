extension RenderState {
  /// Finds what the browser shows of a layer that is about to be written.
  func beginShownParts(of layer: UInt64) {
    shownShift = 0
    shownParts = []
    guard leavesOut, let shown else { return }
    for candidate in shown.layers where candidate.identity == layer {
      shownParts = candidate.parts
    }
  }
}

/// Parts that a browser shows as they are remembered: in a patch they are not written.
extension Renderer {
  /// Whether parts may be left out where the renderer stands.
  var mayLeaveOut: Bool {
    state.leavesOut && !state.isInBar && state.regions.depth == 0 && !state.shownParts.isEmpty
  }

  /// Whether the browser shows parts, one behind the other.
  func isShown(_ parts: [RegionNotes.Part]) -> Bool {
    guard let first = parts.first, let start = placeOfShown(first.id) else { return parts.isEmpty }
    let shown = state.shownParts
    guard start + parts.count <= shown.count else { return false }
    for (index, part) in parts.enumerated()
    where shown[start + index].id != part.id || shown[start + index].hash != part.hash {
      return false
    }
    return true
  }

  /// Where the browser shows a part, which mostly is where the last one was found, and one on.
  func placeOfShown(_ id: UInt64) -> Int? {
    let count = state.regions.count
    let expected = count + state.shownShift
    if state.shownParts.indices.contains(expected), state.shownParts[expected].id == id {
      return expected
    }
    // Rows in quite another order are not worth looking for.
    guard state.misses < 32 else { return nil }
    state.misses += 1
    guard let found = state.shownParts.firstIndex(where: { $0.id == id }) else { return nil }
    state.shownShift = found - count
    return found
  }

  /// The hash of a part's markup.
  func hash(of part: RegionNotes.Part) -> UInt64 {
    guard part.hash == 0, let key = state.regionKey else { return part.hash }
    return RegionHash.of(out.bytes[part.range], key)
  }
}
