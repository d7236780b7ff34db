extension Script {
  /// Replaces a revision of a shared value, and announces the new revision.
  ///
  /// `KEYS[1]` is the key of the value. `ARGV[2]` and later ones are the revision to replace, or 0 if there is no value, a
  /// token of 16 characters, the current time in microseconds since 1970, the value, and the channel.
  ///
  /// The new revision is at least the time. If Redis loses a value, its next revision is therefore newer than the lost
  /// ones. The tokens of the last 16 changes are kept, each with its revision as 16 digits. A command that's sent again
  /// gets the revision of its change.
  ///
  /// The reply is `saved` and the revision, or `conflict`, the latest revision, and its value.
  static let valueText = #"""
    local replaced, token, time = ARGV[2], ARGV[3], tonumber(ARGV[4])
    local stored = redis.call('HMGET', KEYS[1], 'r', 'v', 'x')
    local revision, tokens = stored[1] or '0', stored[3] or ''
    for i = 1, #tokens, 32 do
      if string.sub(tokens, i, i + 15) == token then
        return {'saved', tonumber(string.sub(tokens, i + 16, i + 31))}
      end
    end
    if revision ~= replaced then return {'conflict', revision, stored[2]} end
    local latest = math.max(tonumber(revision) + 1, time)
    local text = string.format('%.0f', latest)
    tokens = string.sub(tokens .. token .. string.format('%016.0f', latest), -16 * 32)
    redis.call('HSET', KEYS[1], 'r', text, 'v', ARGV[5], 'x', tokens)
    redis.pcall('SPUBLISH', ARGV[6], text)
    return {'saved', latest}
    """#
}
