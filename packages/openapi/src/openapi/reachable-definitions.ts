import type { OpenApiDefinitions } from '@pinnace/schema'
import type { PathOperations } from './operation.ts'

/** The values that are looked at before the work can be interrupted. */
const stepLength = 1_024

/** The definitions that operations refer to, directly or through other definitions. Can be interrupted. */
export function* reachableDefinitions(
  paths: readonly PathOperations[],
  all: OpenApiDefinitions,
  refPrefix: string,
): Generator<void, OpenApiDefinitions> {
  const reached = new Set<string>()
  const open: unknown[] = []
  const reach = (name: string | undefined): void => {
    if (name === undefined || reached.has(name)) return
    reached.add(name)
    open.push(all[name])
  }
  for (const { operations } of paths) {
    for (const { body, answer } of operations) {
      reach(body)
      reach(answer)
    }
  }
  for (let seen = 1; open.length > 0; seen++) {
    if (seen % stepLength === 0) yield
    const next = open.pop()
    if (typeof next !== 'object' || next === null) continue
    for (const [key, member] of Object.entries(next)) {
      if (key === '$ref' && typeof member === 'string') reach(member.slice(refPrefix.length))
      else open.push(member)
    }
  }
  return Object.fromEntries(Object.entries(all).filter(([name]) => reached.has(name)))
}
