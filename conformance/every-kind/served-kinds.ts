import type { Server } from '@pinnace/server'
import { readJson, send } from './send.ts'

/** A subresource as discovery lists it. */
export interface ServedSubresource {
  readonly name: string
  readonly verbs: readonly string[]
}

/** A resource of one version, as discovery lists it. */
export interface ServedKind {
  /** `v1`, `apps/v1` */
  readonly groupVersion: string
  readonly group: string
  readonly resource: string
  readonly kind: string
  readonly isNamespaced: boolean
  readonly verbs: readonly string[]
  readonly subresources: readonly ServedSubresource[]
  /** Objects of it are kept. */
  readonly isStored: boolean
}

interface DiscoveredResource {
  readonly resource: string
  readonly scope: string
  readonly verbs: readonly string[]
  readonly responseKind: { readonly kind: string }
  readonly subresources?: readonly { readonly subresource: string; readonly verbs: readonly string[] }[]
}

interface DiscoveryList {
  readonly items: readonly {
    readonly metadata: { readonly name?: string }
    readonly versions: readonly { readonly version: string; readonly resources: readonly DiscoveredResource[] }[]
  }[]
}

const aggregated = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'

/** Every resource of every version a server serves, in the order of discovery. */
export async function readServedKinds(server: Server): Promise<ServedKind[]> {
  const served: ServedKind[] = []
  for (const path of ['/api', '/apis']) {
    const reply = await send(server, { user: 'admin', method: 'GET', path, accept: aggregated })
    for (const { metadata, versions } of readJson<DiscoveryList>(reply).items) {
      for (const { version, resources } of versions) {
        served.push(...resources.map((resource) => toServedKind(metadata.name ?? '', version, resource)))
      }
    }
  }
  return served
}

function toServedKind(group: string, version: string, discovered: DiscoveredResource): ServedKind {
  const { resource, scope, verbs, responseKind, subresources = [] } = discovered
  return {
    groupVersion: group === '' ? version : `${group}/${version}`,
    group,
    resource,
    kind: responseKind.kind,
    isNamespaced: scope === 'Namespaced',
    verbs,
    subresources: subresources.map(({ subresource, verbs: itsVerbs }) => ({ name: subresource, verbs: itsVerbs })),
    isStored: verbs.includes('list') && verbs.includes('create'),
  }
}
