/// What was written and pressed.
package struct RecordedForm: Codable {
  package struct Field: Codable {
    package let id: String
    /// What was written; `nil` for a password, and for files.
    package let value: String?

    package init(id: String, value: String?) {
      self.id = id
      self.value = value
    }
  }

  package var fields: [Field]
  /// The button; `nil` for none.
  package var tap: String?

  package init(fields: [Field] = [], tap: String? = nil) {
    self.fields = fields
    self.tap = tap
  }
}
