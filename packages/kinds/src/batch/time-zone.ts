const weekMs = 7 * 86_400_000

/** Milliseconds that wall clocks of a zone are ahead of UTC. */
export function offsetAt(timeZone: string, atMs: number): number {
  if (timeZone === 'UTC') return 0
  const wall = new Map<string, number>()
  for (const { type, value } of formatOf(timeZone).formatToParts(atMs)) wall.set(type, Number(value))
  const part = (name: string): number => wall.get(name) ?? 0
  const utc = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return utc - Math.floor(atMs / 1000) * 1000
}

/** The first moment after `fromMs`, up to `toMs`, from which on the zone's clocks are set otherwise. */
export function nextTransition(timeZone: string, fromMs: number, toMs: number): number | undefined {
  if (timeZone === 'UTC') return undefined
  const offset = offsetAt(timeZone, fromMs)
  // No zone changes its clocks twice within a week.
  for (let low = fromMs; low < toMs; low += weekMs) {
    const high = Math.min(low + weekMs, toMs)
    if (offsetAt(timeZone, high) !== offset) return firstOther(timeZone, offset, low, high)
  }
  return undefined
}

/** What is wrong with the name of a zone. */
// upstream: apis/batch/validation, validateTimeZone
export function timeZoneError(timeZone: string): string | undefined {
  if (timeZone === '') return 'timeZone must be nil or non-empty string'
  const unknown = `unknown time zone ${timeZone}`
  for (const part of timeZone.split('/')) {
    if (part === '.' || part === '..' || !/^[A-Za-z._0-9+][A-Za-z._0-9+-]{0,13}$/.test(part)) return unknown
  }
  if (timeZone.toLowerCase() === 'local') {
    return 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones'
  }
  // An offset is none of the data base's names.
  if (/^[+0-9]/.test(timeZone)) return unknown
  try {
    formatOf(timeZone)
    return undefined
  } catch {
    return unknown
  }
}

function firstOther(timeZone: string, offset: number, fromMs: number, toMs: number): number {
  let low = Math.floor(fromMs / 1000)
  let high = Math.ceil(toMs / 1000)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(timeZone, middle * 1000) === offset) low = middle
    else high = middle
  }
  return high * 1000
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
}
