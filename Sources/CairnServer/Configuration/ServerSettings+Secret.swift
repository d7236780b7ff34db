import ArgumentParser
import CairnFeatures
import CairnSecurity

extension ServerSettings {
  /// Returns the secret of a server, and where it comes from, for the log.
  /// - Throws: An error that explains in one line why the secret can't be used, without the secret.
  func loadSecret() throws -> (secret: ServerSecret, source: String) {
    if let secret {
      do throws(SecretTextError) {
        return (try secret.withText(ServerSecret.init(text:)), secretSource)
      } catch {
        throw ValidationError("\(secretSource) isn't a valid secret. \(error).")
      }
    }
    if let secretFile { return (try ServerSecret(file: secretFile), secretFile) }
    return (secretBytes.flatMap { ServerSecret($0) } ?? ServerSecret(), "new at each start")
  }
}

extension ServerSecret {
  /// The metadata for the message about the start, which doesn't contain the secret.
  func metadata(from source: String) -> String {
    count == 1 ? "\(source) (\(id))" : "\(source) (\(id), and \(count - 1) more)"
  }
}
