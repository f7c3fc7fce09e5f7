/**
 * Lua function that returns the generation of Redis's data. A restart, a failover and a failover back each begin a new
 * generation, because a primary chooses a new replication id when it starts or is promoted.
 */
const GENERATION = `
local function generation()
  return string.match(redis.call('INFO', 'replication'), 'master_replid:(%x+)')
end
`;

/**
 * Lua script that admits a batch of requests. All times come from Redis's clock. A quota is a hash: `allocated` is the
 * number of requests that PostgreSQL has leased in this period to all holders, and `left` is the unused part. The used
 * part is therefore `allocated - left`. Only leased quota can be charged. Data written by an earlier run of the Redis
 * server is ignored, because it may come from an old backup.
 *
 * KEYS, two per request: the sliding-window log of the account, and the quota. The last key is the newest data version
 * that the change feed has shown.
 *
 * ARGV, five per request: rate per second (0: not checked), limit of the quota ('': not charged), period, cost (charged
 * in full or not at all; 0: only read), and lease size. The last argument is the run id of the Redis server.
 *
 * Returns the generation, the data version that the feed has shown in it (-1: unknown), and eight numbers per request:
 * outcome, used, start of the period, end of the period, time, allocated, the amount that the caller should lease from
 * PostgreSQL to refill the reserve (0: none), and the microseconds until the account is within its rate again (0: it
 * is).
 */
export const ADMIT = `${GENERATION}
local ADMITTED, RATE_LIMITED, EXHAUSTED, WAIT = 1, 2, 3, 4
local SECOND = 1000000
local TOP_UP_TIMEOUT = SECOND -- after which another gateway may top up
local EXPIRE_AFTER_END = 60
local server = ARGV[#ARGV]

local clock = redis.call('TIME')
local seconds = tonumber(clock[1])
local stamp = clock[1] .. string.format('%06d', clock[2])
local now = tonumber(stamp)

-- The log contains the times of the requests in the last second, newest first. Each added request removes up to two
-- older ones, so the log never grows beyond the rate. (A time in the future means that the clock was set back.)
-- Returns the microseconds until the account is within its rate; 0 if the request is within it and was added.
local function wait_for_rate(log, rate)
  if rate == 0 then return 0 end
  for _ = 1, 2 do
    local age = now - tonumber(redis.call('LINDEX', log, -1) or now)
    if age >= 0 and age <= SECOND then break end
    redis.call('RPOP', log)
  end
  local blocking = redis.call('LINDEX', log, rate - 1)
  local wait = blocking and math.min(SECOND, tonumber(blocking) + SECOND - now) or 0
  if wait > 0 then return wait end
  redis.call('LPUSH', log, stamp)
  redis.call('PEXPIRE', log, 2000)
  return 0
end

local function days_in(month, year)
  if month == 2 then
    local leap = year % 4 == 0 and (year % 100 ~= 0 or year % 400 == 0)
    return leap and 29 or 28
  end
  return (month == 4 or month == 6 or month == 9 or month == 11) and 30 or 31
end

-- Returns the first day of the month that contains the given day, and the first day of the next month. Days are
-- numbered from 1970-01-01.
local function month_of(day)
  local year, month = 1970, 1
  local first = 0
  while first + 337 + days_in(2, year) <= day do
    first = first + 337 + days_in(2, year)
    year = year + 1
  end
  while first + days_in(month, year) <= day do
    first = first + days_in(month, year)
    month = month + 1
  end
  return first, first + days_in(month, year)
end

local DAY = 86400
local periods = {}
local function period_of(name)
  local known = periods[name]
  if known then return known[1], known[2] end
  local start, finish
  if name == 'month' then
    start, finish = month_of(math.floor(seconds / DAY))
    start, finish = start * DAY, finish * DAY
  else
    local length = name == 'day' and DAY or tonumber(string.match(name, '^%d+'))
    start = math.floor(seconds / length) * length
    finish = start + length
  end
  periods[name] = { start, finish }
  return start, finish
end

local function charge(key, limit, start, finish, cost, lease_size)
  local saved = redis.call('HMGET', key, 'start', 'allocated', 'left', 'topping_up', 'server')
  local allocated, left, topping_up = 0, 0, 0
  local is_known = tonumber(saved[1]) == start and saved[5] == server
  if is_known then
    allocated, left, topping_up = tonumber(saved[2]), tonumber(saved[3]), tonumber(saved[4] or 0)
  end
  -- "used" is unknown until PostgreSQL grants the first lease in this period. If the limit is 0, there are no leases.
  local used = allocated - left
  if used + math.max(cost, 1) > limit and (allocated > 0 or limit == 0) then return EXHAUSTED, used, allocated, 0 end
  local outcome = left >= cost and allocated > 0 and ADMITTED or WAIT
  if cost == 0 then return outcome, used, allocated, 0 end

  if outcome == ADMITTED then left = left - cost end
  -- Requests a refill of the reserve when at most a quarter of a lease is left, or less than the cost of this request.
  -- Only one gateway at a time refills the reserve, because leases that arrive out of order would briefly make "used"
  -- wrong.
  local top_up = 0
  local is_low = outcome == WAIT or left <= lease_size / 4
  if is_low and allocated < limit and math.abs(now - topping_up) > TOP_UP_TIMEOUT then
    top_up, topping_up = math.max(1, lease_size - left), now
  end
  if is_known then
    redis.call('HSET', key, 'left', left, 'topping_up', topping_up)
  else
    redis.call('HSET', key, 'server', server, 'start', start)
    redis.call('HSET', key, 'allocated', allocated, 'left', left, 'topping_up', topping_up)
    redis.call('EXPIREAT', key, finish + EXPIRE_AFTER_END)
  end
  return outcome, allocated - left, allocated, top_up
end

local current = generation()
local shown = redis.call('HMGET', KEYS[#KEYS], 'version', 'generation')
local results = { current, shown[2] == current and tonumber(shown[1]) or -1 }
for request = 1, (#KEYS - 1) / 2 do
  local first = request * 5 - 4
  local rate, limit, period = tonumber(ARGV[first]), tonumber(ARGV[first + 1]), ARGV[first + 2]
  local cost, lease_size = tonumber(ARGV[first + 3]), tonumber(ARGV[first + 4])
  local outcome, used, allocated, top_up = ADMITTED, 0, 0, 0
  local start, finish = 0, 0
  local wait = wait_for_rate(KEYS[request * 2 - 1], rate)
  if wait > 0 then
    outcome = RATE_LIMITED
  elseif limit then
    start, finish = period_of(period)
    outcome, used, allocated, top_up = charge(KEYS[request * 2], limit, start, finish, cost, lease_size)
  end
  for _, number in ipairs({ outcome, used, start, finish, seconds, allocated, top_up, wait }) do
    results[#results + 1] = number
  end
end
return results
`;

