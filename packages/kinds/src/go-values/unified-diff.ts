/** Lines of either text up to which differences are searched for; beyond, everything is shown as replaced. */
const maxLines = 20_000
const context = 3

interface Match {
  readonly a: number
  readonly b: number
  readonly size: number
}

/** A run of lines: equal, or replaced where one side may be empty. */
interface Run {
  readonly isEqual: boolean
  readonly a: readonly [number, number]
  readonly b: readonly [number, number]
}

/** The unified diff of two texts, with three lines of context and without file names. */
// upstream: apimachinery/pkg/util/diff, Diff: the algorithm of Python's difflib, lines that are popular included
export function unifiedDiff(before: string, after: string): string {
  const a = before.split('\n')
  const b = after.split('\n')
  const lines: string[] = []
  for (const group of groupsOf(runsOf(a, b))) {
    const [first, last] = [group[0], group.at(-1)]
    if (first === undefined || last === undefined) continue
    lines.push(`@@ -${formatRange(first.a[0], last.a[1])} +${formatRange(first.b[0], last.b[1])} @@`)
    for (const run of group) {
      if (run.isEqual) for (const line of a.slice(...run.a)) lines.push(` ${line}`)
      else {
        for (const line of a.slice(...run.a)) lines.push(`-${line}`)
        for (const line of b.slice(...run.b)) lines.push(`+${line}`)
      }
    }
  }
  return lines.map((line) => `${line}\n`).join('')
}

function formatRange(start: number, stop: number): string {
  const length = stop - start
  if (length === 1) return String(start + 1)
  return `${length === 0 ? start : start + 1},${length}`
}

/** Runs in groups: a long run of equal lines ends one and begins the next. */
function groupsOf(runs: readonly Run[]): readonly (readonly Run[])[] {
  const groups: Run[][] = []
  let group: Run[] = []
  runs.forEach((run, index) => {
    if (!run.isEqual) return group.push(run)
    const isFirst = index === 0
    const isLast = index === runs.length - 1
    const tail = endOf(run)
    if (isFirst) {
      if (!isLast) group.push(tail)
      return undefined
    }
    const head: Run = {
      ...run,
      a: [run.a[0], Math.min(run.a[1], run.a[0] + context)],
      b: [run.b[0], Math.min(run.b[1], run.b[0] + context)],
    }
    if (isLast) return group.push(head)
    if (run.a[1] - run.a[0] <= 2 * context) return group.push(run)
    groups.push([...group, head])
    group = [tail]
    return undefined
  })
  if (group.some(({ isEqual }) => !isEqual)) groups.push(group)
  return groups
}

function endOf(run: Run): Run {
  return {
    ...run,
    a: [Math.max(run.a[0], run.a[1] - context), run.a[1]],
    b: [Math.max(run.b[0], run.b[1] - context), run.b[1]],
  }
}

function runsOf(a: readonly string[], b: readonly string[]): readonly Run[] {
  const runs: Run[] = []
  let i = 0
  let j = 0
  for (const match of [...matchesOf(a, b), { a: a.length, b: b.length, size: 0 }]) {
    if (i < match.a || j < match.b) runs.push({ isEqual: false, a: [i, match.a], b: [j, match.b] })
    i = match.a + match.size
    j = match.b + match.size
    if (match.size > 0) runs.push({ isEqual: true, a: [match.a, i], b: [match.b, j] })
  }
  return runs
}

/** The longest matches, in order, those that touch each other joined. */
function matchesOf(a: readonly string[], b: readonly string[]): readonly Match[] {
  if (a.length > maxLines || b.length > maxLines) return []
  const places = placesOf(b)
  const found: Match[] = []
  const open: [number, number, number, number][] = [[0, a.length, 0, b.length]]
  for (let range = open.pop(); range !== undefined; range = open.pop()) {
    const [aLow, aHigh, bLow, bHigh] = range
    const match = longestMatch({ a, b, places }, range)
    if (match.size === 0) continue
    found.push(match)
    if (aLow < match.a && bLow < match.b) open.push([aLow, match.a, bLow, match.b])
    const [aEnd, bEnd] = [match.a + match.size, match.b + match.size]
    if (aEnd < aHigh && bEnd < bHigh) open.push([aEnd, aHigh, bEnd, bHigh])
  }
  const joined: Match[] = []
  for (const match of found.sort((left, right) => left.a - right.a)) {
    const last = joined.at(-1)
    if (last !== undefined && last.a + last.size === match.a && last.b + last.size === match.b) {
      joined[joined.length - 1] = { ...last, size: last.size + match.size }
    } else joined.push(match)
  }
  return joined
}

/** Where each line stands; without lines that are in more than one percent of a long text. */
function placesOf(lines: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>()
  for (const [index, line] of lines.entries()) {
    const known = places.get(line)
    if (known === undefined) places.set(line, [index])
    else known.push(index)
  }
  if (lines.length < 200) return places
  const most = Math.floor(lines.length / 100) + 1
  for (const [line, at] of places) if (at.length > most) places.delete(line)
  return places
}

interface Texts {
  readonly a: readonly string[]
  readonly b: readonly string[]
  readonly places: ReadonlyMap<string, readonly number[]>
}

function longestMatch(
  { a, b, places }: Texts,
  [aLow, aHigh, bLow, bHigh]: readonly [number, number, number, number],
): Match {
  let best: Match = { a: aLow, b: bLow, size: 0 }
  let lengths = new Map<number, number>()
  for (let i = aLow; i < aHigh; i++) {
    const next = new Map<number, number>()
    for (const j of places.get(a[i] ?? '') ?? []) {
      if (j < bLow) continue
      if (j >= bHigh) break
      const size = (lengths.get(j - 1) ?? 0) + 1
      next.set(j, size)
      if (size > best.size) best = { a: i - size + 1, b: j - size + 1, size }
    }
    lengths = next
  }
  // Popular lines are not searched for, but belong to a match beside them.
  let { a: i, b: j, size } = best
  while (i > aLow && j > bLow && a[i - 1] === b[j - 1]) {
    i--
    j--
    size++
  }
  while (i + size < aHigh && j + size < bHigh && a[i + size] === b[j + size]) size++
  return { a: i, b: j, size }
}
