-- For wrk. Without words on its command line it asks for the page; otherwise each thread has three words:
-- the path of a sowing's form, the form's fields but for the number of seeds, and that number.
-- A thread has one connection then, so it knows the number that was saved last.

local threads = 0

function setup(thread)
   thread:set("place", threads)
   threads = threads + 1
end

function init(words)
   if #words == 0 then return end
   path = words[place * 3 + 1]
   fields = words[place * 3 + 2]
   seeds = tonumber(words[place * 3 + 3])
   wrk.headers["Origin"] = wrk.scheme .. "://" .. wrk.host .. ":" .. wrk.port
   wrk.headers["Content-Type"] = "application/x-www-form-urlencoded"

   function request()
      local form = fields .. "&base-numberOfSeeds=" .. seeds .. "&numberOfSeeds=" .. following(seeds)
      return wrk.format("POST", path, wrk.headers, form)
   end

   function response(status)
      if status == 303 then seeds = following(seeds) end
   end
end

function following(seeds)
   return seeds % 30000 + 1
end

-- The figures, in milliseconds, as one line of JSON.
function done(summary, latency)
   local errors = summary.errors
   io.write(string.format(
      '{"requests":%d,"seconds":%.6f,"median":%.3f,"p99":%.3f,"failed":%d}\n',
      summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
      errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
