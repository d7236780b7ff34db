/// The name that keys of values have which are only read. Here one protocol serves both: a key that nothing
/// is written to has a ``SharedKey/save(_:)`` that throws.
public typealias SharedReaderKey = SharedKey
