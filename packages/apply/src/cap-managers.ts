import { emptySet, union } from './field-set.ts'
import { managerId, secondsOf, type Manager, type Managers } from './managed-fields.ts'

/** How many managers that update may stand beside an object. */
const maxUpdateManagers: number = 10

const ancientChanges = 'ancient-changes'

/**
 * Puts the oldest updates together, by version, until no more than {@link maxUpdateManagers} managers that update are
 * left. Appliers are never touched. Changes `managers`.
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
      const oldest = managers.get(first)!
      managers.delete(first)
      managers.set(bucketId, { ...bucket, set: union(oldest.set, managers.get(bucketId)?.set ?? emptySet) })
      firstOfVersion.set(apiVersion, bucketId)
    }
    const set = union(manager.set, managers.get(bucketId)!.set)
    if (id !== bucketId) managers.delete(id)
    // The time of the update that was put in last: it is the most recent.
    managers.set(bucketId, { ...bucket, set, time: manager.time })
    excess--
  }
}
