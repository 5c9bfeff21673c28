import type { Normalized } from './normalize.ts'

/**
 * An answer without what one server answers differently each time: the revision that a failed precondition names, the
 * binding that an access review names where several allow, the order of rules in a review of rules, the order of errors
 * about the keys of one map and of the managers of a conflict, whether the controller of flow schemas has come to one yet,
 * how far those of CRDs have come, the order of component statuses, periodic bookmarks, and what differs from build to build. kube-apiserver reads maps and its caches in random order.
 */
export function withoutChance(answer: Normalized): Normalized {
  return { ...answer, body: walk(answer.body, '') }
}

const ruleLists = new Set(['resourceRules', 'nonResourceRules'])

function walk(value: unknown, key: string): unknown {
  if (typeof value === 'string') return buildMembers.has(key) ? `<${key} of a build>` : settled(value)
  if (typeof value !== 'object' || value === null) return value
  if (!Array.isArray(value)) {
    const object = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, walk(member, name)]))
    if (object['kind'] === 'FlowSchema') return withoutCondition(object)
    if (object['kind'] === 'CustomResourceDefinition') return withoutProgress(object)
    if (Array.isArray(object['events'])) return { ...object, events: object['events'].filter(isNoBookmark) }
    if (object['kind'] === 'ComponentStatusList') return withSortedItems(object)
    if (object['kind'] === 'FlowSchemaList') return withItems(object, withoutCondition)
    if (object['kind'] === 'CustomResourceDefinitionList') return withItems(object, withoutProgress)
    return object['kind'] === 'Status' ? withOrderedCauses(object) : object
  }
  const items = value.map((item) => walk(item, ''))
  if (!ruleLists.has(key)) return items
  return items
    .map((item) => [JSON.stringify(item), item] as const)
    .sort(byText)
    .map(([, item]) => item)
}

/** False for a bookmark but that at the end of the state: whether one comes within a second is chance. */
function isNoBookmark(event: {
  readonly type?: string
  readonly object?: { readonly metadata?: { readonly annotations?: unknown } }
}): boolean {
  return event.type !== 'BOOKMARK' || event.object?.metadata?.annotations !== undefined
}

/** A list with its items in order of their text: kube-apiserver answers component statuses as their checks end. */
function withSortedItems(list: { readonly items?: unknown }): object {
  if (!Array.isArray(list.items)) return list
  const items = list.items.map((item: unknown) => [JSON.stringify(item), item] as const).sort(byText)
  return { ...list, items: items.map(([, item]) => item) }
}

/** A list whose items, which have no kind of their own, are settled. */
function withItems(list: { readonly items?: unknown }, settle: (item: object) => object): object {
  return { ...list, ...(Array.isArray(list.items) ? { items: list.items.map(settle) } : {}) }
}

