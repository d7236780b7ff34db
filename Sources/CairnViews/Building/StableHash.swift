import Synchronization

public import struct Foundation.UUID

/// A type with its own 64-bit hash, which is the same in every process.
public protocol StableHashable {
  /// The hash, which is equal for equal values in every process and on every machine.
  var stableHash: UInt64 { get }
}

/// Calculates 64-bit hashes that are the same in every process, unlike those from Swift's `Hasher`.
///
/// In pages and forms, the IDs of elements and the tags of options are represented by this hash:
///
/// - Integers, `String`, `UUID`, and ``StableHashable`` types have their own hashes.
/// - An optional has the hash of its value.
/// - A `RawRepresentable` type has the hash of its raw value.
/// - For any other type, the bytes of `String(describing:)` are hashed. This is slower, and the description must
///   distinguish different values.
///
/// The hash has no key. People who can choose IDs can make two of them collide, but that only misleads users who see
/// both in the same list.
public enum StableHash {
  /// Returns the hash of `value`.
  @inlinable
  public static func of<Value>(_ value: Value) -> UInt64 {
    if let value = value as? Int { return integer(UInt64(bitPattern: Int64(value))) }
    if let value = value as? String { return string(value) }
    if let value = value as? UUID { return uuid(value) }
    return other(value)
  }

  /// Returns the hash of bytes.
  @inlinable
  public static func bytes(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash: UInt64 = 0x9AE1_6A3B_2F90_404F ^ UInt64(bytes.count)
    var index = 0
    while index &+ 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      hash = Place.mix(hash, UInt64(littleEndian: word))
      index &+= 8
    }
    if index < bytes.count {
      var word: UInt64 = 0
      var shift: UInt64 = 0
      while index < bytes.count {
        word |= UInt64(bytes[index]) &<< shift
        shift &+= 8
        index &+= 1
      }
      hash = Place.mix(hash, word)
    }
    return hash
  }

  @usableFromInline
  static func string(_ value: String) -> UInt64 {
    var value = value
    return value.withUTF8 { bytes(UnsafeRawBufferPointer($0)) }
  }

  @inlinable
  static func integer(_ value: UInt64) -> UInt64 { Place.mix(0x696E_7465_6765_7200, value) }

  @usableFromInline
  static func uuid(_ value: UUID) -> UInt64 {
    withUnsafeBytes(of: value.uuid) { bytes($0) }
  }

  @usableFromInline
  static func other(_ value: Any) -> UInt64 {
    switch (Kind(of: type(of: value)), value) {
    case (.stable, let value as any StableHashable): value.stableHash
    case (.optional, let value as any AnyOptional):
      value.erased.map { of($0) } ?? 0x6E69_6C00_0000_0001
    case (.erased, let value as AnyHashable): of(value.base)
    case (.integer, let value as any BinaryInteger): integer(UInt64(truncatingIfNeeded: value))
    case (.raw, let value as any RawRepresentable): of(value.rawValue)
    default: string(String(describing: value))
    }
  }

  private static func of(_ value: any Any) -> UInt64 {
    if let value = value as? Int { return integer(UInt64(bitPattern: Int64(value))) }
    if let value = value as? String { return string(value) }
    if let value = value as? UUID { return uuid(value) }
    return other(value)
  }

  /// How values of a type are hashed, which is determined once per type because the casts are slow.
  private enum Kind {
    case stable, optional, erased, integer, raw, described

    private static let known = Mutex<[ObjectIdentifier: Kind]>([:])

    init(of type: any Any.Type) {
      let id = ObjectIdentifier(type)
      if let kind = Self.known.withLock({ $0[id] }) {
        self = kind
        return
      }
      self =
        switch type {
        case is any StableHashable.Type: .stable
        case is any AnyOptional.Type: .optional
        case is AnyHashable.Type: .erased
        case is any BinaryInteger.Type: .integer
        case is any RawRepresentable.Type: .raw
        default: .described
        }
      Self.known.withLock { [self] in $0[id] = self }
    }
  }
}

/// An optional with a hidden type.
private protocol AnyOptional {
  var erased: Any? { get }
}

extension Optional: AnyOptional {
  fileprivate var erased: Any? { self }
}
