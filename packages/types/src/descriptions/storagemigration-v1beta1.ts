import type { TypeDescriptions } from './type-descriptions.ts'

/** Types of `storagemigration/v1beta1`. */
export const descriptions: TypeDescriptions = {
  'storagemigration.v1beta1.StorageVersionMigration': {
    '': 'Asks for every object of a resource to be stored again, in the version that is stored now.',
    spec: 'The resource. It cannot be changed.',
    status: 'How far the migration is.',
  },
  'storagemigration.v1beta1.StorageVersionMigrationSpec': {
    '': 'What is migrated.',
    resource: 'The resource whose objects are stored again.',
  },
  'storagemigration.v1beta1.StorageVersionMigrationStatus': {
    '': 'How far a migration is.',
    conditions: 'Running, Succeeded or Failed.',
    resourceVersion:
      'Objects with this version or a later one need not be migrated. Set once, when the migration begins.',
  },
}
