/// A script that Redis runs as one step. A connection loads all scripts, and then calls them by their hashes.
///
/// `KEYS[1]` is a key of the shard, so that a cluster runs the script on the node that has the shard. `ARGV[1]` is the
/// prefix of all keys of the shard. ``Keys`` describes the keys.
///
/// A script either fails at its first write, for example because the memory is full, or not at all. Redis doesn't undo
/// the writes of a script that fails later.
enum Script: Int, CaseIterable, Sendable {
  case commit
  case summaries
  case removal
  case lastUseLimit
  case lease

  var text: String {
    switch self {
    case .commit: Self.beginning + Self.functions + Self.commitText
    case .summaries: Self.beginning + Self.summariesText
    case .removal: Self.beginning + Self.functions + Self.removalText
    case .lastUseLimit: Self.beginning + Self.functions + Self.lastUseLimitText
    case .lease: Self.leaseHead + Self.beginning + Self.leaseText
    }
  }

  /// Ends a script with an error if its slot is being moved to another node, because some of its keys may be there
  /// already. The node then rejects commands for keys that it doesn't have, and this key is never stored.
  private static let beginning = #"""
    local prefix = ARGV[1]
    local probe = redis.pcall('EXISTS', prefix .. 'absent')
    if type(probe) == 'table' then
      return redis.error_reply('TRYAGAIN The slot is being moved.')
    end

    """#

  /// Functions of several scripts.
  ///
  /// Lua's `<` compares strings by the server's locale, so `before` compares bytes. Lua's numbers are doubles, which are
  /// exact up to 2^53. Microseconds since 1970 stay below 2^52 until the year 2112.
  private static let functions = #"""
    -- The index of sessions has all sessions that aren't established before all others.
    local established = 4503599627370496

    local function decimal(number)
      return string.format('%.0f', number)
    end

    local function before(a, b)
      for i = 1, math.min(#a, #b) do
        local one, other = string.byte(a, i), string.byte(b, i)
        if one ~= other then return one < other end
      end
      return #a < #b
    end

    local function record(id)
      return prefix .. 'session:' .. id
    end

    -- Sends a message to the servers that listen to a session. Without the permission, they find the change later.
    local function announce(id, message)
      redis.pcall('SPUBLISH', prefix .. 'changes:' .. id, message)
    end

    -- Removes a session that was found in an index. The index may name a session whose record was deleted.
    local function drop(id, name)
      local key = record(id)
      local session = redis.call('HMGET', key, 'b', 'c', 'o')
      if name then redis.call('ZREM', prefix .. name, id) end
      redis.call('ZREM', prefix .. 'sessions', id)
      if not session[1] then return end
      redis.call('DECRBY', prefix .. 'bytes', session[1])
      local client = session[2]
      if client then
        redis.call('ZREM', prefix .. 'client:' .. client, id)
        if tonumber(redis.call('ZINCRBY', prefix .. 'clients', -1, client)) < 1 then
          redis.call('ZREM', prefix .. 'clients', client)
          redis.call('ZREM', prefix .. 'clients:bytes', client)
        else
          redis.call('ZINCRBY', prefix .. 'clients:bytes', '-' .. session[1], client)
        end
      end
      if session[3] then redis.call('ZREM', prefix .. 'owner:' .. session[3], id) end
      redis.call('UNLINK', key, key .. ':scenes', key .. ':answers')
      announce(id, '')
    end

    -- Records the last use of a session in the indexes.
    local function index(id, use, isEstablished, client, owner)
      local rank = decimal(use + (isEstablished and established or 0))
      redis.call('ZADD', prefix .. 'sessions', rank, id)
      if client then redis.call('ZADD', prefix .. 'client:' .. client, rank, id) end
      if owner then redis.call('ZADD', prefix .. 'owner:' .. owner, decimal(use), id) end
    end

    """#
}
