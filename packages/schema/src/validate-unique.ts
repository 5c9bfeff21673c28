import { setMember, type FieldErrors } from '@pinnace/meta'
import { getOwn } from './own-property.ts'
import { isObject } from './validate-value.ts'

/** Reports items of a set that stand in it twice. */
// upstream: apiextensions-apiserver/pkg/apiserver/schema/listtype/validation.go
export function validateSet(list: readonly unknown[], errors: FieldErrors, path: string): void {
  const seen = createSeen()
  for (let index = 0; index < list.length; index++) {
    if (seen(list[index])) errors.duplicate(`${path}[${index}]`, list[index])
  }
}

/** Reports items of a keyed list whose keys stand in it twice. */
export function validateMapList(
  list: readonly unknown[],
  keys: readonly string[],
  errors: FieldErrors,
  path: string,
): void {
  const seen = createSeen()
  const only = keys.length === 1 ? keys[0] : undefined
  for (let index = 0; index < list.length; index++) {
    const item = list[index]
    // null is of the wrong type: that has been said already.
    if (item === null) continue
    if (!isObject(item)) {
      errors.invalid(`${path}[${index}]`, item, 'must be an object for an array of list-type map')
      continue
    }
    if (seen(only === undefined ? identityOf(item, keys) : getOwn(item, only))) {
      errors.duplicate(`${path}[${index}]`, identityOf(item, keys))
    }
  }
}

function identityOf(item: object, keys: readonly string[]): object {
  const identity = {}
  for (const key of keys) {
    const value = getOwn(item, key)
    if (value !== undefined) setMember(identity, key, value)
  }
  return identity
}

/** Answers whether an equal value stands before this one for the first time: a value is reported once. */
function createSeen(): (value: unknown) => boolean {
  // Apart, so that no text can look like an object.
  const scalars = new Map<unknown, number>()
  const others = new Map<unknown, number>()
  return (value) => {
    const isScalar = typeof value !== 'object' || value === null
    const [seen, key] = isScalar ? [scalars, value] : [others, fingerprint(value)]
    const times = (seen.get(key) ?? 0) + 1
    seen.set(key, times)
    return times === 2
  }
}

/** Text that is equal where JSON values are, whatever the order of their keys. As deep as values may be: no recursion. */
export function fingerprint(value: unknown): string {
  const chunks: string[] = []
  const steps: Step[] = [{ value }]
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    if ('text' in step) chunks.push(step.text)
    else spell(step.value, chunks, steps)
  }
  return chunks.join('')
}

type Step = { readonly text: string } | { readonly value: unknown }

/** Writes the beginning of a value, and leaves the rest to be done next: the last step first. */
function spell(value: unknown, chunks: string[], steps: Step[]): void {
  if (Array.isArray(value)) {
    chunks.push('[')
    steps.push({ text: ']' })
    for (let index = value.length - 1; index >= 0; index--) steps.push({ text: ',' }, { value: value[index] })
  } else if (typeof value === 'object' && value !== null) {
    const members = value as Readonly<Record<string, unknown>>
    chunks.push('{')
    steps.push({ text: '}' })
    for (const key of Object.keys(members).sort().reverse()) {
      steps.push({ text: ',' }, { value: members[key] }, { text: `${JSON.stringify(key)}:` })
    }
  } else chunks.push(typeof value === 'string' ? JSON.stringify(value) : String(value))
}
