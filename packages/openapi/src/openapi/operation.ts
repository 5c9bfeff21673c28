import type { GroupVersionKind } from '@pinnace/meta'
import type { Action, PathParameter, QueryParameter } from './parameters.ts'

/** An HTTP method, as in path items. */
export type OperationMethod = 'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch'

/** One method of one path, in neither of the two versions of OpenAPI. */
export interface Operation {
  readonly method: OperationMethod
  readonly id: string
  readonly description: string
  readonly action: Action | undefined
  readonly kind: GroupVersionKind | undefined
  readonly parameters: readonly QueryParameter[]
  /** The name of the definition of the request body. */
  readonly body: string | undefined
  readonly isBodyRequired: boolean
  /** Media types of request bodies; undefined where version 2 names none. */
  readonly consumes: readonly string[] | undefined
  /** Media types of responses. */
  readonly produces: readonly string[]
  /** The name of the definition of the response; undefined for plain text. */
  readonly answer: string | undefined
  /** The status codes of the response. */
  readonly statuses: readonly number[]
}

/** All operations of a path. */
export interface PathOperations {
  readonly path: string
  readonly tag: string
  readonly parameters: readonly PathParameter[]
  readonly operations: readonly Operation[]
}

/** The defaults of an operation. */
export const bareOperation: Omit<Operation, 'method' | 'id' | 'description'> = {
  action: undefined,
  kind: undefined,
  parameters: [],
  body: undefined,
  isBodyRequired: false,
  consumes: ['*/*'],
  produces: ['*/*'],
  answer: undefined,
  statuses: [200],
}
