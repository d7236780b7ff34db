import Cairn

struct LinkWithADestination: View {
  var body: some View {
    // error: 'init(destination:label:)' is unavailable: Use 'NavigationLink(state:label:)', and
    //   show the destination in the enclosing 'NavigationStack'.
    NavigationLink(destination: Text("Detail")) { Text("Open") }
    // error: 'init(_:destination:)' is unavailable: Use 'NavigationLink(_:state:)', and show the
    //   destination in the enclosing 'NavigationStack'.
    NavigationLink("Open", destination: Text("Detail"))
    // error: 'init(destination:label:)' is unavailable: Use 'NavigationLink(state:label:)', and
    //   show the destination in the enclosing 'NavigationStack'.
    NavigationLink {
      Text("Detail")
    } label: {
      Text("Open")
    }
  }
}
