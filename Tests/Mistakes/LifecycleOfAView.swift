import Cairn

struct LifecycleOfAView: View {
  let load: () async -> Void
  var body: some View {
    List { Text("A") }
      // error: 'refreshable(action:)' is unavailable: Use 'task(while: .connected)' to show changes from
      //   elsewhere, or a 'Button' that loads again.
      .refreshable { await load() }
      // error: 'onDisappear(perform:)' is unavailable: Use 'task', which is canceled when the
      //   view disappears.
      .onDisappear { print("gone") }
  }
}
