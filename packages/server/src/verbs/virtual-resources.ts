import { type ApiObject, type Status, type SuccessStatus } from '@pinnace/meta'
import type { WriteOptions } from '../options/write-options.ts'
import { reviewHandlers } from './reviews/review-handlers.ts'
import type { RequestScope } from '../request/request-scope.ts'
import { bindByName } from './bind-by-name.ts'
import type { VerbContext } from './verb-context.ts'

/** Answers an object that is created and never stored. */
export type VirtualHandler = (
  server: VerbContext,
  scope: RequestScope,
  sent: ApiObject,
  options: WriteOptions,
) => Promise<ApiObject | Status | SuccessStatus>

const handlers: Readonly<Record<string, VirtualHandler>> = Object.freeze({ ...reviewHandlers, bindings: bindByName })

/** The handler of a virtual resource by its name, in any version; undefined where the server cannot answer it. */
export function virtualHandlerOf(resource: string): VirtualHandler | undefined {
  return Object.hasOwn(handlers, resource) ? handlers[resource] : undefined
}
