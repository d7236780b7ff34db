extension Script {
  /// The first line of ``leaseText``. A server keeps its leases even if the memory of Redis is full.
  static let leaseHead = "#!lua flags=allow-oom\n"

  /// Renews the term of a server, and claims or gives up the lease of a scene.
  ///
  /// ``LeaseCommand`` describes the arguments, and ``LeaseReply`` the reply, which contains up to
  /// ``LeaseReply/maximumAsks`` asked leases. A server can send a command twice with the same result.
  static let leaseText = #"""
    local id, number, duration = ARGV[2], ARGV[3], ARGV[4]
    local operation, session, mark, other = ARGV[5], ARGV[6], ARGV[7], ARGV[8]

    local function server(id)
      return prefix .. 'server:' .. id
    end

    local own = server(id)
    local asked = own .. ':asked'
    if operation == 'leave' then
      redis.call('UNLINK', own, asked)
      return {}
    end

    local beginning = redis.call('GET', own)
    if beginning then
      redis.call('PEXPIRE', own, duration)
    else
      beginning = number
      redis.call('SET', own, number, 'PX', duration)
    end

    local key = prefix .. 'session:' .. session
    local outcome = 'held'
    if operation == 'claim' and redis.call('HEXISTS', key, 'm' .. mark) == 1 then
      local runner = redis.call('HGET', key, 'r' .. mark)
      if runner and runner ~= id and redis.call('EXISTS', server(runner)) == 1 then
        local asks = server(runner) .. ':asked'
        redis.call('SADD', asks, session .. id .. mark)
        redis.call('PEXPIRE', asks, duration)
        redis.pcall('SPUBLISH', server(runner), '')
        outcome = 'asked'
      elseif runner ~= id then
        redis.call('HSET', key, 'r' .. mark, id)
        outcome = 'taken'
      end
    elseif operation == 'release' then
      if redis.call('HGET', key, 'r' .. mark) == id then
        redis.call('HSET', key, 'r' .. mark, other)
      end
      redis.pcall('SPUBLISH', server(other), session .. mark)
    end

    local reply = {beginning, outcome}
    for _, ask in ipairs(redis.call('SPOP', asked, 100)) do reply[#reply + 1] = ask end
    return reply
    """#
}
