// swift-format-ignore-file
import Cairn
import CairnTesting
import Foundation
import Testing

@testable import Gallery

/// A recording of /menu/stack.
@MainActor @Suite struct RecordedStackMenuAppTests {
  @Test func stackMenuActions() async throws {
    let state: StackMenu.State = try recorded(#"{"path":{"elements":[],"ids":[],"next":0}}"#)
    let store = TestStore(initialState: state) {
      StackMenu().withoutEffects()
    }
    await store.send(.signInTapped) {
      $0.path = try recorded(#"{"elements":[{"signIn":{"_0":{"email":"","password":""}}}],"ids":[0],"next":1}"#)
    }
    await store.send(.path(.element(id: 0, action: .signIn(.binding(.set(\.email, "\"ada\"@example.com\\")))))) {
      $0.path = try recorded(#"{"elements":[{"signIn":{"_0":{"email":"\"ada\"@example.com\\","password":""}}}],"ids":[0],"next":1}"#)
    }
    await store.send(.path(.element(id: 0, action: .signIn(.signInTapped)))) {
      $0.signedInAs = "\"ada\"@example.com\\"
    }
    await store.send(.path(.popFrom(id: 0))) {
      $0.path = try recorded(#"{"elements":[],"ids":[],"next":1}"#)
    }
    await store.send(.signUpTapped) {
      $0.path = try recorded(#"{"elements":[{"signUp":{"_0":{"account":{"email":"","name":""}}}}],"ids":[1],"next":2}"#)
    }
    try await store.send(.path(.element(id: 1, action: .signUp(.binding(.set(\.account, try recorded(#"{"email":"","name":"Ada “L”"}"#))))))) {
      $0.path = try recorded(#"{"elements":[{"signUp":{"_0":{"account":{"email":"","name":"Ada “L”"}}}}],"ids":[1],"next":2}"#)
    }
    try await store.send(.path(.element(id: 1, action: .signUp(.binding(.set(\.account, try recorded(#"{"email":"ada@example.com","name":"Ada “L”"}"#))))))) {
      $0.path = try recorded(#"{"elements":[{"signUp":{"_0":{"account":{"email":"ada@example.com","name":"Ada “L”"}}}}],"ids":[1],"next":2}"#)
    }
    await store.send(.path(.element(id: 1, action: .signUp(.signUpTapped)))) {
      $0.path = try recorded(#"{"elements":[{"signUp":{"_0":{"account":{"email":"ada@example.com","name":"Ada “L”"}}}},{"confirmation":{"_0":{"account":{"email":"ada@example.com","name":"Ada “L”"}}}}],"ids":[1,2],"next":3}"#)
    }
    await store.send(.path(.element(id: 2, action: .confirmation(.doneTapped)))) {
      $0.path = try recorded(#"{"elements":[],"ids":[],"next":3}"#)
    }
    await store.send(.signUpTapped) {
      $0.path = try recorded(#"{"elements":[{"signUp":{"_0":{"account":{"email":"","name":""}}}}],"ids":[3],"next":4}"#)
    }
    await store.send(.path(.element(id: 3, action: .signUp(.cancelButtonTapped))))
    await store.send(.path(.popFrom(id: 3))) {
      $0.path = try recorded(#"{"elements":[],"ids":[],"next":4}"#)
    }
  }
}
