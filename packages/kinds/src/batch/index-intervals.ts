/** What a text of indexes such as `1,3-5,7` says: ordered intervals, both ends included, or what is wrong with it. */
export type IndexIntervals = { readonly intervals: readonly (readonly [number, number])[] } | { readonly error: string }

/** Reads indexes below `completions`. */
// upstream: apis/batch/validation, validateIndexesFormat and parseIndexInterval
export function parseIndexIntervals(text: string, completions: number): IndexIntervals {
  const intervals: (readonly [number, number])[] = []
  if (text === '') return { intervals }
  let last = -1
  for (const fragment of text.split(',')) {
    const parsed = parseInterval(fragment, completions)
    if (typeof parsed === 'string') return { error: parsed }
    if (last >= parsed[0]) return { error: `non-increasing order, previous: ${last}, current: ${parsed[0]}` }
    last = parsed[1]
    intervals.push(parsed)
  }
  return { intervals }
}

/** How many indexes there are in all. */
export function countIndexes(intervals: readonly (readonly [number, number])[]): number {
  return intervals.reduce((sum, [first, last]) => sum + last - first + 1, 0)
}

/** Indexes as text, neighbours joined. */
// upstream: job/indexed_job_utils.go, orderedIntervals.String
export function formatIndexes(indexes: Iterable<number>): string {
  const intervals: [number, number][] = []
  for (const index of [...indexes].sort((a, b) => a - b)) {
    const last = intervals.at(-1)
    if (last !== undefined && index === last[1]) continue
    if (last !== undefined && index === last[1] + 1) last[1] = index
    else intervals.push([index, index])
  }
  // Two neighbours are no interval.
  return intervals
    .map(([first, last]) =>
      first === last ? `${first}` : last === first + 1 ? `${first},${last}` : `${first}-${last}`,
    )
    .join(',')
}

function parseInterval(fragment: string, completions: number): readonly [number, number] | string {
  const limits = fragment.split('-')
  if (limits.length > 2) {
    return `the fragment ${JSON.stringify(fragment)} violates the requirement that an index interval can have at most two parts separated by '-'`
  }
  const numbers: number[] = []
  for (const limit of limits) {
    if (!/^\+?[0-9]{1,10}$/.test(limit)) {
      return `cannot convert string to integer for index: ${JSON.stringify(limit)}`
    }
    if (Number(limit) >= completions) return `too large index: ${JSON.stringify(limit)}`
    numbers.push(Number(limit))
  }
  const [first = 0, last = first] = numbers
  if (limits.length === 2 && first >= last) {
    return `non-increasing order, previous: ${first}, current: ${last}`
  }
  return [first, last]
}
