// swift-format-ignore-file
import Cairn
import CairnTesting
import Foundation
import Testing

@testable import Gallery

/// A recording of /counters.
@MainActor @Suite struct RecordedCountersAppTests {
  @Test func countersAppForms() throws {
    try replay(
      #"""
      {"application":"Gallery.CountersApp","cairn":1,"date":0,"forgotten":0,"location":"/","mount":"/counters","states":[{"counters":[]}],"stores":[{"feature":"Gallery.CountersModel","kind":"model","state":"Gallery.CountersModel.State"}]}
      {"drawn":{"uuids":["00000000-0000-0000-0000-000000000000"]},"form":{"fields":[],"tap":"9a1b84b0fb40a139"},"kind":"form","time":0}
      {"changes":[[[0,"counters"],0,0,[{"counter":{"alert":null,"count":0,"isLoading":false},"id":"00000000-0000-0000-0000-000000000000"}]]],"isOwn":true,"kind":"write","store":0,"time":0}
      {"drawn":{"uuids":["00000000-0000-0000-0000-000000000001"]},"form":{"fields":[],"tap":"9a1b84b0fb40a139"},"kind":"form","time":0}
      {"changes":[[[0,"counters"],1,0,[{"counter":{"alert":null,"count":0,"isLoading":false},"id":"00000000-0000-0000-0000-000000000001"}]]],"isOwn":true,"kind":"write","store":0,"time":0}
      {"form":{"fields":[],"tap":"8bf0f577ac6c6c46"},"kind":"form","time":0}
      {"changes":[[[0,"counters",1,"counter","count"],1]],"isOwn":true,"kind":"write","store":0,"time":0}
      {"form":{"fields":[],"tap":"8bf0f577ac6c6c46"},"kind":"form","time":0}
      {"changes":[[[0,"counters",1,"counter","count"],2]],"isOwn":true,"kind":"write","store":0,"time":0}
      {"form":{"fields":[],"tap":"36ef44b8f08021dc"},"kind":"form","time":0}
      {"changes":[[[0,"counters",1,"counter","isLoading"],true]],"isOwn":true,"kind":"write","store":0,"time":0}
      {"kind":"event","sender":"CounterModel","store":0,"text":"CounterModel.Event.onFact(\"2 is a good number.\")","time":0}
      {"changes":[[[0,"counters",1,"counter","isLoading"],false]],"kind":"write","store":0,"time":0}
      {"changes":[[[0,"factPrompt"],{"alert":null,"count":2,"fact":"2 is a good number.","isLoading":false}]],"kind":"write","store":0,"time":0}
      {"form":{"fields":[],"tap":"9e61c9d168c010d4"},"kind":"form","time":0}
      {"isOwn":true,"kind":"event","sender":"FactPromptModel","store":0,"text":"FactPromptModel.Event.onDismiss","time":0}
      {"changes":[[[0,"factPrompt"]]],"kind":"write","store":0,"time":0}
      {"form":{"fields":[],"tap":"9975c0508f0a48cb"},"kind":"form","time":0}
      {"isOwn":true,"kind":"event","sender":"CounterRowModel","store":0,"text":"CounterRowModel.Event.onRemove","time":0}
      {"changes":[[[0,"counters"],0,1,[]]],"kind":"write","store":0,"time":0}
      """#,
      on: CountersApp.self)
  }
}
