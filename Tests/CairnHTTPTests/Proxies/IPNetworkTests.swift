import Testing

@testable import CairnHTTP

struct IPNetworkTests {
  @Test(arguments: [
    ("127.0.0.1", "127.0.0.1"), ("::ffff:10.1.2.3", "10.1.2.3"), ("2001:DB8:0:0::1", "2001:db8::1"),
    ("::", "::"), ("::1", "::1"),
  ])
  func `Reads an address`(text: String, description: String) throws {
    #expect(try #require(IPAddress(text)).description == description)
  }

  @Test(arguments: [
    "", "1", "localhost", "1.2.3", "1.2.3.4.5", "256.1.1.1", " 1.2.3.4", "1.2.3.4:80", "[::1]",
    ":::",
    "fe80::1%eth0", "1.2.3.4\0", "１.2.3.4",
  ])
  func `Rejects anything but an address`(text: String) {
    #expect(IPAddress(text) == nil)
    #expect(IPNetwork(text) == nil)
  }

  @Test(arguments: [
    ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.0", false),
    ("10.1.2.3/8", "10.9.9.9", true), ("127.0.0.1", "127.0.0.1", true),
    ("127.0.0.1", "127.0.0.2", false), ("0.0.0.0/0", "8.8.8.8", true), ("0.0.0.0/0", "::1", false),
    ("::/0", "8.8.8.8", true), ("2001:db8::/33", "2001:db8:7fff::", true),
    ("2001:db8::/33", "2001:db8:8000::", false), ("::1", "::1", true),
    ("10.0.0.7/32", "::10.0.0.7", false),
    ("10.0.0.7/32", "::ffff:10.0.0.7", true),
  ])
  func `A network contains its addresses`(network: String, address: String, isIn: Bool) throws {
    #expect(try #require(IPNetwork(network)).contains(try #require(IPAddress(address))) == isIn)
  }

  @Test(arguments: [
    "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/8/8", "::/129", "::/+1", "/8",
  ])
  func `Rejects invalid prefixes`(text: String) {
    #expect(IPNetwork(text) == nil)
  }

  @Test func `Recognizes loopback addresses`() throws {
    for (text, isLoopback) in [
      ("127.0.0.1", true), ("127.9.9.9", true), ("::1", true), ("128.0.0.1", false), ("::2", false),
      ("::ffff:127.0.0.1", true),
    ] {
      #expect(try #require(IPAddress(text)).isLoopback == isLoopback, "\(text)")
    }
  }
}
