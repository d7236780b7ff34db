/// A key of a value that's only read.
///
/// Cairn uses one protocol for both kinds of keys. If values can't be written with your key, throw an error in
/// ``SharedKey/save(_:)``.
public typealias SharedReaderKey = SharedKey
