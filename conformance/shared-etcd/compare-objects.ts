import { isDeepStrictEqual } from 'node:util'

/** An object as a server shows it. */
export interface ShownObject {
  readonly metadata: Readonly<Record<string, unknown>> & { readonly name: string; readonly resourceVersion: string }
  readonly [member: string]: unknown
}

/** Objects by their paths. */
export type Objects = ReadonlyMap<string, ShownObject>

/** What {@link compareObjects} found. */
export interface Comparison {
  /** One line for each object that is missing or shown differently. */
  readonly lines: readonly string[]
  readonly same: number
  /** Objects with a newer resourceVersion: the server has written them at its start. */
  readonly changed: number
}

/** Compares the objects that one server has shown with those that the next one shows. */
export function compareObjects(before: Objects, found: Objects): Comparison {
  const lines: string[] = []
  let [same, changed] = [0, 0]
  for (const [path, object] of before) {
    const other = found.get(path)
    if (other === undefined) lines.push(`${path} is missing`)
    else if (isDeepStrictEqual(other, object)) same++
    else if (other.metadata.resourceVersion !== object.metadata.resourceVersion) changed++
    else lines.push(`${path} differs: ${differencesOf(object, other, '').slice(0, 3).join('; ')}`)
  }
  return { lines, same, changed }
}

function differencesOf(before: unknown, found: unknown, path: string): string[] {
  if (isDeepStrictEqual(before, found)) return []
  if (!isObject(before) || !isObject(found))
    return [`${path} was ${JSON.stringify(before)}, is ${JSON.stringify(found)}`]
  const names = new Set([...Object.keys(before), ...Object.keys(found)])
  return [...names].flatMap((name) => differencesOf(before[name], found[name], `${path}.${name}`))
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
