import type { Call } from '../call.ts'
import type { ServerCore } from '../core.ts'
import type { WriteOptions } from '../options/write-options.ts'
import type { Draft, ServedResource } from '../served-resource.ts'
import { Admitted } from './admitted.ts'
import { writeOptionsObject } from './operation-options.ts'

/** A body that is created and not stored (a review, a binding, an eviction) as admission sees it. */
export function admittedBody(
  { vocabulary }: ServerCore,
  call: Call,
  { gvk }: ServedResource,
  body: Draft,
  options: WriteOptions,
): Admitted {
  return new Admitted(call, {
    operation: 'CREATE',
    kind: gvk,
    name: call.name === '' ? (body.metadata.name ?? '') : call.name,
    object: body,
    oldObject: undefined,
    options: () => writeOptionsObject('CreateOptions', options, vocabulary),
    dryRun: options.dryRun,
  })
}
