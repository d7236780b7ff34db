import Cairn

struct FrameOfAView: View {
  var body: some View {
    // error: 'frame(width:height:alignment:)' is unavailable: Use 'class(_:)', and set sizes in a
    //   style sheet.
    Text("A").frame(width: 100)
    // error: 'frame(minWidth:idealWidth:maxWidth:minHeight:idealHeight:maxHeight:alignment:)' is
    //   unavailable: Use 'class(_:)', and set sizes in a style sheet.
    Text("B").frame(maxWidth: .infinity, alignment: .leading)
  }
}
