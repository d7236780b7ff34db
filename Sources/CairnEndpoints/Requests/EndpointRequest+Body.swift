import CairnBytes
import CairnHTTP
public import Foundation

extension EndpointRequest {
  /// Decodes the body from JSON.
  ///
  /// Dates are in the format of ISO 8601, such as `2026-01-31T12:00:00Z`, unless you pass your own decoder.
  ///
  /// - Throws: An ``HTTPProblem``. The status is 415 if the content type isn't JSON, 400 if the body isn't valid JSON,
  ///   and 422 if the JSON doesn't have the form of the type.
  public func json<Value: Decodable>(
    as type: Value.Type = Value.self, decoder: JSONDecoder? = nil
  ) throws(HTTPProblem) -> Value {
    guard ContentTypeField(request.headers["Content-Type"]).isJSON else {
      throw HTTPProblem(
        status: .unsupportedMediaType, detail: "The body's type must be application/json.")
    }
    guard JSONText.isStreamSafe(body) else {
      throw HTTPProblem(
        status: .badRequest, detail: "The body isn't UTF-8, or has too many combining marks.")
    }
    let data = Data(body)
    do {
      return try (decoder ?? Self.decoder).decode(type, from: data)
    } catch {
      throw HTTPProblem(decoding: error, from: data)
    }
  }

  private static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return decoder
  }

  /// Returns the fields of the body, which must be a form.
  ///
  /// If the endpoint reads its body as bytes, only URL-encoded forms can be read. Declare the endpoint with
  /// ``EndpointBody/form`` to accept multipart forms and files.
  ///
  /// - Throws: An ``HTTPProblem``. The status is 415 if the body isn't a form, and 400 or 413 if it can't be read.
  public func form() throws(HTTPProblem) -> EndpointValues {
    let type = ContentTypeField(request.headers["Content-Type"])
    guard body.isEmpty else { return try urlEncodedForm(type) }
    guard type.isForm || type.name.isEmpty else { throw notAForm }
    return EndpointValues(request.form, in: .form)
  }

  private func urlEncodedForm(_ type: ContentTypeField) throws(HTTPProblem) -> EndpointValues {
    guard type.isURLEncoded else { throw notAForm }
    var limits = RequestLimits()
    limits.maxBodySize = body.count
    do throws(FormRefusal) {
      let field = request.headers["Content-Type"] ?? ""
      let form = try HTTPRequest.form(of: body, contentType: field, limits: limits)
      return EndpointValues(form.fields, in: .form)
    } catch {
      throw HTTPProblem(status: .init(error.status), detail: "The form can't be read.")
    }
  }

  private var notAForm: HTTPProblem {
    HTTPProblem(status: .unsupportedMediaType, detail: "The body must be a form.")
  }
}
