import ArgumentParser
import Cairn
import CairnServer
import Foundation
import Testing
import Ways

@testable import Gallery

/// The maps of the samples and the command that exports them.
@Suite(.withoutScript(.process)) struct MapTests {
  @Test func `The map of the inventory contains all its locations`() throws {
    let map = try #require(Mount("/inventory", InventoryApp.self).map)
    #expect(
      map.nodes.map(\.location) == [
        "/inventory", "/inventory/add", "/inventory/items/{id}",
        "/inventory/items/{value}/duplicate", "/inventory/import", "/inventory/stocktake",
        "/inventory/stocktake/{segment}",
      ])
    #expect(map.nodes.first?.name == "Inventory")
  }

  @Test func `The map of the trains contains all its locations`() throws {
    let map = try #require(Mount("/trains", TrainsApp.self).map)
    #expect(
      map.nodes.map { "\($0.name) \($0.location)" }.sorted() == [
        "ArrivalsScreen /trains/home/station/{name}/arrivals",
        "CapacityScreen /trains/home/detail/capacity?id={id}",
        "DeparturesScreen /trains/home/station/{name}/departures",
        "DetailScreen /trains/home/detail?id={id}", "HomeScreen /trains/home",
        "LockScreen /trains/lock", "SettingsScreen /trains/home/settings?style={style}",
        "ShortcutsScreen /trains/home/shortcuts?style={style}",
        "StationScreen /trains/home/station/{name}",
      ])
  }

  @Test func `The gallery itself has no map`() {
    #expect(Mount("/", GalleryApp.self).map?.table == nil)
  }

  /// To update the picture, run `swift run Gallery map /inventory --format svg --output
  /// .github/inventory-map.svg`.
  @Test func `The readme shows the current map`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
    let picture = try String(
      contentsOf: root.appending(path: ".github/inventory-map.svg").standardizedFileURL,
      encoding: .utf8)
    let shown = picture.matches(of: /<text [^>]*>([^<]*)<\/text>/).map { String($0.1) }
    let map = try #require(Mount("/inventory", InventoryApp.self).map)
    #expect(shown.sorted() == map.nodes.flatMap { [$0.name, $0.location] }.sorted())
    #expect(picture.matches(of: /class="edge"/).count == map.edges.count)
  }

  private func written(_ arguments: String...) throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "map-\(UUID())")
    defer { try? FileManager.default.removeItem(at: file) }
    var options = try MapOptions.parse(arguments + ["--output", file.path])
    try options.validate()
    try options.draw(GalleryApp.mounts())
    return try String(contentsOf: file, encoding: .utf8)
  }

  @Test func `The command exports the requested map in the requested format`() throws {
    #expect(try written("/inventory").hasPrefix("Screen"))
    #expect(try written().contains("/menu/stack"))
    #expect(try written("/trains", "--format", "mermaid").hasPrefix("flowchart LR"))
    #expect(try written("/trains", "--format", "dot").hasPrefix("digraph map {"))
    let picture = try written("/inventory", "--format", "svg")
    #expect(picture.contains("<svg") || picture.hasPrefix("flowchart LR"))
  }

  @Test func `An unknown location is an error`() {
    #expect(throws: ValidationError.self) { try written("/nothing") }
    #expect(throws: ValidationError.self) { try written("/") }
  }
}
