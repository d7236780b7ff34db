extension Script {
  /// Removes sessions, and returns their IDs with their last uses, oldest first.
  ///
  /// `ARGV[2]` selects the sessions, and `ARGV[3]` and later ones are:
  ///
  /// - With `one`, the ID.
  /// - With `idle`, the maximum number, and the time before which the sessions were last used.
  /// - With `owner`, the maximum number, the owner, and the ID of a session to keep or an empty string.
  static let removalText = #"""
    local kind = ARGV[2]
    if kind == 'one' then
      drop(ARGV[3])
      return {}
    end
    local limit = tonumber(ARGV[3])
    local name = kind == 'idle' and 'sessions' or 'owner:' .. ARGV[4]
    -- Pairs of an ID and a last use.
    local found = {}
    local function add(entries, offset)
      for i = 1, #entries, 2 do
        found[#found + 1] = {entries[i], tonumber(entries[i + 1]) - offset}
      end
    end
    if kind == 'idle' then
      local time = tonumber(ARGV[4])
      for _, offset in ipairs({0, established}) do
        add(
          redis.call(
            'ZRANGEBYSCORE', prefix .. name, offset == 0 and '-inf' or decimal(offset),
            '(' .. decimal(time + offset), 'WITHSCORES', 'LIMIT', 0, limit),
          offset)
      end
    else
      add(
        redis.call('ZRANGE', prefix .. name, 0, limit, 'WITHSCORES'), 0)
    end
    table.sort(found, function(one, other)
      if one[2] ~= other[2] then return one[2] < other[2] end
      return before(one[1], other[1])
    end)
    local removed = {}
    for _, session in ipairs(found) do
      if #removed == 2 * limit then break end
      if kind == 'idle' or session[1] ~= ARGV[5] then
        drop(session[1], name)
        removed[#removed + 1] = session[1]
        removed[#removed + 1] = decimal(session[2])
      end
    end
    return removed
    """#

  /// Sets last uses later than the time `ARGV[2]` back to it, for up to `ARGV[3]` sessions. Returns their number.
  static let lastUseLimitText = #"""
    local time, limit = tonumber(ARGV[2]), tonumber(ARGV[3])
    local count = 0
    for _, offset in ipairs({0, established}) do
      local last = offset == 0 and '(' .. decimal(established) or '+inf'
      local ahead = redis.call(
        'ZRANGEBYSCORE', prefix .. 'sessions', '(' .. decimal(time + offset), last,
        'LIMIT', 0, limit)
      for _, id in ipairs(ahead) do
        local key = record(id)
        local session = redis.call('HMGET', key, 'c', 'o', 't')
        if session[3] then
          redis.call('HSET', key, 't', decimal(time))
          index(id, time, offset > 0, session[1], session[2])
        else
          drop(id)
        end
        local scenes = redis.call(
          'ZRANGEBYSCORE', key .. ':scenes', '(' .. decimal(time), '+inf')
        for _, mark in ipairs(scenes) do
          local revision = string.match(redis.call('HGET', key, 'm' .. mark), '^%d+')
          redis.call('HSET', key, 'm' .. mark, revision .. ' ' .. decimal(time))
          redis.call('ZADD', key .. ':scenes', decimal(time), mark)
        end
        count = count + 1
      end
    end
    return count
    """#

  /// Returns the scenes of the session with the record `KEYS[1]`, least recently used first. Each scene is its ID, its
  /// revision and last use, and its size.
  static let summariesText = #"""
    local scenes = {}
    for _, mark in ipairs(redis.call('ZRANGE', KEYS[1] .. ':scenes', 0, -1)) do
      scenes[#scenes + 1] = mark
      scenes[#scenes + 1] = redis.call('HGET', KEYS[1], 'm' .. mark)
      scenes[#scenes + 1] = redis.call('HSTRLEN', KEYS[1], 'p' .. mark)
    end
    return scenes
    """#
}
