import { formatGroupVersion, StatusError, type ApiObject } from '@pinnace/meta'
import type { Client } from '../client.ts'
import type { DiscoveredResource } from '../resource-identity.ts'
import type { Manifest } from './parse-manifests.ts'

/** Options for {@link applyManifests}. */
export interface ApplyManifestsOptions {
  /** The manager of the applied fields. */
  readonly fieldManager: string
  /** Takes fields from other managers. @default false */
  readonly force?: boolean
  /** The namespace of objects without one. @default 'default' */
  readonly namespace?: string
}

/** A manifest that could not be applied. */
export interface ManifestFailure {
  readonly manifest: Manifest
  readonly error: Error
}

/** What became of manifests. */
export interface AppliedManifests {
  readonly applied: readonly ApiObject[]
  /** In the order of the manifests. */
  readonly failures: readonly ManifestFailure[]
}

/**
 * Applies manifests, in any order: those that fail are tried again as long as others succeed, so that a namespace or a CRD
 * may follow what needs it.
 */
export async function applyManifests(
  client: Client,
  manifests: readonly Manifest[],
  options: ApplyManifestsOptions,
): Promise<AppliedManifests> {
  const applied: ApiObject[] = []
  let pending = manifests
  for (;;) {
    const failures: ManifestFailure[] = []
    const served = await servedKinds(client)
    for (const manifest of pending) {
      try {
        applied.push(await applyOne(client, served, manifest, options))
      } catch (error) {
        failures.push({ manifest, error: error instanceof Error ? error : new Error(String(error)) })
      }
    }
    if (failures.length === 0 || failures.length === pending.length) return { applied, failures }
    pending = failures.map(({ manifest }) => manifest)
  }
}

type ServedKinds = ReadonlyMap<string, DiscoveredResource>

async function servedKinds(client: Client): Promise<ServedKinds> {
  const resources = await client.discover()
  return new Map(resources.map((resource) => [`${formatGroupVersion(resource)} ${resource.kind}`, resource]))
}

function applyOne(
  client: Client,
  served: ServedKinds,
  { object }: Manifest,
  { fieldManager, force = false, namespace = 'default' }: ApplyManifestsOptions,
): Promise<ApiObject> {
  const found = served.get(`${object.apiVersion} ${object.kind}`)
  if (found === undefined) {
    throw new StatusError('NotFound', `no matches for kind "${object.kind}" in version "${object.apiVersion}"`)
  }
  const resource = client.resource(found)
  const scoped = found.scope === 'Namespaced' ? resource.namespace(object.metadata.namespace ?? namespace) : resource
  return scoped.apply(object, { fieldManager, force })
}
