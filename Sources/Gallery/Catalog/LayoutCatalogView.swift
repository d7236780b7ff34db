import Cairn

/// Disclosure groups, grids, icons, and texts.
struct LayoutCatalogView: View {
  @Bindable var store: StoreOf<LayoutCatalog>

  var body: some View {
    Group {
      if store.hasNotice { DisclosureGroup("News") { Text("The page has changed.") } }
      Button("Change the page") { store.send(.noticeTapped) }
      LayoutCatalogTexts()
      LayoutCatalogGrids()
      Sample("Icons") {
        HStack {
          Label("Calendar", icon: .calendar)
          Image(icon: .warning, alt: "Warning")
          Button("Download", icon: .download) {}.buttonStyle(.borderedProminent)
          Button("Forward", icon: .arrowForward) {}.disabled()
        }
      }
      Sample("Group that's shown by the state") {
        DisclosureGroup("Details", isExpanded: $store.isExpanded) {
          Text("These details are part of the page only while they're shown.")
        }
        DisclosureGroup("Locked", isExpanded: $store.isExpanded) { Text("Locked details") }
          .disabled()
        DisclosureGroup(
          "A title that doesn't fit into one line, because it explains the details with many words",
          isExpanded: .constant(true)
        ) {
          Text("The group is always shown.")
        }
      }
      Sample("Group that's shown by the browser") {
        Form {
          DisclosureGroup("Advanced") {
            TextField("Name", text: $store.name)
              .validationMessage(store.name.count > 8 ? "At most 8 characters." : nil)
            Toggle("Verbose", isOn: $store.isVerbose)
          }
        }
      }
    }
    .navigationTitle("Layout")
  }
}

/// Grids whose columns have the width of their content, or equal widths.
private struct LayoutCatalogGrids: View {
  var body: some View {
    Sample("A grid") {
      Grid(horizontalSpacing: 24) {
        GridRow {
          Text("Weight").bold()
          Text("2 kg")
        }
        Divider()
        GridRow {
          Text("Dimensions").bold()
          Text("30 cm by 20 cm, and 5 cm high with the feet folded out")
        }
      }
    }
    Sample("Cards") {
      LazyVGrid(columns: [GridItem(.adaptive(minimum: 160))]) {
        ForEach(1..<6) { number in
          VStack {
            Text("Card \(number)").font(.headline)
            Text("Cards are as wide as the others.").foregroundStyle(.secondary)
          }
        }
      }
    }
    Sample("Three columns") {
      LazyVGrid(columns: [GridItem(), GridItem(), GridItem()], spacing: 8) {
        ForEach(1..<5) { Text("Cell \($0)") }
      }
    }
  }
}

/// Texts in each font and color, and a text in Markdown.
private struct LayoutCatalogTexts: View {
  var body: some View {
    Sample("Fonts and colors") {
      Text("Large title").font(.largeTitle)
      Text("Title").font(.title)
      Text("Headline").font(.headline)
      Text("Body")
      Text("Subheadline").font(.subheadline).foregroundStyle(.secondary)
      Text("Caption").font(.caption).foregroundStyle(.accent)
      Text("let code = 1").font(.code).foregroundStyle(.destructive)
    }
    Sample("Markdown") {
      Markdown(
        """
        # Packing

        Wrap **glass** in *two* layers, and close `Box.lid`.

        - First the [heavy things](https://www.swift.org)
        - Then the light ones

        > This side up.

        ```
        pack(things, in: Box())
        ```
        """)
    }
  }
}
