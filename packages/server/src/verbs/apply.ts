import {
  badRequest,
  conflict,
  FieldErrors,
  invalid,
  notFound,
  type ApiObject,
  type ManagedFieldsEntry,
  type Vocabulary,
} from '@pinnace/meta'
import type { Strategy } from '@pinnace/resources'
import { decodePatched } from '../body/decode-body.ts'
import type { RawBody } from '../body/raw-body.ts'
import type { Call } from '../call.ts'
import type { ServerCore } from '../core.ts'
import type { WriteOptions } from '../options/write-options.ts'
import type { Outcome } from '../outcome.ts'
import { resetFieldsOf } from '../write/reset-fields.ts'
import { write } from '../write/write.ts'
import { assertNamed } from '../body/place.ts'
import { reportStrictErrors } from './patch.ts'

/**
 * Server-side apply: merges what the caller wants into the live object, field by field, by who owns what. Creates the
 * object where there is none, which needs the permission to create it too. Conflicts are 409 unless forced.
 */
export async function apply(
  core: ServerCore,
  call: Call,
  body: RawBody,
  options: WriteOptions,
  strategy: Strategy = call.served.definition.strategy,
): Promise<Outcome> {
  const applied = assertApplied(body.value, options, core.vocabulary)
  reportStrictErrors(call, body, options)
  const { fieldManager } = call.served
  return write(core, call, {
    async propose(live) {
      if (live === undefined) await assertCreatable(call, applied)
      const { object, managedFields } = fieldManager.apply({
        live,
        applied,
        manager: options.fieldManager,
        force: options.force,
        subresource: call.subresource,
        resetFields: resetFieldsOf(call),
      })
      const draft = decodePatched(call.served, object, 'Ignore', () => {})
      assertNamed(draft, call)
      if (managedFields.length > 0) draft.metadata.managedFields = [...managedFields] as ManagedFieldsEntry[]
      return draft
    },
    strategy,
    options,
    retry: applied.metadata?.resourceVersion === undefined,
    ownership: { type: 'applied' },
  })
}

/** The configuration of an apply: an object, sent by a named manager. */
// upstream: apimachinery/pkg/apis/meta/v1/validation, ValidatePatchOptions
export function assertApplied(value: unknown, { fieldManager }: WriteOptions, vocabulary: Vocabulary): ApiObject {
  if (fieldManager === '') {
    const errors = new FieldErrors()
    errors.required('fieldManager', 'is required for apply patch')
    throw invalid({ group: vocabulary.group('meta'), kind: 'PatchOptions' }, '', errors.list)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badRequest('error decoding YAML: the configuration that is applied must be an object')
  }
  return value as ApiObject
}

async function assertCreatable(call: Call, applied: ApiObject): Promise<void> {
  if (call.subresource !== '') throw notFound(call.served.gvr, call.name)
  const uid = applied.metadata?.uid ?? ''
  if (uid !== '') {
    const message = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`
    throw conflict(call.served.gvr, call.name, message)
  }
  await call.authorize('create')
}
