import CMicroHTTPD

extension Exchange {
  /// Reads a piece of the body.
  func readBody(_ data: UnsafePointer<CChar>, _ count: Int) -> MHD_Result {
    received += count
    clock.note(received: received)
    switch phase {
    case .form(let form):
      let size = form.size
      let refusal = form.read(UnsafeRawBufferPointer(start: data, count: count))
      let more = form.size - size
      if let refusal {
        if refusal == .serviceUnavailable { rejection = .uploadRoom }
        phase = .refusedWithBody(refusal)
      } else if daemon.bytesInFlight.take(more) {
        kept += more
      } else {
        rejection = .bytesInFlight
        phase = .refusedWithBody(.serviceUnavailable)
      }
    case .body(var bytes):
      // Remove the bytes from the phase, so that the array grows in place.
      phase = .ignored
      guard daemon.bytesInFlight.take(count) else {
        rejection = .bytesInFlight
        phase = .refusedWithBody(.serviceUnavailable)
        return .YES
      }
      kept += count
      bytes.append(contentsOf: UnsafeRawBufferPointer(start: data, count: count))
      phase = .body(bytes)
    case .passedOn(let pipe, let pending):
      let bytes = UnsafeRawBufferPointer(start: data, count: count)
      guard !pipe.append(bytes, from: connection, clock) else { break }
      // The responder gets an error when it reads on, and its response isn't used.
      daemon.pendingReplies.remove(pending)
      pending.settle(.dropped)
      rejection = .bytesInFlight
      phase = .refusedWithBody(.serviceUnavailable)
    default: break
    }
    return .YES
  }
}
