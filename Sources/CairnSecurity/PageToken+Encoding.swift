import CairnBytes

extension PageToken {
  /// The version of the encoding. It prevents a later version from being read as this one.
  private static let layout: UInt8 = 1
  /// The version of a token with guards.
  private static let layoutWithGuards: UInt8 = 2

  /// Returns the encoded token.
  ///
  /// The encoding starts with the layout, the guards if there are any, nonce, time, and revision. The scene ID and the
  /// layers follow, each after its count. The rest is the location. 64-bit and 128-bit integers are big-endian, and the others are LEB128.
  func encoded() throws(Failure) -> [UInt8] {
    guard layers.count <= Self.maximumLayers,
      location.utf8.count <= Self.maximumLocation,
      (scene?.utf8.count ?? 0) <= Self.maximumScene
    else { throw .tooLong }
    var bytes: [UInt8] = []
    // Reserve space for the signature too, which is appended next.
    bytes.reserveCapacity(47 + Self.maximumScene + layers.count * 8 + location.utf8.count + 16)
    bytes.append(guards == 0 ? Self.layout : Self.layoutWithGuards)
    if guards != 0 { bytes.appendBigEndian(guards) }
    bytes.appendBigEndian(nonce)
    bytes.appendVariable(issued)
    bytes.appendVariable(revision)
    if let scene {
      bytes.append(UInt8(scene.utf8.count))
      bytes.append(contentsOf: scene.utf8)
    } else {
      bytes.append(0)
    }
    bytes.append(UInt8(layers.count))
    for layer in layers { bytes.appendBigEndian(layer) }
    bytes.append(contentsOf: location.utf8)
    return bytes
  }

  /// Decodes the bytes from ``encoded()``. Returns `nil` for any other bytes.
  init?(encoded bytes: ArraySlice<UInt8>) {
    var rest = bytes
    let layout = rest.popFirst()
    guard layout == Self.layout || layout == Self.layoutWithGuards,
      let guards = layout == Self.layout ? 0 : rest.readBigEndian(UInt64.self),
      (guards == 0) == (layout == Self.layout),
      let nonce = rest.readBigEndian(UInt128.self),
      let issued = rest.readVariable(),
      let revision = rest.readVariable(),
      let sceneLength = rest.popFirst().map(Int.init), sceneLength <= Self.maximumScene,
      let scene = rest.readText(sceneLength),
      let layerCount = rest.popFirst(), layerCount <= Self.maximumLayers
    else { return nil }
    var layers: [UInt64] = []
    layers.reserveCapacity(Int(layerCount))
    for _ in 0..<layerCount {
      guard let layer = rest.readBigEndian(UInt64.self) else { return nil }
      layers.append(layer)
    }
    guard rest.count <= Self.maximumLocation, let location = rest.readText(rest.count) else {
      return nil
    }
    self.init(
      scene: scene.isEmpty ? nil : scene, revision: revision, layers: layers, location: location,
      nonce: nonce, issued: issued, guards: guards)
  }
}
