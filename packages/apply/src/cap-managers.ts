import { emptySet, union } from './field-set.ts'
import { managerId, secondsOf, type Manager, type Managers } from './managed-fields.ts'

/** Maximum number of managers of an object whose operation is Update. */
const maxUpdateManagers: number = 10

const ancientChanges = 'ancient-changes'

/**
 * Merges the oldest update managers of each version until at most {@link maxUpdateManagers} of them are left. Apply
 * managers are unchanged. Changes `managers`.
 */
// upstream: managedfields/internal/capmanagers.go, capUpdateManagers
export function capUpdateManagers(managers: Managers): void {
  const updaters = [...managers].filter(([, manager]) => manager.operation === 'Update')
  let excess = updaters.length - maxUpdateManagers
  if (excess <= 0) return
  updaters.sort(([leftId, left], [rightId, right]) => secondsOf(left) - secondsOf(right) || (leftId < rightId ? -1 : 1))
  const firstOfVersion = new Map<string, string>()
  for (const [id, manager] of updaters) {
    if (excess <= 0) break
    const { apiVersion } = manager
    const first = firstOfVersion.get(apiVersion)
    if (first === undefined) {
      firstOfVersion.set(apiVersion, id)
      continue
    }
    const bucket: Manager = { ...manager, manager: ancientChanges, subresource: '', entry: undefined }
    const bucketId = managerId(bucket)
    // The first of a version moves into the bucket when a second follows it; the bucket may be that second itself.
    if (id === bucketId || !managers.has(bucketId)) {
      const oldest = managers.get(first)?.set ?? emptySet
      managers.delete(first)
      managers.set(bucketId, { ...bucket, set: union(oldest, managers.get(bucketId)?.set ?? emptySet) })
      firstOfVersion.set(apiVersion, bucketId)
    }
    const set = union(manager.set, managers.get(bucketId)?.set ?? emptySet)
    if (id !== bucketId) managers.delete(id)
    // The time of the update that was put in last: it is the most recent.
    managers.set(bucketId, { ...bucket, set, time: manager.time })
    excess--
  }
}
