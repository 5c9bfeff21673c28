import { cloneJson, formatGroupVersion, setMember, type ApiObject, type Mutable, type ObjectMeta } from '@pinnace/meta'
import type { SpokeConversion } from '../conversion.ts'
import type { ResourceDefinition } from '../definition.ts'

/** What an object says beside its type; metadata may be left out, as only labels and annotations are read from it. */
export type ConvertedContent<T extends ApiObject> = Omit<T, keyof ApiObject> & { readonly metadata?: ObjectMeta }

/** One version of a host's kind beside another. */
export interface HubConversion<T extends ApiObject, H extends ApiObject> {
  /** The version all others lead to. Its storage, scope and names are this one's too. */
  readonly hub: ResourceDefinition<H>
  /**
   * What an object of this version says, as the hub says it. Must lose nothing: what the hub has no field for goes into
   * annotations. `expectRoundTrip` of the versioning package tries it.
   */
  readonly toHub: (object: T) => ConvertedContent<H>
  /** The other way round. */
  readonly fromHub: (object: H) => ConvertedContent<T>
}

/** The spoke of a host's version. Identity, times and owners of an object are not the host's to convert. */
// upstream: apiextensions-apiserver/pkg/apiserver/conversion/webhook_converter.go, restoreObjectMeta
export function hubConversion<T extends ApiObject, H extends ApiObject>({
  toHub,
  fromHub,
}: HubConversion<T, H>): SpokeConversion {
  return {
    toHub: (object) => become(object, toHub(object as never)),
    fromHub: (object) => become(object, fromHub(object as never)),
  }
}

/** Throws a TypeError where `own` cannot be another version of the hub. */
export function assertVersionOf(
  hub: ResourceDefinition<never>,
  own: Pick<ResourceDefinition, 'group' | 'version' | 'kind' | 'resource' | 'scope'>,
): void {
  const apiVersion = formatGroupVersion(own)
  if (hub.conversion !== undefined) throw new TypeError('conversion.hub must not have a conversion itself')
  if (apiVersion === formatGroupVersion(hub)) throw new TypeError(`version ${apiVersion} is that of conversion.hub`)
  for (const name of ['group', 'kind', 'resource', 'scope'] as const) {
    if (own[name] === hub[name]) continue
    throw new TypeError(`${name} must be that of conversion.hub, ${JSON.stringify(hub[name])}`)
  }
}

function become(object: Mutable<ApiObject>, content: object): void {
  const fields = object as unknown as Record<string, unknown>
  const { apiVersion: _, kind: __, metadata, ...next } = content as Partial<ApiObject>
  for (const key of Object.keys(fields)) if (!isEnvelope(key)) delete fields[key]
  // What a host's function answers may be shared with something of its own; what is stored is frozen.
  for (const [key, value] of Object.entries(next)) if (value !== undefined) setMember(fields, key, cloneJson(value))
  if (metadata === undefined) return
  for (const name of ['labels', 'annotations'] as const) {
    const value = metadata[name]
    if (value === undefined) delete object.metadata[name]
    else object.metadata[name] = { ...value }
  }
}

function isEnvelope(key: string): boolean {
  return key === 'apiVersion' || key === 'kind' || key === 'metadata'
}
