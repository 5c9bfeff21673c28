import type { ApiObject } from '@pinnace/meta'
import type { Column, ResourceDefinition, Strategy, Subresource } from '@pinnace/resources'

/** What a kind answers for itself; {@link builtInResources} merges it with its row of the kind table. */
export interface KindBehavior<T extends ApiObject = ApiObject> {
  readonly strategy?: Strategy<T>
  /** All columns, Name and Age included. */
  readonly columns?: readonly Column<T>[]
  readonly selectableFields?: Readonly<Record<string, (object: T) => string>>
  /** Replace or add to the structural ones of the same name. */
  readonly subresources?: Readonly<Record<string, Subresource<T>>>
  readonly allocate?: NonNullable<ResourceDefinition<T>['allocate']>
  readonly validateName?: NonNullable<ResourceDefinition<T>['validateName']>
  readonly conversion?: NonNullable<ResourceDefinition<T>['conversion']>
  readonly readOpenFields?: NonNullable<ResourceDefinition<T>['readOpenFields']>
  readonly storedFields?: NonNullable<ResourceDefinition<T>['storedFields']>
  readonly storage?: ResourceDefinition<T>['storage']
}
