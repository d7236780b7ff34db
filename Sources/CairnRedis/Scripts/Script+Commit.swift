extension Script {
  /// Commits a transaction. ``CommitCommand`` describes the arguments, and ``CommitReply`` the reply.
  ///
  /// The tokens of the last 16 attempts are kept in their session, each with the version after it as 8 hexadecimal
  /// digits. If the connection is lost before the reply arrives, the client can therefore send the same attempt again.
  static let commitText = #"""
    local id, renaming, token, time = ARGV[2], ARGV[3], ARGV[4], tonumber(ARGV[5])
    local expiry, requires, stores, client = ARGV[6], ARGV[7] == '1', ARGV[8] == '1', ARGV[9]
    local ownerChange, submission, issued, answer = ARGV[10], ARGV[11], ARGV[12], ARGV[13]
    local valuesUse, valuesExpected, valuesRevision = ARGV[14], ARGV[15], ARGV[16]
    local valuesPayload = ARGV[17]
    local holder = ARGV[#ARGV]
    local most = {
      scenes = tonumber(ARGV[18]), submissions = tonumber(ARGV[19]),
      session = tonumber(ARGV[20]), sessions = tonumber(ARGV[21]), bytes = tonumber(ARGV[22]),
      clientSessions = tonumber(ARGV[23]), clientBytes = tonumber(ARGV[24])
    }
    local changes, confirms, contents = ARGV[25] == '1', ARGV[26] == '1', ARGV[27]
    local position = 28
    local function list(width)
      local items = {}
      local count = tonumber(ARGV[position])
      position = position + 1
      for i = 1, count do
        items[i] = {}
        for j = 1, width do
          items[i][j] = ARGV[position]
          position = position + 1
        end
      end
      return items
    end
    local writes, removals, touches = list(4), list(2), list(1)

    local key = record(id)
    -- Lets the replicas confirm everything that was stored before, too.
    local function confirm()
      if confirms then redis.call('SET', prefix .. 'confirmation', '') end
    end
    -- Returns the version after this attempt, or nil if it wasn't carried out.
    local function done(attempts)
      for i = 1, #(attempts or ''), 16 do
        if string.sub(attempts, i, i + 7) == token then
          return tonumber(string.sub(attempts, i + 8, i + 15), 16)
        end
      end
    end
    local stored = redis.call('HMGET', key, 't', 'e', 'b', 'c', 'o', 'h', 'x', 'vr', 'n')
    local earlier = done(stored[7])
      or renaming ~= '' and done(redis.call('HGET', record(renaming), 'x'))
    if earlier then
      confirm()
      return {'committed', {}, {}, earlier}
    end

    if stored[1] and expiry ~= '' and tonumber(stored[1]) < tonumber(expiry) then
      drop(id)
      stored = {false, false, false, false, false, false, false, false, false}
    end
    local isNew = not stored[1]
    if isNew and requires then return {'conflict'} end
    if not isNew and submission ~= '' then
      local text = redis.call('HGET', key, 'a' .. submission)
      if text then
        confirm()
        return {'answered', string.sub(text, 9)}
      end
      if stored[6] and not before(stored[6], issued) then return {'forgotten'} end
    end
    if valuesUse ~= '' and valuesExpected ~= (stored[8] or '') then
      if not stored[8] then return {'values'} end
      return {'values', stored[8], redis.call('HGET', key, 'v')}
    end

    local sizes = {}
    local conflict = {'conflict'}
    local function compare(mark, expected, runsElsewhere)
      local head = redis.call('HGET', key, 'm' .. mark)
      sizes[mark] = head and redis.call('HSTRLEN', key, 'p' .. mark) or 0
      local revision = head and string.match(head, '^%d+') or ''
      if expected == revision and not runsElsewhere then return end
      conflict[#conflict + 1] = mark
      conflict[#conflict + 1] = head
      conflict[#conflict + 1] = head and redis.call('HGET', key, 'p' .. mark)
    end
    for _, write in ipairs(writes) do
      local runner = holder ~= '' and redis.call('HGET', key, 'r' .. write[1])
      compare(write[1], write[2], runner and runner ~= holder)
    end
    for _, removal in ipairs(removals) do
      if removal[2] ~= '' then
        compare(removal[1], removal[2])
      else
        sizes[removal[1]] = redis.call('HSTRLEN', key, 'p' .. removal[1])
      end
    end
    if #conflict > 1 then return conflict end
    if renaming ~= '' and redis.call('EXISTS', record(renaming)) == 1 then return {'taken'} end
    if isNew and not stores then return {'committed', {}, {}, 0} end

    -- All checks have passed. The first write fails if Redis can't store anything.
    local owner = stored[5]
    client = stored[4] or (isNew and client ~= '' and client)
    local version = tonumber(stored[9] or '0') + (changes and 1 or 0)
    local attempts = string.sub(
      (stored[7] or '') .. token .. string.format('%08x', version), -16 * 16)
    if renaming ~= '' and not isNew then
      redis.call('HSET', key, 'x', attempts)
      local new = record(renaming)
      for _, suffix in ipairs({'', ':scenes', ':answers'}) do
        if redis.call('EXISTS', key .. suffix) == 1 then
          redis.call('RENAME', key .. suffix, new .. suffix)
        end
      end
      redis.call('ZREM', prefix .. 'sessions', id)
      if client then redis.call('ZREM', prefix .. 'client:' .. client, id) end
      if owner then redis.call('ZREM', prefix .. 'owner:' .. owner, id) end
    end
    if renaming ~= '' then
      announce(id, '')
      id = renaming
      key = record(id)
    end
    redis.call('HSET', key, 'x', attempts)
    local old = tonumber(stored[3] or '0')
    local bytes = old
    local use = math.max(time, tonumber(stored[1] or ARGV[5]))
    if isNew and client then redis.call('HSET', key, 'c', client) end

    local function remove(mark, size)
      bytes = bytes - size
      redis.call('HDEL', key, 'm' .. mark, 'p' .. mark, 'r' .. mark)
      redis.call('ZREM', key .. ':scenes', mark)
    end
    local function useScene(mark, revision)
      local last = redis.call('ZSCORE', key .. ':scenes', mark)
      local at = decimal(math.max(time, last and tonumber(last) or time))
      redis.call('ZADD', key .. ':scenes', at, mark)
      redis.call('HSET', key, 'm' .. mark, revision .. ' ' .. at)
    end
    local isUsed = {}
    local bears = false
    for _, removal in ipairs(removals) do remove(removal[1], sizes[removal[1]]) end
    for _, write in ipairs(writes) do
      local mark, payload = write[1], write[4]
      bytes = bytes + #payload - sizes[mark]
      isUsed[mark] = true
      bears = bears or write[2] == ''
      redis.call('HSET', key, 'p' .. mark, payload)
      if holder ~= '' then redis.call('HSET', key, 'r' .. mark, holder) end
      useScene(mark, write[3])
    end
    for _, touch in ipairs(touches) do
      local mark = touch[1]
      isUsed[mark] = true
      local head = redis.call('HGET', key, 'm' .. mark)
      if head then useScene(mark, string.match(head, '^%d+')) end
    end

    if ownerChange ~= '' then
      if owner then redis.call('ZREM', prefix .. 'owner:' .. owner, id) end
      owner = string.sub(ownerChange, 1, 1) == '+' and string.sub(ownerChange, 2)
      if owner then
        redis.call('HSET', key, 'o', owner)
      else
        redis.call('HDEL', key, 'o')
      end
    end
    if valuesUse == 'w' then
      bytes = bytes + #valuesPayload - redis.call('HSTRLEN', key, 'v')
      redis.call('HSET', key, 'vr', valuesRevision, 'v', valuesPayload)
    end

    local horizon = stored[6]
    local answers = key .. ':answers'
    if submission ~= '' then
      redis.call('HSET', key, 'a' .. submission, issued .. answer)
      redis.call('ZADD', answers, 0, issued .. submission)
      bytes = bytes + 56 + #answer
      local excess = redis.call('ZCARD', answers) - most.submissions
      if excess > 0 then
        for i, member in ipairs(redis.call('ZPOPMIN', answers, excess)) do
          if i % 2 == 1 then
            local field = 'a' .. string.sub(member, 9)
            bytes = bytes - 48 - redis.call('HSTRLEN', key, field)
            redis.call('HDEL', key, field)
            local forgotten = string.sub(member, 1, 8)
            if not horizon or before(horizon, forgotten) then horizon = forgotten end
          end
        end
        redis.call('HSET', key, 'h', horizon)
      end
    end
    local isEstablished = stored[2] == '1' or owner or horizon
      or redis.call('ZCARD', answers) > 1

    local scenes = {}
    if stores then
      local surplus = bears and redis.call('ZCARD', key .. ':scenes') - most.scenes or 0
      if surplus > 0 or bytes > most.session then
        for _, mark in ipairs(redis.call('ZRANGE', key .. ':scenes', 0, -1)) do
          if surplus <= 0 and bytes <= most.session then break end
          if not isUsed[mark] then
            remove(mark, redis.call('HSTRLEN', key, 'p' .. mark))
            surplus = surplus - 1
            scenes[#scenes + 1] = mark
          end
        end
      end
    end

    redis.call(
      'HSET', key, 't', decimal(use), 'b', decimal(bytes), 'e', isEstablished and '1' or '0',
      'n', decimal(version))
    index(id, use, isEstablished, client, owner)
    local growth = decimal(bytes - old)
    redis.call('INCRBY', prefix .. 'bytes', growth)
    if client then
      redis.call('ZINCRBY', prefix .. 'clients', isNew and 1 or 0, client)
      redis.call('ZINCRBY', prefix .. 'clients:bytes', growth, client)
    end

    -- Returns the first session of an index other than this one.
    local function first(name)
      local oldest = redis.call('ZRANGE', prefix .. name, 0, 1)
      if oldest[1] ~= id then return oldest[1] end
      return oldest[2]
    end
    -- Returns the session to evict, and the index that it was found in.
    local function victim(isCount)
      local set = isCount and 'clients' or 'clients:bytes'
      local share = isCount and most.clientSessions or most.clientBytes
      local largest = redis.call(
        'ZREVRANGEBYSCORE', prefix .. set, '+inf', '(' .. decimal(share), 'LIMIT', 0, 2)
      for _, other in ipairs(largest) do
        local session = first('client:' .. other)
        if session then return session, 'client:' .. other end
      end
      return first('sessions'), 'sessions'
    end
    local sessions = {}
    while stores do
      local isCount = isNew and redis.call('ZCARD', prefix .. 'sessions') > most.sessions
      if not isCount and tonumber(redis.call('GET', prefix .. 'bytes')) <= most.bytes then break end
      local session, name = victim(isCount)
      if not session then break end
      drop(session, name)
      sessions[#sessions + 1] = session
    end
    if changes then announce(id, decimal(version) .. (#scenes == 0 and contents or '')) end
    return {'committed', scenes, sessions, version}
    """#
}
