import { compileRequirement, type LabelRequirement, type LabelTest } from './label-requirement.ts'

/** Up to this number of requirements, trying each is faster than looking up every label. */
const fewRequirements = 8

/**
 * Compiles requirements, which must all match. The time of a match depends on the number of labels, not on that of
 * requirements: those of one key are merged into sets, and an absent label matches whatever only excludes values.
 */
export function compileRequirements(requirements: readonly LabelRequirement[]): LabelTest {
  const [first] = requirements
  if (first !== undefined && requirements.length === 1) return compileRequirement(first)
  if (requirements.length > fewRequirements) return compileByKey(requirements)
  const tests = requirements.map(compileRequirement)
  return (labels) => {
    for (const test of tests) if (!test(labels)) return false
    return true
  }
}

/** The requirements of one key. */
interface KeyRequirements {
  /** Undefined: any value. */
  allowed: ReadonlySet<string> | undefined
  excluded: Set<string> | undefined
  orders: LabelTest[] | undefined
  mustExist: boolean
  mustNotExist: boolean
}

function compileByKey(requirements: readonly LabelRequirement[]): LabelTest {
  const byKey = new Map<string, KeyRequirements>()
  for (const requirement of requirements) {
    let merged = byKey.get(requirement.key)
    if (merged === undefined) {
      merged = { allowed: undefined, excluded: undefined, orders: undefined, mustExist: false, mustNotExist: false }
      byKey.set(requirement.key, merged)
    }
    merge(merged, requirement)
  }
  let required = 0
  for (const { mustExist } of byKey.values()) if (mustExist) required++
  return (labels) => {
    let found = 0
    for (const key in labels) {
      const value = labels[key]
      const wanted = typeof value === 'string' ? byKey.get(key) : undefined
      if (value === undefined || wanted === undefined) continue
      if (!isAllowed(wanted, value) || wanted.orders?.every((test) => test(labels)) === false) return false
      if (wanted.mustExist) found++
    }
    return found === required
  }
}

function isAllowed({ mustNotExist, allowed, excluded }: KeyRequirements, value: string): boolean {
  return !mustNotExist && allowed?.has(value) !== false && excluded?.has(value) !== true
}

function merge(merged: KeyRequirements, requirement: LabelRequirement): void {
  const { operator, values } = requirement
  switch (operator) {
    case '!':
      merged.mustNotExist = true
      return
    case '!=':
    case 'notin':
      merged.excluded ??= new Set()
      for (const value of values) merged.excluded.add(value)
      return
    case 'exists':
      merged.mustExist = true
      return
    case 'gt':
    case 'lt':
      merged.mustExist = true
      merged.orders ??= []
      merged.orders.push(compileRequirement(requirement))
      return
    default: {
      const { allowed } = merged
      merged.mustExist = true
      merged.allowed = new Set(allowed === undefined ? values : values.filter((value) => allowed.has(value)))
    }
  }
}
