extension RenderState {
  /// Finds the parts that the browser shows of the layer that's about to be written.
  func beginShownParts(of layer: UInt64) {
    shownShift = 0
    shownParts = []
    guard leavesOut, let shown else { return }
    for candidate in shown.layers where candidate.identity == layer {
      shownParts = candidate.parts
    }
  }
}

/// Omits parts from a patch if the browser already shows them as they're remembered.
extension Renderer {
  /// Whether parts can be omitted at the renderer's position.
  var mayLeaveOut: Bool {
    state.leavesOut && !state.isInBar && state.regions.depth == 0 && !state.shownParts.isEmpty
  }

  /// Returns whether the browser shows these parts consecutively.
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

  /// Returns the index of a part that the browser shows. It's usually the one after the part that was found last.
  func placeOfShown(_ id: UInt64) -> Int? {
    let count = state.regions.count
    let expected = count + state.shownShift
    if state.shownParts.indices.contains(expected), state.shownParts[expected].id == id {
      return expected
    }
    // Stop searching if the rows are in a completely different order.
    guard state.misses < 32 else { return nil }
    state.misses += 1
    guard let found = state.shownParts.firstIndex(where: { $0.id == id }) else { return nil }
    state.shownShift = found - count
    return found
  }

  /// Returns the hash of a part's markup.
  func hash(of part: RegionNotes.Part) -> UInt64 {
    guard part.hash == 0, let key = state.regionKey else { return part.hash }
    return RegionHash.of(out.bytes[part.range], key)
  }
}
