import { isEqualJson, type ApiObject } from '@pinnace/meta'
import type { ObservedEvent } from './observed-resource.ts'
import type { SimulatedObject } from './operations.ts'

/** Returns what is wrong with a history that a watch has delivered, compared with another one of the same resource. */
export function compareHistories(
  name: string,
  history: readonly ObservedEvent[],
  expected: readonly ObservedEvent[],
): readonly string[] {
  for (const [index, event] of expected.entries()) {
    const found = history[index]
    if (found === undefined) return [`${name} ends before ${describe(event)}`]
    if (found.revision !== event.revision || found.type !== event.type || !isEqualJson(found.object, event.object)) {
      return [`${name} has ${describe(found)} where the other watch has ${describe(event)}`]
    }
  }
  const surplus = history[expected.length]
  return surplus === undefined ? [] : [`${name} has ${describe(surplus)} after the last event of the other watch`]
}

/** Returns what is wrong with the events themselves: an object is added once, changed and deleted only while it is there. */
export function checkTypes(history: readonly ObservedEvent[], initial: readonly ApiObject[]): readonly string[] {
  const violations: string[] = []
  const live = new Map(initial.map((object) => [object.metadata.name ?? '', object.metadata.uid]))
  for (const event of history) {
    const { name = '', uid } = event.object.metadata
    const before = live.get(name)
    const isExpected = event.type === 'ADDED' ? before === undefined : before === uid
    if (!isExpected) violations.push(`${describe(event)} does not follow from the events before it`)
    if (event.type === 'DELETED') live.delete(name)
    else live.set(name, uid)
  }
  return violations
}

/** The objects after a history, by name. */
export function replay(
  history: readonly ObservedEvent[],
  initial: readonly ApiObject[],
): ReadonlyMap<string, ApiObject> {
  const objects = new Map(initial.map((object) => [object.metadata.name ?? '', object]))
  for (const { type, object } of history) {
    const name = object.metadata.name ?? ''
    if (type === 'DELETED') objects.delete(name)
    else objects.set(name, object)
  }
  return objects
}

/** Returns the addresses and node ports that two services had at the same time. */
export function checkAddresses(history: readonly ObservedEvent[]): readonly string[] {
  const violations: string[] = []
  const holders = new Map<string, string>()
  for (const event of history) {
    const { name = '' } = event.object.metadata
    for (const [held, holder] of holders) if (holder === name) holders.delete(held)
    if (event.type === 'DELETED') continue
    for (const held of heldBy(event.object)) {
      const other = holders.get(held)
      if (other !== undefined) violations.push(`${held} of ${other} was given to ${name} at ${event.revision}`)
      holders.set(held, name)
    }
  }
  return violations
}

/** Returns the revisions at which more than `limit` objects existed. */
export function checkCount(history: readonly ObservedEvent[], limit: number): readonly string[] {
  let count = 0
  return history.flatMap(({ type, revision }) => {
    if (type === 'ADDED') count++
    if (type === 'DELETED') count--
    return count > limit ? [`${count} objects at ${revision} exceed the quota of ${limit}`] : []
  })
}

function heldBy({ spec }: SimulatedObject): readonly string[] {
  const ports = spec?.ports?.flatMap(({ nodePort = 0 }) => (nodePort === 0 ? [] : [`node port ${nodePort}`])) ?? []
  return [...ports, ...(spec?.clusterIPs ?? []).filter((ip) => ip !== 'None').map((ip) => `address ${ip}`)]
}

function describe({ type, object, revision }: ObservedEvent): string {
  return `${type} ${object.metadata.name ?? ''} at ${revision}`
}
