internal import IssueReporting

/// Reports a new element whose ID is already in the array.
@usableFromInline
func _reportDuplicate<ID>(_ id: ID, in type: any Any.Type) {
  reportIssue(
    """
    Two elements of an \(type) have the ID \(String(reflecting: id)).

    The first one is kept, and the other one is omitted.

    • To replace the existing element, use 'updateOrAppend'.
    • To combine elements with the same ID, use 'init(_:uniquingIDsWith:)'.
    """)
}

/// Reports an element whose ID isn't the ID under which it's stored.
@usableFromInline
func _reportChange<ID>(of id: ID, to other: ID, in type: any Any.Type) {
  reportIssue(
    """
    The ID of an element of type \(type) was changed from \(String(reflecting: id)) to \
    \(String(reflecting: other)).

    The array still uses the previous ID to find the element.

    • Declare the ID with 'let'.
    • To replace the element with a different one, use 'update(_:at:)'.
    """)
}
