import type { LoopbackObjects } from '@pinnace/aggregation'
import { formatGroupVersion, formatTime, isEqualJson, type ApiObject } from '@pinnace/meta'
import { compareVersions, storageVersionOf, type ResourceDefinition } from '@pinnace/resources'
import type {
  ServerStorageVersion,
  StorageVersion,
  StorageVersionCondition,
  StorageVersionStatus,
} from '@pinnace/types/apiserverinternal-v1alpha1'
import { findServed } from '../../verbs/update-status.ts'
import type { ServerState } from '../facilities/server-state.ts'
import { identitySelector } from './identity-lease.ts'

/** The feature gate of {@link reportStorageVersions}. */
const gate = 'StorageVersionAPI'

/**
 * Reports in which version this server stores each built-in kind, and which it can read, in StorageVersion objects: with
 * the feature gate StorageVersionAPI, where these are served. What servers have reported that are gone is removed.
 */
// upstream: apiserver/pkg/storageversion, and kube-controller-manager's storage-version-gc
export async function reportStorageVersions(
  server: ServerState,
  objects: LoopbackObjects,
  apiServerID: string,
): Promise<void> {
  const { vocabulary, features, clock } = server
  const resource = { group: vocabulary.group('internal.apiserver'), resource: 'storageversions' }
  const served = findServed(server, resource)
  if (!features.isEnabled(gate) || served === undefined) return
  const leases = await objects.list(
    { group: vocabulary.group('coordination'), resource: 'leases' },
    vocabulary.systemNamespace,
    identitySelector(vocabulary),
  )
  const running = new Set(leases.map(({ metadata }) => metadata.name))
  for (const [name, versions] of versionsByName(server.registry.all)) {
    const own = reportOf(versions, apiServerID)
    const live = await objects.get({ resource, namespace: '', name })
    const statusOf = (object: ApiObject | undefined): StorageVersionStatus =>
      nextStatus((object as StorageVersion | undefined)?.status, own, { running, time: formatTime(clock.now()) })
    if (live === undefined) {
      await objects.create({ resource, namespace: '', name }, { build: () => newObject(name) })
    } else if (isEqualJson(statusOf(live), (live as StorageVersion).status ?? {})) continue
    await objects.updateStatus({ resource, namespace: '', name }, (next) => {
      Object.assign(next, { status: statusOf(next as ApiObject) })
    })
  }
}

function newObject(name: string): ApiObject {
  return { metadata: { name }, spec: {} } as ApiObject
}

/** The versions of each built-in kind that is stored, by the name of its StorageVersion. */
function versionsByName(
  definitions: readonly ResourceDefinition[],
): ReadonlyMap<string, readonly ResourceDefinition[]> {
  const found = new Map<string, ResourceDefinition[]>()
  for (const definition of definitions) {
    if (definition.builtIn !== true || definition.virtual === true) continue
    const { group, resource } = definition.storage
    const name = `${group === '' ? 'core' : group}.${resource}`
    found.set(name, [...(found.get(name) ?? []), definition])
  }
  return found
}

function reportOf(versions: readonly ResourceDefinition[], apiServerID: string): ServerStorageVersion {
  const [{ storage }] = versions as readonly [ResourceDefinition]
  // The group that the objects are stored in comes first: events have two.
  const sorted = [...versions].sort(
    (a, b) =>
      Number(b.group === storage.group) - Number(a.group === storage.group) || compareVersions(a.version, b.version),
  )
  return {
    apiServerID,
    encodingVersion: formatGroupVersion(storageVersionOf(versions)),
    decodableVersions: sorted.map(formatGroupVersion),
    servedVersions: sorted
      .filter(({ group, served = true }) => served && group === storage.group)
      .map(formatGroupVersion),
  }
}

// upstream: apiserver/pkg/storageversion/updater.go, SetCommonEncodingVersion
function nextStatus(
  { storageVersions = [], conditions = [] }: StorageVersionStatus = {},
  own: ServerStorageVersion,
  { running, time }: { readonly running: ReadonlySet<string | undefined>; readonly time: string },
): StorageVersionStatus {
  const isOwn = ({ apiServerID }: ServerStorageVersion): boolean => apiServerID === own.apiServerID
  const others = storageVersions.filter((report) => !isOwn(report) && running.has(report.apiServerID))
  const index = storageVersions.findIndex(isOwn)
  const reports = index < 0 ? [...others, own] : [...others.slice(0, index), own, ...others.slice(index)]
  const isCommon = reports.every(({ encodingVersion }) => encodingVersion === own.encodingVersion)
  return {
    storageVersions: reports,
    ...(isCommon ? { commonEncodingVersion: own.encodingVersion } : {}),
    conditions: [conditionOf(isCommon, conditions, time)],
  }
}

function conditionOf(
  isCommon: boolean,
  before: readonly StorageVersionCondition[],
  time: string,
): StorageVersionCondition {
  const type = 'AllEncodingVersionsEqual'
  const status = isCommon ? 'True' : 'False'
  const known = before.find((condition) => condition.type === type && condition.status === status)
  return {
    type,
    status,
    lastTransitionTime: known?.lastTransitionTime ?? time,
    reason: isCommon ? 'CommonEncodingVersionSet' : 'CommonEncodingVersionUnset',
    message: isCommon ? 'Common encoding version set' : 'Common encoding version unset',
  }
}
