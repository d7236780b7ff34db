internal import IssueReporting

/// Reports a new element whose ID is already in the array.
@usableFromInline
func _reportDuplicate<ID>(_ id: ID, in type: any Any.Type) {
  reportIssue(
    """
    Two elements of an \(type) have the id \(String(reflecting: id)).

    The one that was there first stays, the other is left out.

    • Use 'updateOrAppend' where an element should replace the one of its id, or \
    'init(_:uniquingIDsWith:)' where several should become one.
    """)
}

/// Reports an element whose ID isn't the ID under which it's stored.
@usableFromInline
func _reportChange<ID>(of id: ID, to other: ID, in type: any Any.Type) {
  reportIssue(
    """
    An element of type \(type) changed its id, from \(String(reflecting: id)) to \
    \(String(reflecting: other)).

    It is still kept, and found, under its former id.

    • Make the id a 'let'.
    • To put another element in its place use 'update(_:at:)'.
    """)
}
