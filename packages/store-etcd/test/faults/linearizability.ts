// Checks whether the history of one key can be explained by operations that took effect one after the other, each between
// its start and its end. It searches for such an order, and remembers the states it has been to.

/** What a key holds: its last revision and value; revision 0 and no value if it does not exist. */
export interface Register {
  readonly revision: bigint
  readonly value: string | undefined
}

/** An operation on a key. Times are of one monotonic clock. */
export type Operation = { readonly start: number; readonly end: number } & (
  | { readonly type: 'read'; readonly found: Register }
  /** A write that was acknowledged; without a value a delete. `base` is the revision in its condition. */
  | {
      readonly type: 'write'
      readonly base: bigint | undefined
      readonly revision: bigint
      readonly value: string | undefined
    }
  /** A write whose condition did not hold. */
  | { readonly type: 'refused'; readonly base: bigint | undefined; readonly found: Register }
  /** A write that has failed: it may have taken effect at any time after its start, or never. */
  | { readonly type: 'unknown'; readonly base: bigint | undefined; readonly value: string | undefined }
)

/** A register whose last write has failed, so that its revision is known to be greater than `last` only. */
interface State {
  readonly revision: bigint | undefined
  readonly value: string | undefined
  /** The greatest revision so far. */
  readonly last: bigint
}

const initial: State = { revision: 0n, value: undefined, last: 0n }

/** Whether the operations on one key are linearizable. */
export function isLinearizable(operations: readonly Operation[]): boolean {
  const relevant = withoutInvisible(operations).toSorted((a, b) => a.start - b.start)
  return new Search(relevant).succeeds(initial, 0)
}

/** Operations that may take effect next, by their places, and which of them have. */
class Search {
  readonly #certain: readonly Operation[]
  readonly #unknown: readonly Operation[]
  readonly #done: boolean[]
  readonly #applied = new Set<number>()
  readonly #visited = new Set<string>()

  constructor(operations: readonly Operation[]) {
    this.#certain = operations.filter(({ type }) => type !== 'unknown')
    this.#unknown = operations.filter(({ type }) => type === 'unknown')
    this.#done = this.#certain.map(() => false)
  }

  /** Whether the operations that are left can follow on a state; all before `from` are done. */
  succeeds(state: State, from: number): boolean {
    let low = from
    while (this.#done[low] === true) low++
    if (low === this.#certain.length) return true
    const candidates = this.#candidates(low)
    const memory = `${low} ${candidates.map(([index]) => index).join()} ${[...this.#applied].sort().join()} ${state.revision} ${state.last} ${state.value}`
    if (this.#visited.has(memory)) return false
    this.#visited.add(memory)
    for (const [index, operation] of candidates) {
      const next = apply(state, operation)
      if (next === undefined) continue
      this.#done[index] = true
      if (this.succeeds(next, low)) return true
      this.#done[index] = false
    }
    const firstEnd = Math.min(...candidates.map(([, { end }]) => end))
    for (const [index, operation] of this.#unknown.entries()) {
      if (operation.start > firstEnd) break
      const next = this.#applied.has(index) ? undefined : apply(state, operation)
      if (next === undefined) continue
      this.#applied.add(index)
      if (this.succeeds(next, low)) return true
      this.#applied.delete(index)
    }
    return false
  }

  /** An operation may be next if none that is left has ended before it began. */
  #candidates(low: number): readonly (readonly [number, Operation])[] {
    const found: (readonly [number, Operation])[] = []
    let firstEnd = Infinity
    for (let index = low; index < this.#certain.length; index++) {
      const operation = this.#certain[index]
      if (operation === undefined || operation.start > firstEnd) break
      if (this.#done[index] === true) continue
      found.push([index, operation])
      firstEnd = Math.min(firstEnd, operation.end)
    }
    return found
  }
}

/** The revisions that two acknowledged writes, of any keys, have both been given. */
export function reusedRevisions(operations: readonly Operation[]): readonly bigint[] {
  const seen = new Set<bigint>()
  return operations.flatMap((operation) => {
    if (operation.type !== 'write') return []
    const { revision } = operation
    if (seen.has(revision)) return [revision]
    seen.add(revision)
    return []
  })
}

/** A failed put whose value no read has returned is like one that never took effect; leaving it out keeps the search small. */
function withoutInvisible(operations: readonly Operation[]): readonly Operation[] {
  const found = new Set(operations.flatMap((operation) => ('found' in operation ? [operation.found.value] : [])))
  return operations.filter(({ type, ...rest }) => {
    if (type !== 'unknown') return true
    const value = 'value' in rest ? rest.value : undefined
    return value === undefined || found.has(value)
  })
}

/** The state after an operation; undefined if it cannot have taken effect in this state. */
function apply(state: State, operation: Operation): State | undefined {
  switch (operation.type) {
    case 'read':
      return observe(state, operation.found)
    case 'refused': {
      const seen = observe(state, operation.found)
      if (seen === undefined) return undefined
      // A delete without a condition is refused where there is nothing.
      const held = operation.base === undefined ? seen.revision !== 0n : seen.revision === operation.base
      return held ? undefined : seen
    }
    case 'write': {
      const { base, revision, value } = operation
      const before = resolve(state, base)
      if (before === undefined || revision <= before.last) return undefined
      if (value === undefined && before.value === undefined) return undefined
      return { revision: value === undefined ? 0n : revision, value, last: revision }
    }
    case 'unknown': {
      const before = resolve(state, operation.base)
      if (before === undefined) return undefined
      const { value } = operation
      return { revision: value === undefined ? 0n : undefined, value, last: before.last }
    }
  }
}

/** The state with the revision in the condition; undefined if it cannot have that. */
function resolve(state: State, base: bigint | undefined): State | undefined {
  if (base === undefined || state.revision === base) return state
  if (state.revision !== undefined || base <= state.last) return undefined
  return { ...state, revision: base, last: base }
}

function observe(state: State, found: Register): State | undefined {
  return state.value === found.value ? resolve(state, found.revision) : undefined
}
