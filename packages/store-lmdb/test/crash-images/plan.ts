import type { StoreValue } from '@pinnace/store'

/** An operation of the recorded run. The revision stands in every value, so that a value of another write differs. */
export interface PlannedOperation {
  readonly type: 'put' | 'delete'
  readonly key: string
  readonly value: StoreValue
}

const operations = 200
const keys = 24
/** Few enough changes that pages are freed and used again within the run. */
export const historyLimit = 30

/** The 200 operations of the recorded run, in the groups in which they are sent: creates, updates and deletes. */
export function planOf(): readonly (readonly PlannedOperation[])[] {
  let state = 7
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const existing = new Set<string>()
  const groups: PlannedOperation[][] = []
  for (let count = 0; count < operations;) {
    const group: PlannedOperation[] = []
    const size = Math.min(1 + Math.floor(random() * 6), operations - count)
    while (group.length < size) {
      const key = `/registry/pods/default/pod-${Math.floor(random() * keys)}`
      const isDelete = existing.has(key) && random() < 0.25
      const filling = 'x'.repeat(Math.floor(random() * (random() < 0.1 ? 9_000 : 600)))
      if (isDelete) existing.delete(key)
      else existing.add(key)
      group.push({
        type: isDelete ? 'delete' : 'put',
        key,
        value: { before: '{"revision":"', after: `","a":"${filling}"}` },
      })
    }
    count += group.length
    groups.push(group)
  }
  return groups
}

/** The keys and values after the first operations. Operation N has revision N + 1. */
export function stateAfter(count: number): ReadonlyMap<string, string> {
  const state = states[count]
  if (state === undefined) throw new RangeError(`there are ${operations} operations, not ${count}`)
  return state
}

const states = statesOf()

function statesOf(): readonly ReadonlyMap<string, string>[] {
  const state = new Map<string, string>()
  const all = [new Map(state)]
  for (const [index, { type, key, value }] of planOf().flat().entries()) {
    if (type === 'delete') state.delete(key)
    else if (value.bytes === undefined) state.set(key, value.before + String(index + 2) + value.after)
    all.push(new Map(state))
  }
  return all
}
