import type { Client, DiscoveredResource } from '@pinnace/client'
import { formatGroupVersion, StatusError } from '@pinnace/meta'

/** Options for {@link migrateObjects}. */
export interface MigrateObjectsOptions {
  readonly client: Client
  readonly resource: DiscoveredResource
  /** Objects that were written later are stored in the current version already. */
  readonly resourceVersion: string
  readonly fieldManager: string
  readonly signal: AbortSignal
}

/**
 * Stores every object of a resource again by an apply that changes nothing. An object that is changed or deleted meanwhile
 * needs no migration. Throws what a write fails with otherwise.
 */
// upstream: pkg/controller/storageversionmigrator/storageversionmigrator.go, runMigration
export async function migrateObjects(options: MigrateObjectsOptions): Promise<void> {
  const { client, resource, resourceVersion: before, fieldManager, signal } = options
  const objects = client.resource(resource)
  for await (const { metadata } of client.metadata(resource).listAll({ signal })) {
    const { name = '', namespace = '', uid, resourceVersion = '' } = metadata
    if (BigInt(resourceVersion) > BigInt(before)) continue
    const object = {
      apiVersion: formatGroupVersion(resource),
      kind: resource.kind,
      // The UID keeps a deleted object from being created again.
      metadata: { name, uid, resourceVersion },
    }
    try {
      await objects.namespace(namespace).apply(object, { fieldManager, signal })
    } catch (error) {
      if (!isGone(error)) throw error
    }
  }
}

function isGone(error: unknown): boolean {
  return error instanceof StatusError && (error.reason === 'Conflict' || error.reason === 'NotFound')
}

const passing = new Set([
  'Expired',
  'InternalError',
  'ServerTimeout',
  'ServiceUnavailable',
  'Timeout',
  'TooManyRequests',
])

/** Whether a failure may pass, so that the migration is tried again: of the connection, of the server, or of a page. */
export function mayPass(error: unknown): boolean {
  return !(error instanceof StatusError) || passing.has(error.reason)
}
