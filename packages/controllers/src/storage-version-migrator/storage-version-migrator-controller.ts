import type { DiscoveredResource, Informer, KindReference } from '@pinnace/client'
import { formatGroupVersion, parseTime, type Vocabulary } from '@pinnace/meta'
import type { StorageVersionMigration } from '@pinnace/types/storagemigration-v1beta1'
import type { Controller, ControllerContext } from '../controller.ts'
import { unlessOutdated } from '../is-outdated.ts'
import { startLoop } from '../reconcile-loop.ts'
import type { Requeue } from '../workloads/requeue.ts'
import { nameOf } from '../workloads/stored-object.ts'
import { reportCrdMigration, type CrdMigration } from './crd-migration.ts'
import { mayPass, migrateObjects } from './migrate-objects.ts'
import { isOver, isTrue, resourceKey, withCondition } from './migration-status.ts'

const name = 'storage-version-migrator-controller'

/** How long a resource may be missing from discovery before its migration fails. */
const discoveryMs = 60_000

/** What a migration needs to do with a resource. */
const neededVerbs = ['update', 'patch', 'list'] as const

/**
 * Carries out StorageVersionMigrations: one at a time for each resource, the oldest first. It stores every object of the
 * resource again, in the version that is stored now.
 */
// upstream: pkg/controller/storageversionmigrator – three controllers there, which hand each migration on by its status.
export const storageVersionMigratorController: Controller = {
  name,
  isDefault: true,
  needs: (vocabulary) => [migrationKind(vocabulary)],
  // It is off by default.
  reportsMissingKinds: false,
  start(context) {
    const migrations = context.informers.informer<StorageVersionMigration>(migrationKind(context.vocabulary))
    const loop = startLoop({
      name,
      context,
      reconcile: (key, signal) => reconcileResource(key, { context, migrations, signal }),
    })
    const enqueue = (migration: StorageVersionMigration): void => loop.add(resourceKey(migration))
    migrations.addHandler({ add: enqueue, update: enqueue, delete: enqueue })
    return loop
  },
}

interface Access {
  readonly context: ControllerContext
  readonly migrations: Informer<StorageVersionMigration>
  readonly signal: AbortSignal
}

/** Advances the migrations of one resource by a step. The change of the status queues the resource again. */
async function reconcileResource(key: string, access: Access): Promise<Requeue> {
  const known = access.migrations.store.list().filter((migration) => resourceKey(migration) === key)
  for (const migration of known) if (isTrue(migration, 'Running') && isOver(migration)) await finish(migration, access)
  const active = known.filter((migration) => !isOver(migration))
  const running = active.find((migration) => isTrue(migration, 'Running'))
  if (running !== undefined) return advance(running, access)
  const [next] = active.sort(byAge)
  if (next !== undefined) await begin(next, access)
  return undefined
}

async function begin(migration: StorageVersionMigration, access: Access): Promise<void> {
  await reportToCrd(migration, { state: 'running', migration: nameOf(migration) }, access)
  const message = 'The migration is running'
  await report(migration, { type: 'Running', status: 'True', reason: 'MigrationRunning', message }, access)
}

/** Notes the version up to which objects are migrated, and then migrates them. */
async function advance(migration: StorageVersionMigration, access: Access): Promise<Requeue> {
  const { context, signal } = access
  const { resourceVersion } = migration.status ?? {}
  const resource = await resourceOf(migration, access)
  if (resource === undefined) {
    const sinceMs = context.clock.now() - (parseTime(migration.metadata.creationTimestamp ?? '') ?? 0)
    if (sinceMs < discoveryMs) return { requeueAfterMs: 1000 }
    await fail(migration, resourceVersion ? unhandled('unable to obtain GVR from discovery') : notDiscovered, access)
    return undefined
  }
  if (!resourceVersion) {
    await noteVersion(migration, resource, access)
    return undefined
  }
  try {
    await migrateObjects({ client: context.client, resource, resourceVersion, fieldManager: name, signal })
  } catch (error) {
    if (signal.aborted || mayPass(error)) throw error
    await fail(migration, unhandled(error instanceof Error ? error.message : String(error)), access)
    return undefined
  }
  const reason = 'StorageVersionMigrationSucceeded'
  await report(migration, { type: 'Succeeded', status: 'True', reason, message: '' }, access)
  return undefined
}

