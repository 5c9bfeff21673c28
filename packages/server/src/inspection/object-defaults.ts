import type { ObjectDefaults } from '@pinnace/inspector'
import {
  badRequest,
  cloneJson,
  createTimeSlices,
  formatJson,
  notFound,
  parseRequestInfo,
  type ApiObject,
  type Clock,
  type Mutable,
  type Random,
  type UserInfo,
  type Vocabulary,
} from '@pinnace/meta'
import { assertAllowed, attributesOf, type AuthorizationContext } from '../pipeline/authorize.ts'
import type { ServedResource } from '../storage/served-resource.ts'
import type { ServedResources } from '../storage/served-resources.ts'

/** What finding the defaults of an object needs of the server. */
export interface DefaultsContext extends AuthorizationContext {
  readonly resources: Pick<ServedResources, 'find'>
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  readonly random: Random
}

/** The most fields that are tried, and the largest object, in characters of JSON: each field costs a pass over it. */
const maxFields = 500
const maxLength = 128 * 1024

/**
 * The fields of a stored object that have their default: each is left out of a copy, and the defaults of the kind are
 * filled in again. Throws 403 for a user who may not get the object.
 */
export async function objectDefaults(server: DefaultsContext, path: string, user: UserInfo): Promise<ObjectDefaults> {
  const info = parseRequestInfo('GET', path)
  const { group, version, resource, subresource, namespace, name } = info
  if (resource === '' || name === '' || subresource !== '') throw badRequest('path must be that of an object')
  await assertAllowed(server, attributesOf({ info, user, deadlineMs: Infinity }))
  const served = server.resources.find(group, version, resource)
  const entry = await served?.storage?.readNewest(served.storage.key(namespace, name))
  if (served === undefined || entry === undefined) throw notFound({ group, resource }, name)
  const object = await served.codec.showOne(entry.object())
  if (formatJson(object).length > maxLength) return { fields: [], isPartial: true }
  const fill = defaultsOf(server, served, { namespace, user })
  const all = [...fieldsOf(object)]
  const slices = createTimeSlices({ clock: server.clock })
  const fields: string[] = []
  for (const field of all.slice(0, maxFields)) {
    if (slices.isOver()) await slices.next()
    if (isFilledIn(object, field, fill)) fields.push(pointerOf(field))
  }
  return { fields, isPartial: all.length > maxFields }
}

type Fill = (draft: Mutable<ApiObject>) => void

function defaultsOf(
  { vocabulary, clock, random }: DefaultsContext,
  { codec, definition }: ServedResource,
  { namespace, user }: { readonly namespace: string; readonly user: UserInfo },
): Fill {
  const context = { vocabulary, clock, random, user, namespace, dryRun: true, warn: () => {} }
  return (draft) => {
    codec.decode(draft as unknown as Record<string, unknown>, undefined)
    definition.strategy.defaults?.(draft, context)
  }
}

type Field = readonly (string | number)[]

/** What the server fills in by itself: not defaults. */
const others = new Set(['apiVersion', 'kind', 'metadata', 'status'])

/** The members without members of their own. */
function* fieldsOf(value: unknown, at: Field = []): Generator<Field> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* fieldsOf(item, [...at, index])
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      if (at.length === 0 && others.has(key)) continue
      if (hasMembers(member)) yield* fieldsOf(member, [...at, key])
      else yield [...at, key]
    }
  }
}

function hasMembers(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

function isFilledIn(object: ApiObject, field: Field, fill: Fill): boolean {
  const draft = cloneJson(object) as Mutable<ApiObject>
  const parent = valueAt(draft, field.slice(0, -1)) as Record<string, unknown>
  delete parent[String(field.at(-1))]
  try {
    fill(draft)
  } catch {
    // Without the field, the object is none of its kind.
    return false
  }
  const filled = valueAt(draft, field)
  return filled !== undefined && formatJson(filled) === formatJson(valueAt(object, field))
}

function valueAt(value: unknown, field: Field): unknown {
  return field.reduce<unknown>(
    (found, key) => (typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined),
    value,
  )
}

function pointerOf(field: Field): string {
  return field.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
