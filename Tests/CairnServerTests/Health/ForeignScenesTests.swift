import CairnHealth
import Testing

@Suite struct ForeignScenesTests {
  private let scenes = ForeignScenes()
  private let minute: Int64 = 60_000_000

  @Test func `Three forms of different pages are needed`() {
    #expect(!scenes.note(page: 1, issued: 0, at: 1))
    #expect(!scenes.note(page: 2, issued: 0, at: 2))
    #expect(!scenes.note(page: 1, issued: 0, at: 3))
    #expect(!scenes.areFound(at: 3))
    #expect(scenes.note(page: 3, issued: 0, at: 4))
    #expect(scenes.areFound(at: 5))
  }

  @Test func `Forms are forgotten after ten minutes`() {
    for page in 1...3 { _ = scenes.note(page: UInt128(page), issued: 0, at: Int64(page) * minute) }
    #expect(scenes.areFound(at: 10 * minute))
    #expect(!scenes.areFound(at: 11 * minute))
    #expect(scenes.note(page: 4, issued: 11 * minute, at: 11 * minute))
  }

  @Test func `The form of an old page doesn't count, because its scene may have been removed`() {
    for page in 1...9 {
      #expect(!scenes.note(page: UInt128(page), issued: minute, at: 11 * minute))
    }
    #expect(!scenes.areFound(at: 11 * minute))
  }

  @Test func `The clock of another server can be ahead`() {
    for page in 1...3 { _ = scenes.note(page: UInt128(page), issued: 2 * minute, at: minute) }
    #expect(scenes.areFound(at: minute))
  }
}