// upstream: resourceversion.go, sync
async function noteVersion(
  migration: StorageVersionMigration,
  resource: DiscoveredResource,
  access: Access,
): Promise<void> {
  const { context, signal } = access
  if (!neededVerbs.every((verb) => resource.verbs.includes(verb))) {
    const { resource: plural } = resource
    const gvr = `${formatGroupVersion(resource)}, Resource=${plural}`
    const detail = `resource "${gvr}" does not support discovery operations: [${neededVerbs.join(' ')}]`
    await fail(migration, detail, access)
    return
  }
  const { metadata } = await context.client.metadata(resource).list({ limit: 1, signal })
  await write({ ...migration, status: { ...migration.status, resourceVersion: metadata.resourceVersion } }, access)
}

/** Tells the CRD that a migration is over, and then the migration, so that the next one may begin. */
async function finish(migration: StorageVersionMigration, access: Access): Promise<void> {
  await reportToCrd(migration, { state: isTrue(migration, 'Succeeded') ? 'succeeded' : 'failed' }, access)
  const { generation: observedGeneration = 0 } = migration.metadata
  const message = 'Migration completed'
  const condition = { type: 'Running', status: 'False', reason: 'MigrationCompleted', message, observedGeneration }
  await report(migration, condition, access)
}

const notDiscovered = 'resource does not exist in discovery'

function unhandled(message: string): string {
  return `migration encountered unhandled error: ${message}`
}

function fail(migration: StorageVersionMigration, message: string, access: Access): Promise<void> {
  const reason = 'StorageVersionMigrationFailed'
  return report(migration, { type: 'Failed', status: 'True', reason, message }, access)
}

function report(
  migration: StorageVersionMigration,
  condition: Parameters<typeof withCondition>[1],
  access: Access,
): Promise<void> {
  return write(withCondition(migration, condition, access.context.clock.now()), access)
}

function write(migration: StorageVersionMigration, { context, signal }: Access): Promise<void> {
  const migrations = context.client.resource<StorageVersionMigration>(migrationKind(context.vocabulary))
  return unlessOutdated(migrations.updateStatus(migration, { signal }))
}

function reportToCrd(migration: StorageVersionMigration, state: CrdMigration, access: Access): Promise<void> {
  const { client, vocabulary, clock } = access.context
  const options = { client, vocabulary, name: resourceKey(migration), nowMs: clock.now(), signal: access.signal }
  return reportCrdMigration(state, options)
}

/** The resource of a migration in the preferred version of its group. */
async function resourceOf(
  { spec }: StorageVersionMigration,
  { context, signal }: Access,
): Promise<DiscoveredResource | undefined> {
  const { group = '', resource = '' } = spec?.resource ?? {}
  const served = await context.client.discover({ signal })
  const versions = served.filter((one) => one.group === group && one.resource === resource)
  return versions.find(({ isPreferred }) => isPreferred) ?? versions[0]
}

function byAge(a: StorageVersionMigration, b: StorageVersionMigration): number {
  const ageOf = ({ metadata }: StorageVersionMigration): string => `${metadata.creationTimestamp} ${metadata.name}`
  return ageOf(a) < ageOf(b) ? -1 : 1
}

function migrationKind(
  vocabulary: Vocabulary,
): KindReference<`storagemigration.${string}/v1beta1`, 'StorageVersionMigration'> {
  return { apiVersion: `${vocabulary.group('storagemigration')}/v1beta1`, kind: 'StorageVersionMigration' }
}
