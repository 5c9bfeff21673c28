import type { GroupVersionKind } from '@pinnace/meta'
import type { Action, PathParameter, QueryParameter } from './parameters.ts'

/** A method of HTTP, as path items name it. */
export type OperationMethod = 'get' | 'put' | 'post' | 'delete' | 'patch'

/** One method of one path, before it is written in one of the two versions of the format. */
export interface Operation {
  readonly method: OperationMethod
  readonly id: string
  readonly description: string
  readonly action: Action | undefined
  readonly kind: GroupVersionKind | undefined
  readonly parameters: readonly QueryParameter[]
  /** Name of the definition of the body. */
  readonly body: string | undefined
  readonly isBodyRequired: boolean
  /** Media types of a patch. */
  readonly patchTypes: readonly string[] | undefined
  /** Name of the definition of the answer; text where there is none. */
  readonly answer: string | undefined
  /** Statuses the answer comes with. */
  readonly statuses: readonly number[]
  readonly isStream: boolean
}

/** Everything that can be done with one path. */
export interface PathOperations {
  readonly path: string
  readonly tag: string
  readonly parameters: readonly PathParameter[]
  readonly operations: readonly Operation[]
}

/** What an operation is where nothing else is said. */
export const bareOperation: Omit<Operation, 'method' | 'id' | 'description'> = {
  action: undefined,
  kind: undefined,
  parameters: [],
  body: undefined,
  isBodyRequired: false,
  patchTypes: undefined,
  answer: undefined,
  statuses: [200],
  isStream: false,
}
