public import CairnTexts

/// The selection of a picker in which several options can be selected.
@usableFromInline
struct PickerMembers {
  /// The place of the picker.
  var place: UInt64 = 0
  let contains: (Any) -> Bool
  /// Adds or removes a value. Returns false if it isn't a value of the selection's type.
  let set: (Any, Bool) -> Bool

  @usableFromInline
  init<Element: Hashable>(_ selection: Binding<Set<Element>>) {
    contains = { value in (value as? Element).map(selection.wrappedValue.contains) ?? false }
    set = { value, isOn in
      guard let value = value as? Element else { return false }
      if isOn {
        selection.wrappedValue.insert(value)
      } else {
        selection.wrappedValue.remove(value)
      }
      return true
    }
  }
}

/// A set, whose elements a picker selects one by one.
///
/// Without this protocol, code that's generic over the selection would create a menu, because the compiler chooses the
/// initializer.
protocol SetSelection {
  static func members(of selection: Any) -> PickerMembers?
}

extension Set: SetSelection {
  static func members(of selection: Any) -> PickerMembers? {
    (selection as? Binding<Self>).map { PickerMembers($0) }
  }
}

extension Picker {
  /// Creates a group of checkboxes with a title, one for each element that can be in the selection.
  ///
  /// ```swift
  /// Picker("Tags", selection: $store.tags) {
  ///   ForEach(Tag.allCases, id: \.self) { tag in Text(tag.name).tag(tag) }
  /// }
  /// ```
  ///
  /// Each checkbox is a field of its own, so two people can change different elements at the same time. Elements of the
  /// selection without a checkbox stay in it.
  @inlinable
  public init<Element: Hashable>(
    _ title: LocalizedStringKey, selection: Binding<Set<Element>>,
    @ViewBuilder content: () -> Content
  ) where Selection == Set<Element> {
    self.init(title.string, selection, members: PickerMembers(selection), content())
  }

  /// Creates a group of checkboxes with a title, one for each element that can be in the selection.
  @inlinable
  @_disfavoredOverload
  public init<Element: Hashable>(
    _ title: some StringProtocol, selection: Binding<Set<Element>>,
    @ViewBuilder content: () -> Content
  ) where Selection == Set<Element> {
    self.init(String(title), selection, members: PickerMembers(selection), content())
  }
}

extension Renderer {
  /// Renders a picker whose options are checkboxes.
  @usableFromInline
  mutating func renderMembers<Content: View>(
    _ title: String, _ members: PickerMembers, _ content: Content
  ) {
    let id = place
    let row = openRow()
    if isWriting { openOptions(id, title: title) }
    let (outer, surrounding) = (state.choice, surrounding)
    state.choice = Choice()
    state.choice.members = members
    state.choice.members?.place = id
    self.surrounding = .options
    Content._render(content, &self)
    (state.choice, self.surrounding) = (outer, surrounding)
    place = id
    if isWriting {
      state.fieldTitle = title
      closeOptions(id)
    }
    closeRow(row)
  }

  /// Renders the checkbox of an element.
  @usableFromInline
  mutating func member<Content: View>(
    _ value: Any, _ hash: UInt64, of members: PickerMembers, _ content: Content
  ) {
    let outer = place
    let id = Place.mix(members.place, hash)
    place = id
    noteField()
    if isWriting {
      write(id, isOn: members.contains(value), content)
    } else if wants(id) {
      keepCheckbox(
        id, isOn: { members.contains(value) },
        set: { members.set(value, $0) ? .applied : .refused(.system(.choiceUnavailable)) })
    }
    place = outer
  }

  private mutating func write<Content: View>(_ id: UInt64, isOn: Bool, _ content: Content) {
    let check = Self.check(isOn: isOn)
    write("<label class=\"choice\">")
    writeUncheckedValue(id, check: check)
    write("<input type=\"checkbox\"")
    writeField(id, check: check)
    writeCheckedValue(id, isOn: isOn)
    closeInput(id, prompt: nil)
    write("<span>")
    Content._render(content, &self)
    write("</span></label>")
    if state.drafts[id]?.message != nil {
      let outer = state.fieldTitle
      closeMessage(id)
      state.fieldTitle = outer
    }
  }
}
