/**
 * Admits calls, as many as are asked for in one run. Redis' clock is the only clock.
 *
 * A quota is a hash: `left` is what may still be spent of what PostgreSQL has granted, `ceiling` is how much it had granted by
 * the newest grant that arrived here. So `ceiling - left` calls are used, and nothing is ever spent that was not granted. What
 * another run of the server wrote (`server`) is not believed: it may have been restored from any time.
 *
 * KEYS, two per call: the log of the account's calls of the last second, the quota.
 * ARGV, four per call: rate per second (0: not checked), limit of the quota ('': not charged), period, cost (0: only look);
 * and the run id of the server.
 * Returns seven numbers per call: outcome, used, period's start, its end, time, ceiling, how much to ask PostgreSQL for.
 */
export const ADMIT = `
local ADMITTED, RATE_LIMITED, EXHAUSTED, WAIT = 1, 2, 3, 4
local SECOND = 1000000
local GRANT_PATIENCE = 1 -- seconds, after which a grant that was asked for is taken for lost
local KEPT_AFTER_END = 60
local server = ARGV[#ARGV]

local clock = redis.call('TIME')
local seconds = tonumber(clock[1])
local stamp = clock[1] .. string.format('%06d', clock[2])
local now = tonumber(stamp)

-- The log holds the times of the calls of the last second, newest first. Two that are older are dropped for each one that is
-- added, so it never grows beyond the rate. (One from the future: the clock was set back.)
local function within_rate(log, rate)
  if rate == 0 then return true end
  for _ = 1, 2 do
    local age = now - tonumber(redis.call('LINDEX', log, -1) or now)
    if age >= 0 and age <= SECOND then break end
    redis.call('RPOP', log)
  end
  if redis.call('LLEN', log) >= rate then return false end
  redis.call('LPUSH', log, stamp)
  redis.call('PEXPIRE', log, 2000)
  return true
end

local function days_in(month, year)
  if month == 2 then
    local leap = year % 4 == 0 and (year % 100 ~= 0 or year % 400 == 0)
    return leap and 29 or 28
  end
  return (month == 4 or month == 6 or month == 9 or month == 11) and 30 or 31
end

-- The first day of the month that a day is in, and of the next; days are counted from 1970.
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

local function spend(key, limit, start, finish, cost)
  local kept = redis.call('HMGET', key, 'start', 'ceiling', 'left', 'asked', 'server')
  local ceiling, left, asked = 0, 0, 0
  local is_known = tonumber(kept[1]) == start and kept[5] == server
  if is_known then
    ceiling, left, asked = tonumber(kept[2]), tonumber(kept[3]), tonumber(kept[4] or 0)
  end
  if ceiling - left >= limit then return EXHAUSTED, ceiling - left, ceiling, 0 end
  local outcome = left >= cost and ceiling > 0 and ADMITTED or WAIT
  if cost == 0 then return outcome, ceiling - left, ceiling, 0 end

  if outcome == ADMITTED then left = left - cost end
  -- At most a block is out here at any time: that is what may be lost with this server's memory. One caller at a time asks.
  local block = math.max(50, math.floor(limit / 1000))
  local ask = 0
  if left <= block / 2 and ceiling < limit and math.abs(seconds - asked) > GRANT_PATIENCE then
    ask, asked = block - left, seconds
  end
  if is_known then
    redis.call('HSET', key, 'left', left, 'asked', asked)
  else
    redis.call('HSET', key, 'server', server, 'start', start)
    redis.call('HSET', key, 'ceiling', ceiling, 'left', left, 'asked', asked)
    redis.call('EXPIREAT', key, finish + KEPT_AFTER_END)
  end
  return outcome, ceiling - left, ceiling, ask
end

local answers = {}
for call = 1, #KEYS / 2 do
  local rate, limit = tonumber(ARGV[call * 4 - 3]), tonumber(ARGV[call * 4 - 2])
  local period, cost = ARGV[call * 4 - 1], tonumber(ARGV[call * 4])
  local outcome, used, ceiling, ask = ADMITTED, 0, 0, 0
  local start, finish = 0, 0
  if not within_rate(KEYS[call * 2 - 1], rate) then
    outcome = RATE_LIMITED
  elseif limit then
    start, finish = period_of(period)
    outcome, used, ceiling, ask = spend(KEYS[call * 2], limit, start, finish, cost)
  end
  for _, number in ipairs({ outcome, used, start, finish, seconds, ceiling, ask }) do
    answers[#answers + 1] = number
  end
end
return answers
`;

/**
 * Adds to what may be spent: a grant of PostgreSQL, or a call that is given back.
 *
 * KEYS: the quota. ARGV: start of the period, its end, how much, the ceiling after a grant ('': given back), the server's run id.
 */
export const ADD = `
local key, start, finish, amount = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local ceiling, server = tonumber(ARGV[4]), ARGV[5]
local kept = redis.call('HMGET', key, 'start', 'ceiling', 'server')
local kept_start, kept_ceiling = tonumber(kept[1]), tonumber(kept[2])
local is_ours = kept[3] == server
if is_ours and kept_start > start then return end
if not is_ours or kept_start < start then
  if not ceiling then return end
  redis.call('HSET', key, 'server', server, 'start', start, 'ceiling', 0, 'left', 0)
  redis.call('EXPIREAT', key, finish + 60)
  kept_ceiling = 0
end
if ceiling then
  redis.call('HSET', key, 'ceiling', math.max(kept_ceiling, ceiling), 'asked', 0)
elseif kept_ceiling == 0 then
  return -- what it was charged to has been lost
end
redis.call('HINCRBY', key, 'left', amount)
`;
