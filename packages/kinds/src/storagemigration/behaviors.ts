import { behaviorOf, type KindBehaviors } from '../kind-behavior.ts'
import { storageVersionMigration } from './storage-version-migration.ts'

/** The behavior of the kinds of storagemigration. */
export function behaviors(): KindBehaviors {
  return { 'storagemigration.v1beta1.StorageVersionMigration': behaviorOf(storageVersionMigration) }
}
