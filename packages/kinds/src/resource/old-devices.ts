import type { ApiObject, Mutable } from '@pinnace/meta'
import type { ResourceDefinition, SpokeConversion, Strategy, Subresource } from '@pinnace/resources'
import type { KindBehavior } from '../kind-behavior.ts'
import { cloneDecoded, keepEmptied, withEmptied } from '@pinnace/schema'
import { throughHub } from '../through-hub.ts'

type Fields = Record<string, unknown>

/**
 * The conversions of v1beta1, where the properties of a device are in `basic`, and what a request asks for is in the
 * request itself.
 */
// upstream: apis/resource/v1beta1/conversion.go
export const oldConversions: Readonly<Record<OldKind, SpokeConversion>> = {
  ResourceClaim: spoke((object) => requestsOf(object['spec']), toNewRequest, toOldRequest),
  ResourceClaimTemplate: spoke((object) => requestsOf(fieldsOf(object['spec'])?.['spec']), toNewRequest, toOldRequest),
  ResourceSlice: sliceConversion(),
}

/** Kinds that have another form in v1beta1. */
export type OldKind = 'ResourceClaim' | 'ResourceClaimTemplate' | 'ResourceSlice'

/** The behavior of a kind of v1beta1: its own defaults, and the rules of v1. */
export function oldBehavior(
  behavior: KindBehavior,
  conversion: SpokeConversion,
  storage: ResourceDefinition['storage'],
): KindBehavior {
  const { strategy = {}, subresources = {} } = behavior
  const viaHub = (rules: Strategy): Strategy => ({
    ...rules,
    ...throughHub(rules, conversion),
    ...early(rules, conversion),
  })
  const entries = Object.entries(subresources).map(([name, subresource]): [string, Subresource] =>
    subresource.type === 'object'
      ? [name, { ...subresource, strategy: viaHub(subresource.strategy) }]
      : [name, subresource],
  )
  return {
    ...behavior,
    storage,
    conversion,
    strategy: viaHub(strategy),
    subresources: Object.fromEntries(entries),
  }
}

/** What runs before validation, on the object as the hub has it. */
function early(rules: Strategy, { toHub, fromHub }: SpokeConversion): Strategy {
  const hubOf = <T extends ApiObject>(object: T): Mutable<ApiObject> => {
    const copy = cloneDecoded(object) as Mutable<ApiObject>
    toHub(copy)
    return copy
  }
  const { defaults, needsNamespaceLabels, beforeValidation, authorizeUpdate, warnings } = rules
  return {
    ...(defaults && {
      defaults(next, context) {
        const changed = hubOf(next)
        defaults(changed, context)
        fromHub(changed)
        for (const key of Object.keys(next)) Reflect.deleteProperty(next, key)
        Object.assign(next, changed)
      },
    }),
    ...(needsNamespaceLabels && {
      needsNamespaceLabels: (next, live) => needsNamespaceLabels(hubOf(next), live && hubOf(live)),
    }),
    ...(beforeValidation && { beforeValidation: (next, slices) => beforeValidation(hubOf(next), slices) }),
    ...(authorizeUpdate && {
      authorizeUpdate: (next, live, errors, access) => authorizeUpdate(hubOf(next), hubOf(live), errors, access),
    }),
    ...(warnings && { warnings: (next, live) => warnings(hubOf(next), live && hubOf(live)) }),
  }
}

function spoke(
  itemsOf: (object: Fields) => readonly Fields[],
  toHub: (item: Fields) => void,
  fromHub: (item: Fields) => void,
): SpokeConversion {
  return {
    toHub: (object) => itemsOf(fieldsOf(object) ?? {}).forEach(toHub),
    fromHub: (object) => itemsOf(fieldsOf(object) ?? {}).forEach(fromHub),
  }
}

const requestFields = [
  'deviceClassName',
  'selectors',
  'allocationMode',
  'count',
  'adminAccess',
  'tolerations',
  'capacity',
] as const
const deviceFields = [
  'attributes',
  'capacity',
  'consumesCounters',
  'nodeName',
  'nodeSelector',
  'allNodes',
  'taints',
  'bindsToNode',
  'bindingConditions',
  'bindingFailureConditions',
  'allowMultipleAllocations',
  'nodeAllocatableResourceMappings',
] as const

function toNewRequest(request: Fields): void {
  const exactly = take(request, requestFields)
  const given = Object.entries({ ...pick(withEmptied(request), requestFields), ...exactly })
  const isSet = given.some(([, value]) => value !== '' && value !== 0 && value !== null)
  // upstream: the class has no omitempty in v1, so a request of another kind of one has an empty one.
  if (isSet) request['exactly'] = keepEmptied({ deviceClassName: '', ...exactly }, request)
}

function toOldRequest(request: Fields): void {
  const exactly = fieldsOf(request['exactly'])
  delete request['exactly']
  if (exactly === undefined) return
  for (const name of requestFields) if (exactly[name] !== undefined) request[name] = exactly[name]
  keepEmptied(request, exactly)
  if (request['deviceClassName'] === '') delete request['deviceClassName']
}

function sliceConversion(): SpokeConversion {
  return {
    toHub(object) {
      const spec = fieldsOf(fieldsOf(object)?.['spec'])
      if (spec === undefined) return
      if (spec['nodeName'] === '') delete spec['nodeName']
      if (spec['allNodes'] === false) delete spec['allNodes']
      for (const device of listOf(spec['devices'])) {
        const basic = fieldsOf(device['basic'])
        delete device['basic']
        Object.assign(device, basic)
        if (basic !== undefined) keepEmptied(device, basic)
      }
    },
    fromHub(object) {
      const spec = fieldsOf(fieldsOf(object)?.['spec'])
      if (spec === undefined) return
      for (const device of listOf(spec['devices'])) {
        device['basic'] = keepEmptied(take(device, deviceFields), device)
      }
    },
  }
}

function pick(object: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.flatMap((name) => (object[name] === undefined ? [] : [[name, object[name]]])))
}

function take(object: Fields, names: readonly string[]): Fields {
  const taken: Fields = {}
  for (const name of names) {
    if (object[name] === undefined) continue
    taken[name] = object[name]
    delete object[name]
  }
  return taken
}

function requestsOf(spec: unknown): readonly Fields[] {
  return listOf(fieldsOf(fieldsOf(spec)?.['devices'])?.['requests'])
}

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null ? (value as Fields) : undefined
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null) : []
}
