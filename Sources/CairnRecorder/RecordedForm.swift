/// The written fields and the pressed button of a form.
package struct RecordedForm: Codable {
  package struct Field: Codable {
    package let id: String
    /// The written text, or `nil` for passwords and files.
    package let value: String?

    package init(id: String, value: String?) {
      self.id = id
      self.value = value
    }
  }

  package var fields: [Field]
  /// The ID of the pressed button, or `nil` if the form was submitted without one.
  package var tap: String?

  package init(fields: [Field] = [], tap: String? = nil) {
    self.fields = fields
    self.tap = tap
  }
}
