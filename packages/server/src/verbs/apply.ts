import {
  badRequest,
  cloneJson,
  conflict,
  FieldErrors,
  formatGroupVersion,
  invalid,
  isEqualJson,
  notFound,
  thenMaybe,
  type ApiObject,
  type Awaitable,
  type ManagedFieldsEntry,
  type StatusError,
  type TimeSlices,
  type Vocabulary,
} from '@pinnace/meta'
import { copyPatched } from '../request/copy-patched.ts'
import { decodePatched } from '../request/decode-patched.ts'
import { paceOf } from '../request/pace.ts'
import type { RawBody } from '../request/raw-body.ts'
import type { RequestScope } from '../request/request-scope.ts'
import type { VerbContext } from './verb-context.ts'
import type { WriteOptions } from '../options/write-options.ts'
import type { Draft } from '../storage/draft.ts'
import type { Outcome } from '../storage/outcome.ts'
import type { ServedResource } from '../storage/served-resource.ts'
import { resetFieldsOf } from '../write/reset-fields.ts'
import { write } from '../write/write.ts'
import { assertNamed } from '../request/place.ts'
import { assertNotTerminating } from './create.ts'
import type { UpdateRequest } from './update.ts'

/**
 * Server-side apply: merges the applied configuration into the live object by field ownership. Creates the object if it
 * does not exist, which also requires permission to create it. Throws 409 for conflicts unless forced.
 */
export async function apply(
  server: VerbContext,
  scope: RequestScope,
  { body, options, strategy = scope.served.definition.strategy }: UpdateRequest,
): Promise<Outcome> {
  const applied = assertApplied(body.value, scope.served, options, server.vocabulary)
  // The stored object is parsed in another turn than the body.
  await paceOf(server, scope, body.byteLength)?.next()
  const texts = strictErrorsOf(body, options)
  const { fieldManager, otherVersions } = scope.served
  if (options.fieldValidation === 'Warn') for (const text of texts) scope.warn(text)
  const decodeApplied = (
    object: ApiObject,
    live: ApiObject | undefined,
    pace: TimeSlices | undefined,
  ): Awaitable<Draft> => {
    if (pace === undefined) return decodePatched(scope.served, object, { validation: 'Ignore' })
    return thenMaybe(copyPatched(object, live, pace), (copy) =>
      decodePatched(scope.served, object, { validation: 'Ignore', copy }),
    )
  }
  return write(server, scope, {
    async propose(live, pace) {
      if (live === undefined) await assertCreatable(scope, applied)
      await pace?.next()
      const { object, managedFields } = await otherVersions.runInSlices(
        () =>
          fieldManager.applyInSteps({
            live,
            applied,
            manager: options.fieldManager,
            force: options.force,
            subresource: scope.subresource,
            resetFields: resetFieldsOf(scope),
            isLarge: pace !== undefined,
          }),
        pace,
      )
      if (texts.length > 0 && options.fieldValidation === 'Strict') throw notStrict(texts)
      await pace?.next()
      const draft = isWithoutChange(object, live) ? (cloneJson(live) as Draft) : await decodeApplied(object, live, pace)
      assertNamed(draft, scope)
      if (managedFields.length > 0) draft.metadata.managedFields = [...managedFields] as ManagedFieldsEntry[]
      return draft
    },
    strategy,
    byteLength: body.byteLength,
    options,
    retry: applied.metadata?.resourceVersion === undefined,
    ownership: { type: 'applied' },
  })
}

/**
 * True if an apply changes nothing but who owns what. Then the live object stays as it is: it may lack a default of the
 * version of the request, because the storage version does not have the field.
 */
// upstream: structured-merge-diff/merge/update.go, Apply – a result that is the same as the live object is not returned.
function isWithoutChange(object: ApiObject, live: ApiObject | undefined): live is ApiObject {
  return live !== undefined && isEqualJson(withoutOwners(object), withoutOwners(live))
}

function withoutOwners({ metadata, ...object }: ApiObject): object {
  const { managedFields: _, ...own } = metadata
  return { ...object, metadata: own }
}

/**
 * Decodes the applied configuration: an object of the resource's kind, sent by a named field manager. That it has no
 * managedFields is asserted by `apply-object.ts` of `@pinnace/apply`.
 */
// upstream: apimachinery/pkg/apis/meta/v1/validation, ValidatePatchOptions; managedfields/internal/versioncheck.go
export function assertApplied(
  value: unknown,
  { gvk }: ServedResource,
  { fieldManager }: WriteOptions,
  vocabulary: Vocabulary,
): ApiObject {
  if (fieldManager === '') {
    const errors = new FieldErrors()
    errors.required('fieldManager', 'is required for apply patch')
    throw invalid({ group: vocabulary.group('meta'), kind: 'PatchOptions' }, '', errors.list)
  }
  const applied = value ?? {}
  if (typeof applied !== 'object' || Array.isArray(applied)) {
    const type = Array.isArray(applied) ? 'array' : typeof applied === 'boolean' ? 'bool' : typeof applied
    throw badRequest(
      `error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${type} into Go value of type map[string]interface {}`,
    )
  }
  const { apiVersion = '', kind = '' } = applied as Partial<ApiObject>
  if (apiVersion !== formatGroupVersion(gvk) || kind !== gvk.kind) {
    const groupVersion = String(apiVersion).includes('/') ? apiVersion : `/${apiVersion}`
    throw badRequest(`invalid object type: ${groupVersion}, Kind=${kind}`)
  }
  return applied as ApiObject
}

/** Messages about repeated keys; empty if field validation ignores them. */
export function strictErrorsOf(body: RawBody, { fieldValidation }: WriteOptions): readonly string[] {
  return fieldValidation === 'Ignore' ? [] : body.strictErrors()
}

/** The 400 of a configuration with repeated keys. Errors of the apply itself take precedence. */
// upstream: endpoints/handlers/patch.go, applyPatcher.applyPatchToCurrentObject
export function notStrict(texts: readonly string[]): StatusError {
  return badRequest(`error strict decoding YAML: error converting YAML to JSON: ${texts.join(', ')}`)
}

async function assertCreatable(scope: RequestScope, applied: ApiObject): Promise<void> {
  if (scope.subresource !== '') throw notFound(scope.served.gvr, scope.name)
  assertNotTerminating(scope)
  const uid = applied.metadata?.uid ?? ''
  if (uid !== '') {
    const message = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`
    throw conflict(scope.served.gvr, scope.name, message)
  }
  await scope.authorize('create')
}
