import Cairn
import Foundation
import Testing

@testable import CairnApplications

/// States that another version of an application has stored.
@Suite struct StateVersionTests {
  private struct Old: Codable, Equatable {
    struct Entry: Codable, Equatable {
      var id: Int
      var text = ""
    }

    var title = ""
    var copies = 1
    var entries: [Entry] = []
  }

  private struct New: Codable, Equatable {
    struct Entry: Codable, Equatable {
      var id: Int
      var text = ""
      var note: String?
    }

    var title = ""
    var author = "Unknown"
    var entries: [Entry] = []
  }

  private let old: StateCoder
  private let new: StateCoder

  init() throws {
    old = try #require(StateCoder(Old.self))
    new = try #require(StateCoder(New.self))
  }

  /// Decodes a state as the state of a scene, which then continues with it.
  private func adopt<State: Codable>(
    _ bytes: [UInt8], by coder: StateCoder, new: State
  ) throws -> State {
    let decoded = try #require(coder.adopt(bytes) { new })
    #expect(decoded.isWhole)
    return try #require(decoded.state as? State)
  }

  @Test func `Each version keeps the members that only the other one has`() throws {
    let stored = Old(title: "Dune", copies: 3, entries: [.init(id: 1), .init(id: 2)])
    let first = try old.encode(stored)
    var later = try adopt(first.bytes, by: new, new: New())
    #expect(later == New(title: "Dune", entries: [.init(id: 1), .init(id: 2)]))
    later.author = "Herbert"
    later.entries[1].note = "Lent"
    let second = try new.encode(later)
    var earlier = try adopt(second.bytes, by: old, new: Old())
    #expect(earlier == stored)
    earlier.title = "Dune Messiah"
    earlier.entries.swapAt(0, 1)
    let third = try old.encode(earlier)
    let last = try adopt(third.bytes, by: new, new: New())
    #expect(
      last
        == New(
          title: "Dune Messiah", author: "Herbert",
          entries: [.init(id: 2, note: "Lent"), .init(id: 1)]))
  }

  @Test func `A member is forgotten with its object`() throws {
    let first = try new.encode(New(entries: [.init(id: 1, note: "Lent"), .init(id: 2)]))
    var state = try adopt(first.bytes, by: old, new: Old())
    let entry = state.entries.removeFirst()
    _ = try old.encode(state)
    state.entries.append(entry)
    let last = try adopt(old.encode(state).bytes, by: new, new: New())
    #expect(last.entries == [.init(id: 2), .init(id: 1)])
  }

  @Test func `A member of another type isn't completed`() throws {
    let bytes = Array(#"{"title": "Dune", "copies": "many", "entries": []}"#.utf8)
    let decoded = old.adopt(bytes) {
      Issue.record("A new state isn't needed.")
      return Old()
    }
    #expect(decoded == nil)
  }

  @Test func `The elements of a stack are completed, and keep their members`() throws {
    struct OldPath: Codable {
      struct Screen: Codable {
        var text = ""
      }
      var path = StackState<Screen>()
    }
    struct NewPath: Codable {
      struct Screen: Codable {
        var text = ""
        var size = 7
      }
      var path = StackState<Screen>()
    }
    let old = try #require(StateCoder(OldPath.self))
    let new = try #require(StateCoder(NewPath.self))
    var first = OldPath()
    first.path.append(OldPath.Screen(text: "a"))
    var opened = NewPath()
    opened.path.append(NewPath.Screen())
    var later = try adopt(old.encode(first).bytes, by: new, new: opened)
    #expect(later.path.map(\.text) == ["a"])
    #expect(later.path.map(\.size) == [7])
    later.path.append(NewPath.Screen(text: "b", size: 8))
    var earlier = try adopt(new.encode(later).bytes, by: old, new: OldPath())
    earlier.path.append(OldPath.Screen(text: "c"))
    var longer = opened
    longer.path.append(NewPath.Screen())
    longer.path.append(NewPath.Screen())
    let last = try adopt(old.encode(earlier).bytes, by: new, new: longer)
    #expect(last.path.map(\.text) == ["a", "b", "c"])
    #expect(last.path.map(\.size) == [7, 8, 7])
  }

  @Test func `A state of the same version is encoded in the same way`() throws {
    let state = New(title: "Dune", entries: [.init(id: 1, note: "Lent")])
    let first = try new.encode(state).bytes
    let adopted = try adopt(first, by: new, new: New())
    #expect(adopted == state)
    let second = try new.encode(state).bytes
    #expect(try JSONValue(bytes: second) == JSONValue(bytes: first))
  }
}
