import type { Client } from '@pinnace/client'
import { formatTime, type Vocabulary } from '@pinnace/meta'
import type { CustomResourceDefinition } from '@pinnace/types/apiextensions-v1'
import { undefinedIfNotFound } from '../undefined-if-not-found.ts'

/** How a migration of custom resources stands. */
export type CrdMigration =
  | { readonly state: 'running'; readonly migration: string }
  | { readonly state: 'succeeded' }
  | { readonly state: 'failed' }

/** Options for {@link reportCrdMigration}. */
export interface CrdMigrationOptions {
  readonly client: Client
  readonly vocabulary: Vocabulary
  /** The name of the CRD. Other resources have no CRD, and nothing is reported. */
  readonly name: string
  readonly nowMs: number
  readonly signal: AbortSignal
}

// upstream: pkg/controller/storageversionmigrator/migrationrunner.go, MigrationRunnerControllerName
const fieldManager = 'migration-runner-controller'
const conditionType = 'StorageMigrating'

/**
 * Writes the condition StorageMigrating of a CRD. When the migration is over and the CRD has not changed since it began,
 * the stored versions become the one that is stored now.
 */
// upstream: migrationrunner.go, markAsActive and finishCRDMigration
export async function reportCrdMigration(migration: CrdMigration, options: CrdMigrationOptions): Promise<void> {
  const { client, vocabulary, name, nowMs, signal } = options
  if (!name.includes('.')) return
  const kind = { apiVersion: `${vocabulary.group('apiextensions')}/v1`, kind: 'CustomResourceDefinition' } as const
  const crds = client.resource<CustomResourceDefinition>(kind)
  const crd = await undefinedIfNotFound(crds.get(name, { signal }))
  if (crd === undefined) return
  const { generation = 0, resourceVersion } = crd.metadata
  const { conditions = [] } = crd.status ?? {}
  const known = conditions?.find(({ type }) => type === conditionType)
  const isUnchanged = known?.observedGeneration === generation
  const condition = {
    type: conditionType,
    status: migration.state === 'running' ? 'True' : 'False',
    lastTransitionTime: formatTime(nowMs),
    ...reasonOf(migration, isUnchanged),
    observedGeneration: generation,
  }
  const stored = crd.spec.versions.filter(({ storage }) => storage).map((version) => version.name)
  const status = {
    conditions: [...(conditions ?? []).filter((one) => one !== known), condition],
    ...(migration.state !== 'running' && isUnchanged ? { storedVersions: stored } : {}),
  }
  const patch = { metadata: { resourceVersion }, status }
  await crds.subresource('status').patch(name, patch, { type: 'merge', fieldManager, signal })
}

function reasonOf(
  migration: CrdMigration,
  isUnchanged: boolean,
): { readonly reason: string; readonly message: string } {
  if (migration.state === 'running') {
    return { reason: 'MigrationRunning', message: `Migration ${migration.migration} is running` }
  }
  if (migration.state === 'failed') return { reason: 'MigrationFailed', message: 'The migration has failed' }
  const versions = isUnchanged
    ? 'and the stored versions have been updated'
    : 'but the stored versions have not been updated due to a generation mismatch'
  return { reason: 'MigrationSucceeded', message: `The migration has succeeded ${versions}` }
}