function byText([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return left < right ? -1 : left > right ? 1 : 0
}

/** Members of `/version` that differ from build to build. */
const buildMembers = new Set([
  'gitVersion',
  'gitCommit',
  'gitTreeState',
  'buildDate',
  'goVersion',
  'compiler',
  'platform',
])

function settled(text: string): string {
  return withOrderedOwners(text)
    .replaceAll(/(apiserver-<identity>_)[0-9a-f-]{36}\b/g, '$1<uid>')
    .replaceAll(/\b(too old resource version: (?:<version>|\d+)) \(\d+\)/g, '$1 (<version>)')
    .replaceAll(/\b(\d{1,5}:)3[0-2]\d{3}(\/(?:TCP|UDP|SCTP))\b/g, '$1<port>$2')
    .replaceAll(/(the ResourceVersion in record \()\d+\)/g, '$1<version>)')
    .replaceAll(/(\\*"resourceVersion\\*":\\*")\d+/g, '$1<version>')
    .replace(/^RBAC: allowed by .*$/, 'RBAC: allowed by <binding>')
}

const patchedObject = /^(.*?Invalid value: )("(?:[^"\\]|\\.)*")(: strict decoding error: .*)$/s

/** The message about a patched object with its owners in the order of their text: they are ordered by times. */
function withOrderedOwners(text: string): string {
  const [, head = '', quoted = '', tail = ''] = patchedObject.exec(text) ?? []
  if (!quoted.includes('managedFields')) return text
  try {
    const object = JSON.parse(JSON.parse(quoted) as string) as { metadata?: { managedFields?: unknown[] } }
    const { managedFields = [] } = object.metadata ?? {}
    const sorted = managedFields
      .map((entry) => [JSON.stringify(entry), entry] as const)
      .sort(byText)
      .map(([, entry]) => entry)
    const settledObject = { ...object, metadata: { ...object.metadata, managedFields: sorted } }
    return `${head}${JSON.stringify(JSON.stringify(settledObject))}${tail}`
  } catch {
    return text
  }
}

interface FlowSchema {
  readonly metadata?: { readonly managedFields?: readonly { readonly manager?: string }[] }
  readonly status?: { readonly conditions?: readonly { readonly type?: string }[] }
}

/** A flow schema before its controller has said whether its priority level exists. */
function withoutCondition(schema: FlowSchema): FlowSchema {
  const { metadata, status } = schema
  const conditions = status?.conditions?.filter(({ type }) => type !== 'Dangling') ?? []
  const { conditions: _conditions, ...rest } = status ?? {}
  const managedFields = metadata?.managedFields?.filter(
    ({ manager = '' }) => !manager.startsWith('api-priority-and-fairness'),
  )
  return {
    ...schema,
    ...(managedFields === undefined ? {} : { metadata: { ...metadata, managedFields } }),
    ...(status === undefined ? {} : { status: conditions.length === 0 ? rest : { ...rest, conditions } }),
  }
}

interface Cause {
  readonly reason?: string
  readonly field?: string
  readonly message?: string
}

interface StatusBody {
  readonly message?: string
  readonly details?: { readonly causes?: readonly Cause[] }
}

/** A Status whose causes about one map, and whose conflicts, are in the order of their text. */
function withOrderedCauses(status: StatusBody): StatusBody {
  const { message, details } = status
  const causes = details?.causes ?? []
  if (causes.length < 2) return status
  const runs: Cause[][] = []
  for (const cause of causes) {
    const last = runs.at(-1)
    if (last?.[0] !== undefined && placeOf(last[0]) === placeOf(cause)) last.push(cause)
    else runs.push([cause])
  }
  const ordered = runs.flatMap((run) => run.map((cause) => [JSON.stringify(cause), cause] as const).sort(byText))
  return {
    ...status,
    // The message of an invalid object repeats its causes.
    ...(message === undefined ? {} : { message: message.replace(/ is invalid: \[.*\]$/s, ' is invalid: [<causes>]') }),
    details: { ...details, causes: ordered.map(([, cause]) => cause) },
  }
}

/** The map that a cause is about, or its field. */
function placeOf({ reason, field = '' }: Cause): string {
  if (reason === 'FieldManagerConflict') return reason
  // A limit is missed while the requests, a map, are validated.
  return field.replace(/\[(?!\d+\])[^\]]*\].*$/, '').replace(/\.resources\.limits$/, '.resources.requests')
}

interface Definition {
  readonly metadata?: {
    readonly deletionTimestamp?: string
    readonly finalizers?: readonly string[]
    readonly managedFields?: readonly unknown[]
  }
  readonly status?: { readonly conditions?: readonly { readonly type?: string }[] | null }
}

/** A CRD without the conditions that controllers set as they come to it, their owner, and the finalizer they remove. */
function withoutProgress(definition: Definition): Definition {
  const { metadata, status } = definition
  const finalizers = metadata?.finalizers?.filter((name) => !name.startsWith('customresourcecleanup.')) ?? []
  const { finalizers: _finalizers, managedFields, ...others } = metadata ?? {}
  const isSettled = (type?: string): boolean => type !== 'Terminating' && type !== 'Established'
  return {
    ...definition,
    ...(metadata === undefined
      ? {}
      : {
          metadata: {
            ...others,
            ...(finalizers.length === 0 ? {} : { finalizers }),
            ...(managedFields === undefined ? {} : { managedFields: managedFields.map(withoutConditions) }),
          },
        }),
    ...(Array.isArray(status?.conditions)
      ? { status: { ...status, conditions: status.conditions.filter(({ type }) => isSettled(type)) } }
      : {}),
  }
}

function withoutConditions(entry: unknown): unknown {
  const kept = (key: string, value: unknown): unknown =>
    /^k:\{"type":"(Terminating|Established)"\}$/.test(key) ? undefined : value
  return JSON.parse(JSON.stringify(entry, kept))
}
