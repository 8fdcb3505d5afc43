-- Repeats the request in its argument. Ten "#" in the request become a number that is unique to each repetition.
local NUMBER = '##########'
local number = 0

function init(args)
  if not args[1]:find(NUMBER, 1, true) then -- the request is built only once, so that no Lua runs per request
    wrk.format = function() return args[1] end
    return
  end
  local parts = {}
  for part in (args[1] .. NUMBER):gmatch('(.-)' .. NUMBER) do
    parts[#parts + 1] = part
  end
  request = function()
    number = number + 1
    return table.concat(parts, string.format('%010d', number))
  end
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"micros":%d,"bytes":%d,"p50":%d,"p99":%d,"failed":%d,"broken":%d}\n',
    summary.requests, summary.duration, summary.bytes, latency:percentile(50), latency:percentile(99),
    errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
