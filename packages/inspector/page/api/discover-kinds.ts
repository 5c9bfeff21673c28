import { itemsOf, memberOf, textOf, textsOf } from '../model/json.ts'
import type { KindAddress } from '../model/routes.ts'
import type { ApiClient } from './api-client.ts'

/** A version of a kind that the server serves. */
export interface KindInfo extends KindAddress {
  readonly kind: string
  readonly isNamespaced: boolean
  readonly verbs: readonly string[]
  readonly shortNames: readonly string[]
  /** Whether it is the preferred version of its group that has this resource. */
  readonly isPreferred: boolean
}

/** Reads the kinds of the server from aggregated discovery. */
export async function discoverKinds(api: ApiClient): Promise<readonly KindInfo[]> {
  const accept = api.accepts.groupDiscovery
  const [core, groups] = await Promise.all([api.read('/api', { accept }), api.read('/apis', { accept })])
  return [...itemsOf(core, 'items'), ...itemsOf(groups, 'items')].flatMap(kindsOfGroup)
}

function kindsOfGroup(item: unknown): readonly KindInfo[] {
  const group = textOf(memberOf(item, 'metadata'), 'name')
  const known = new Set<string>()
  return itemsOf(item, 'versions').flatMap((one) => {
    const version = textOf(one, 'version')
    return itemsOf(one, 'resources').map((entry): KindInfo => {
      const resource = textOf(entry, 'resource')
      const isPreferred = !known.has(resource)
      known.add(resource)
      return {
        group,
        version,
        resource,
        kind: textOf(memberOf(entry, 'responseKind'), 'kind'),
        isNamespaced: textOf(entry, 'scope') === 'Namespaced',
        verbs: textsOf(entry, 'verbs'),
        shortNames: textsOf(entry, 'shortNames'),
        isPreferred,
      }
    })
  })
}

/** The kind of an address; undefined if the server does not serve it. */
export function findKind(kinds: readonly KindInfo[], { group, version, resource }: KindAddress): KindInfo | undefined {
  return kinds.find((kind) => kind.group === group && kind.version === version && kind.resource === resource)
}

/** The kind that an apiVersion and a kind name. */
export function findByName(kinds: readonly KindInfo[], apiVersion: string, name: string): KindInfo | undefined {
  const slash = apiVersion.indexOf('/')
  const group = slash === -1 ? '' : apiVersion.slice(0, slash)
  const version = apiVersion.slice(slash + 1)
  return kinds.find((kind) => kind.group === group && kind.version === version && kind.kind === name)
}
