/** An event of a watch. */
export interface SeenEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK'
  readonly revision: number
  /** The name of the object; empty for a bookmark. */
  readonly name: string
  /** What the object contained. */
  readonly value: string
}

/** What one client has seen of a resource: a list, and the events of a watch that was resumed whenever it ended. */
export interface WatchHistory {
  readonly client: string
  /** The revision of the list. */
  readonly from: number
  /** The objects of the list: values by name. */
  readonly initial: ReadonlyMap<string, string>
  readonly events: readonly SeenEvent[]
  /** Whether the client watches objects of this name. */
  readonly selects: (name: string) => boolean
}

/** A write that the server has acknowledged. */
export interface AcknowledgedWrite {
  readonly name: string
  /** The revision of the object; undefined for a deletion, whose answer does not say it. */
  readonly revision: number | undefined
  readonly value: string
}

/** A run that is judged. */
export interface WatchRun {
  readonly histories: readonly WatchHistory[]
  readonly writes: readonly AcknowledgedWrite[]
  /** The objects at the end: values by name. */
  readonly final: ReadonlyMap<string, string>
  /** The revision of the last list. */
  readonly finalRevision: number
}

/**
 * What is wrong with the watches of a run. Every history must be ordered and unique, bookmarks included; must have every
 * event of its objects up to the revision that it has reached, which is every acknowledged write and what any other
 * client has seen; must have events that follow from those before; and must add up to the objects at the end.
 */
export function judgeWatches({ histories, writes, final, finalRevision }: WatchRun): readonly string[] {
  const violations: string[] = []
  const truth = mergedEvents(histories, writes, violations)
  for (const history of histories) {
    violations.push(...orderViolations(history), ...typeViolations(history))
    violations.push(...gapViolations(history, truth))
    violations.push(...finalViolations(history, final, finalRevision))
  }
  return violations
}

interface KnownChange {
  readonly name: string
  readonly value: string
  readonly isDeletion: boolean
  readonly source: string
}

/** Every change that anybody knows of, by revision. Two that differ at one revision are a violation. */
function mergedEvents(
  histories: readonly WatchHistory[],
  writes: readonly AcknowledgedWrite[],
  violations: string[],
): ReadonlyMap<number, KnownChange> {
  const changes = new Map<number, KnownChange>()
  const add = (revision: number, change: KnownChange): void => {
    const known = changes.get(revision)
    if (known === undefined) changes.set(revision, change)
    else if (known.name !== change.name || known.isDeletion !== change.isDeletion || known.value !== change.value) {
      violations.push(
        `revision ${revision} is ${format(known)} for ${known.source} and ${format(change)} for ${change.source}`,
      )
    }
  }
  for (const { name, revision, value } of writes) {
    if (revision !== undefined) add(revision, { name, value, isDeletion: false, source: 'the writer' })
  }
  for (const { client, events } of histories) {
    for (const { type, revision, name, value } of events) {
      if (type !== 'BOOKMARK') add(revision, { name, value, isDeletion: type === 'DELETED', source: client })
    }
  }
  return changes
}

function format({ name, value, isDeletion }: KnownChange): string {
  return isDeletion ? `the deletion of ${name}` : `${name} = ${value}`
}

function orderViolations({ client, from, events }: WatchHistory): readonly string[] {
  const violations: string[] = []
  let reached = from
  let wasBookmark = false
  for (const { type, revision, name } of events) {
    const isBookmark = type === 'BOOKMARK'
    // A bookmark may repeat the revision of what stands before it.
    if (isBookmark ? revision < reached : revision <= reached) {
      const what = isBookmark ? 'a bookmark' : `${type} ${name}`
      violations.push(
        `${client}: ${what} at ${revision} after ${wasBookmark ? 'a bookmark' : 'an event'} at ${reached}`,
      )
    }
    reached = Math.max(reached, revision)
    wasBookmark = isBookmark
  }
  return violations
}

function typeViolations({ client, initial, events }: WatchHistory): readonly string[] {
  const violations: string[] = []
  const live = new Set(initial.keys())
  for (const { type, name, revision } of events) {
    if (type === 'BOOKMARK') continue
    if (live.has(name) === (type === 'ADDED')) {
      violations.push(`${client}: ${type} ${name} at ${revision}, which was ${live.has(name) ? '' : 'not '}there`)
    }
    if (type === 'DELETED') live.delete(name)
    else live.add(name)
  }
  return violations
}

function gapViolations(
  { client, from, events, selects }: WatchHistory,
  truth: ReadonlyMap<number, KnownChange>,
): readonly string[] {
  const reached = events.reduce((most, { revision }) => Math.max(most, revision), from)
  const seen = new Set(events.filter(({ type }) => type !== 'BOOKMARK').map(({ revision }) => revision))
  const violations: string[] = []
  for (const [revision, change] of truth) {
    if (revision <= from || revision > reached || !selects(change.name) || seen.has(revision)) continue
    violations.push(`${client}: ${format(change)} at ${revision} is missing, which ${change.source} knows of`)
  }
  return violations
}

function finalViolations(
  { client, from, initial, events, selects }: WatchHistory,
  final: ReadonlyMap<string, string>,
  finalRevision: number,
): readonly string[] {
  const objects = new Map(initial)
  for (const { type, name, value, revision } of events) {
    if (type === 'BOOKMARK' || revision > finalRevision) continue
    if (type === 'DELETED') objects.delete(name)
    else objects.set(name, value)
  }
  const expected = new Map([...final].filter(([name]) => selects(name)))
  const violations: string[] = []
  for (const [name, value] of expected) {
    if (objects.get(name) !== value) {
      violations.push(`${client}: the events from ${from} make ${name} = ${objects.get(name)}, the list has ${value}`)
    }
  }
  for (const name of objects.keys()) {
    if (!expected.has(name))
      violations.push(`${client}: the events from ${from} keep ${name}, which is not in the list`)
  }
  return violations
}
