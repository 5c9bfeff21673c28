import {
  CelDouble,
  CelDuration,
  CelList,
  CelMap,
  CelTimestamp,
  CelUint,
  elementsOf,
  formatValue,
  StructValue,
  typeOf,
  type CelValue,
} from '@pinnace/cel'
import { quote, setMember } from '@pinnace/meta'

/** A value that an expression has made and that cannot be used. */
export class MutationError extends Error {
  override readonly name = 'MutationError'
}

/** Refuses objects whose type is not named after the path where they stand. @throws MutationError */
// upstream: apiserver/pkg/cel/mutation/dynamic/objects.go, CheckTypeNamesMatchFieldPathNames
export function assertTypeNames(made: StructValue): void {
  const problems: string[] = []
  collectProblems(made, made.type.name, problems)
  if (problems.length > 0) throw new MutationError(`type mismatch: ${problems.join('\n')}`)
}

function collectProblems(value: CelValue, path: string, problems: string[]): void {
  if (value instanceof StructValue) {
    const { name } = value.type
    if (name !== path) {
      problems.push(
        `unexpected type name ${quote(name)}, expected ${quote(path)}, which matches field name path from root Object type`,
      )
    }
    for (const [field, member] of value.values) collectProblems(member, `${path}.${field}`, problems)
  } else if (value instanceof CelList) {
    for (const item of elementsOf(value)) collectProblems(item, path, problems)
  } else if (value instanceof CelMap) {
    for (const [, member] of textEntries(value)) collectProblems(member, path, problems)
  }
}

/** What a value is in JSON. @throws MutationError for values of libraries, and for maps with keys that are no text */
export function toJson(value: CelValue): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'number':
    case 'bigint':
      return value
    default:
      return value === null ? null : objectToJson(value)
  }
}

function objectToJson(value: Extract<CelValue, object>): unknown {
  if (value instanceof CelDouble) return value.value
  if (value instanceof CelUint) return Number(value.value)
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (value instanceof CelTimestamp || value instanceof CelDuration) return formatValue(value)
  if (value instanceof CelList) return elementsOf(value).map(toJson)
  if (value instanceof CelMap) return fromEntries(textEntries(value))
  if (value instanceof StructValue) return fromEntries(value.values)
  throw new MutationError(`type conversion error from '${goTypeName(typeOf(value).name)}' to '*structpb.Value'`)
}

/** `kubernetes.Quantity` is `Quantity` in messages. */
function goTypeName(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}

/** The entries of a map whose keys are text; others have no place in an object. */
function textEntries(map: CelMap): readonly (readonly [string, CelValue])[] {
  return [...map.keys()].flatMap((key) => (typeof key === 'string' ? [[key, map.get(key) ?? null] as const] : []))
}

function fromEntries(entries: Iterable<readonly [string, CelValue]>): Record<string, unknown> {
  const made: Record<string, unknown> = {}
  for (const [key, value] of entries) setMember(made, key, toJson(value))
  return made
}
