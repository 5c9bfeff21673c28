import type { RequestScope } from '../write/request-scope.ts'
import type { ServerCore } from '../core.ts'
import type { WriteOptions } from '../options/write-options.ts'
import type { Draft, ServedResource } from '../served-resource.ts'
import { RequestAttributes } from './request-attributes.ts'
import { writeOptionsObject } from './operation-options.ts'

/** A body that is created and not stored (a review, a binding, an eviction) as admission sees it. */
export function bodyAttributes(
  { vocabulary }: ServerCore,
  scope: RequestScope,
  { gvk }: ServedResource,
  body: Draft,
  options: WriteOptions,
): RequestAttributes {
  return new RequestAttributes(scope, {
    operation: 'CREATE',
    kind: gvk,
    name: scope.name === '' ? (body.metadata.name ?? '') : scope.name,
    object: body,
    oldObject: undefined,
    options: () => writeOptionsObject('CreateOptions', options, vocabulary),
    dryRun: options.dryRun,
  })
}