/**
 * Lua script that adds to the unused part of a quota's leases, after a new lease from PostgreSQL or a refund.
 *
 * KEYS: the quota. ARGV: start of the period, end of the period, amount, allocated including the lease ('' for a
 * refund), run id of the Redis server.
 */
export const ADD = `
local key, start, finish, amount = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local allocated, server = tonumber(ARGV[4]), ARGV[5]
local saved = redis.call('HMGET', key, 'start', 'allocated', 'server')
local saved_start, saved_allocated = tonumber(saved[1]), tonumber(saved[2])
local is_known = saved[3] == server
if is_known and saved_start > start then return end
if not is_known or saved_start < start then
  if not allocated then return end
  redis.call('HSET', key, 'server', server, 'start', start, 'allocated', 0, 'left', 0)
  redis.call('EXPIREAT', key, finish + 60)
  saved_allocated = 0
end
if allocated then
  redis.call('HSET', key, 'allocated', math.max(saved_allocated, allocated), 'topping_up', 0)
elseif saved_allocated == 0 then
  return -- Redis has lost the quota to which the request was charged
end
redis.call('HINCRBY', key, 'left', amount)
`;

/**
 * Lua script that raises the newest data version that the change feed has shown. It writes even an unchanged version, so
 * that a server that is no longer the primary rejects the command.
 *
 * KEYS: the data version. ARGV: the data version to raise it to, the generation in which it may be raised ('': any), and
 * 1 if the version may be set in a generation that has none, because the caller has read it from PostgreSQL since it
 * learned of that generation. The last argument is not used. Returns the version; -1 if it was not raised.
 */
export const RAISE = `${GENERATION}
local current = generation()
local saved = redis.call('HMGET', KEYS[1], 'version', 'generation')
local known = saved[2] == current and tonumber(saved[1])
if ARGV[2] ~= '' and ARGV[2] ~= current or not known and ARGV[3] ~= '1' then return -1 end
local version = math.max(known or 0, tonumber(ARGV[1]))
redis.call('HSET', KEYS[1], 'version', string.format('%.0f', version), 'generation', current)
return version
`;
