import type { Vocabulary } from '@pinnace/meta'
import type { WriteOptions } from '../options/write-options.ts'
import type { Draft } from '../storage/draft.ts'
import type { ServedResource } from '../storage/served-resource.ts'
import type { RequestScope } from './request-scope.ts'
import { writeOptionsObject } from './operation-options.ts'
import { RequestAttributes } from './request-attributes.ts'

/** The body of a create request that is not stored. */
export interface CreatedBody {
  readonly vocabulary: Vocabulary
  /** The kind of the body. */
  readonly resource: ServedResource
  readonly body: Draft
  readonly options: WriteOptions
}

/** The admission attributes of a review, a binding or an eviction. */
export function bodyAttributes(
  scope: RequestScope,
  { vocabulary, resource, body, options }: CreatedBody,
): RequestAttributes {
  return new RequestAttributes(scope, {
    operation: 'CREATE',
    kind: resource.gvk,
    name: scope.name === '' ? (body.metadata.name ?? '') : scope.name,
    object: body,
    oldObject: undefined,
    options: () => writeOptionsObject('CreateOptions', options, vocabulary),
    dryRun: options.dryRun,
  })
}
