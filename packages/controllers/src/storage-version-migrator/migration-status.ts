import { formatTime } from '@pinnace/meta'
import type { Condition } from '@pinnace/types/meta-v1'
import type { StorageVersionMigration } from '@pinnace/types/storagemigration-v1beta1'

/** The types of conditions of a migration. */
export type MigrationCondition = 'Running' | 'Succeeded' | 'Failed'

/** Whether a condition of a migration is True. */
export function isTrue({ status }: StorageVersionMigration, type: MigrationCondition): boolean {
  return status?.conditions?.find((condition) => condition.type === type)?.status === 'True'
}

/** Whether a migration has succeeded or failed. */
export function isOver(migration: StorageVersionMigration): boolean {
  return isTrue(migration, 'Succeeded') || isTrue(migration, 'Failed')
}

/** A migration with one of its conditions changed. */
export function withCondition(
  migration: StorageVersionMigration,
  condition: Omit<Condition, 'lastTransitionTime'>,
  nowMs: number,
): StorageVersionMigration {
  const { conditions = [] } = migration.status ?? {}
  const known = conditions.find(({ type }) => type === condition.type)
  const lastTransitionTime = known?.status === condition.status ? known.lastTransitionTime : formatTime(nowMs)
  const next = { ...condition, lastTransitionTime }
  const changed = known === undefined ? [...conditions, next] : conditions.map((one) => (one === known ? next : one))
  return { ...migration, status: { ...migration.status, conditions: changed } }
}

/** The name of a resource and its group, as CRDs are named. */
export function resourceKey({ spec }: StorageVersionMigration): string {
  const { group = '', resource = '' } = spec?.resource ?? {}
  return group === '' ? resource : `${resource}.${group}`
}
