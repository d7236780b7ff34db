import Cairn

struct LinkWithADestination: View {
  var body: some View {
    // error: 'init(destination:label:)' is unavailable: Use 'NavigationLink(state:label:)', and
    //   show the destination in the enclosing 'NavigationStack'.
    NavigationLink(destination: Text("Detail")) { Text("Open") }
    // error: 'init(_:destination:)' is unavailable: Use 'NavigationLink(_:state:)', and show the
    //   destination in the enclosing 'NavigationStack'.
    NavigationLink("Open", destination: Text("Detail"))
    // warning: 'init(_:destination:)' is deprecated: Use 'NavigationLink(_:state:)', and show the
    //   destination in the enclosing 'NavigationStack'. [#DeprecatedDeclaration]
    // error: call can throw, but it is not marked with 'try' and the error is not handled
    NavigationLink("Open") { Text("Detail") }
    // error: 'init(destination:label:)' is unavailable: Use 'NavigationLink(state:label:)', and
    //   show the destination in the enclosing 'NavigationStack'.
    NavigationLink {
      Text("Detail")
    } label: {
      Text("Open")
    }
  }
}
