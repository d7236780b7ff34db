import Logging

/// A reader that parses a form piece by piece as it arrives.
///
/// Readers aren't Sendable. Each one is used on one thread.
protocol FormReader: AnyObject {
  /// The complete fields, in order.
  var fields: [(name: String, value: String)] { get }
  /// The complete files, in order.
  var files: [HTTPFile] { get }
  /// The approximate number of bytes in memory. It never decreases.
  var size: Int { get }

  /// Reads a piece of the body.
  ///
  /// - Returns: The status of the error if the form is rejected, or `nil` to continue.
  func read(_ bytes: UnsafeRawBufferPointer) -> HTTPStatus?

  /// Ends the form.
  ///
  /// - Returns: The status of the error if the form is rejected, or `nil` if it's valid.
  func end() -> HTTPStatus?
}

/// The error for a form that isn't valid or that exceeds a limit.
package struct FormRefusal: Error {
  /// The status of the response.
  package let status: HTTPStatus

  package init(status: HTTPStatus) {
    self.status = status
  }
}

extension HTTPRequest {
  /// Reads a form as a server does, for transports without a socket.
  package static func form(
    of body: [UInt8], contentType: String, limits: RequestLimits
  ) throws(FormRefusal) -> (fields: [(name: String, value: String)], files: [HTTPFile]) {
    if let status = HeaderValue(contentType.utf8).formRefusal {
      throw FormRefusal(status: status)
    }
    let isMultipart = contentType.hasPrefix("multipart/form-data")
    guard body.count <= limits.maxBodySize + (isMultipart ? limits.maxUploadSize : 0) else {
      throw FormRefusal(status: .contentTooLarge)
    }
    let uploads = Uploads(
      in: nil, limit: limits.maxUploadSize, logger: Logger(label: "cairn.uploads"))
    let reader: (any FormReader)? =
      isMultipart
      ? MultipartForm(contentType: contentType, limits: limits, uploads: uploads)
      : URLEncodedForm(limits: limits)
    guard let reader else { throw FormRefusal(status: .badRequest) }
    if let status = body.withUnsafeBytes({ reader.read($0) }) ?? reader.end() {
      throw FormRefusal(status: status)
    }
    return (reader.fields, reader.files)
  }
}
