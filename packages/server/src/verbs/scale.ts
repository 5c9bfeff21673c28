import { createScaleFields, type ScaleFields } from '@pinnace/apply'
import {
  badRequest,
  cloneJson,
  conflict,
  FieldErrors,
  formatGroupVersion,
  invalid,
  notFound,
  thenMaybe,
  type ApiObject,
  type Awaitable,
  type ManagedFieldsEntry,
  type TimeSlices,
} from '@pinnace/meta'
import type { ScaleSubresource } from '@pinnace/resources'
import { decodeBody } from '../request/decode-body.ts'
import { decodePatched, readPatched } from '../request/decode-patched.ts'
import type { RequestScope } from '../request/request-scope.ts'
import { slicesOf } from '../request/slices-of.ts'
import type { VerbContext } from './verb-context.ts'
import type { WriteOptions } from '../options/write-options.ts'
import { objectOf, type Outcome } from '../storage/outcome.ts'
import type { Draft } from '../storage/draft.ts'
import type { ServedResource } from '../storage/served-resource.ts'
import { managerOf } from '../options/field-manager.ts'
import type { Ownership } from '../write/change.ts'
import { assertVersionOfLive, preconditionMessage } from '../write/optimistic-concurrency.ts'
import { write } from '../write/write.ts'
import { assertApplied, notStrict, strictErrorsOf } from './apply.ts'
import { assertNamed, placeInNamespace } from '../request/place.ts'
import { get } from '../storage/get.ts'
import { decodeResult, resultOf, type AppliedPatch } from './patch-result.ts'
import { numbersOf, readPatchValue, reportStrictErrors, type PatchRequest } from './patch.ts'
import { assertSameObject, type UpdateRequest } from './update.ts'

/** The scale subresource of a resource and the kind of its bodies. */
export interface ScaleTarget {
  readonly scale: ScaleSubresource
  readonly resource: ServedResource
}

/** The `scale` subresource of an object: its replica count, as a Scale. */
export interface Scale extends ApiObject {
  readonly spec: { readonly replicas?: number }
  readonly status: { readonly replicas: number; readonly selector?: string }
}

/** The Scale of an object. */
function toScale(scale: ScaleSubresource, object: ApiObject): Scale {
  const { name = '', namespace, uid, resourceVersion, creationTimestamp } = object.metadata
  const replicas = scale.specReplicas(object)
  const selector = scale.selector(object)
  return {
    kind: 'Scale',
    apiVersion: `${scale.kind.group}/${scale.kind.version}`,
    metadata: {
      name,
      ...(namespace === undefined ? {} : { namespace }),
      ...(uid === undefined ? {} : { uid }),
      ...(resourceVersion === undefined ? {} : { resourceVersion }),
      ...(creationTimestamp === undefined ? {} : { creationTimestamp }),
    },
    spec: replicas === 0 ? {} : { replicas },
    status: { replicas: scale.statusReplicas(object), ...(selector === '' ? {} : { selector }) },
  }
}

/** Reads the Scale of an object, at a resource version as {@link get} does. */
// upstream: pkg/registry/apps/deployment/storage, ScaleREST.Get – the options of the get reach the store.
export async function getScale(
  scope: RequestScope,
  scale: ScaleSubresource,
  resourceVersion: string,
): Promise<Outcome> {
  const entry = await get(scope, resourceVersion)
  return { code: 200, object: toScale(scale, await scope.served.codec.showOne(entry.object())) }
}

/** Sets the replicas of an object from a Scale. */
export function updateScale(
  server: VerbContext,
  scope: RequestScope,
  { scale, resource }: ScaleTarget,
  { body, options }: UpdateRequest,
): Promise<Outcome> {
  const sent = decodeBody(resource, body, options.fieldValidation, (text) => scope.warn(text))
  placeInNamespace(sent, scope)
  assertNamed(sent, scope)
  const propose = (live: ApiObject): ProposedScale => {
    assertSameObject(scope, sent.metadata.uid, live, options)
    return { sent }
  }
  return writeScale(server, scope, { scale, options, ownership: ownedBy(scope, options), propose })
}

/** Server-side apply of a Scale: the applier owns the replicas of the object. */
// upstream: managedfields/scalehandler.go
export function applyScale(
  server: VerbContext,
  scope: RequestScope,
  { scale, resource }: ScaleTarget,
  { body, options }: UpdateRequest,
): Promise<Outcome> {
  const applied = assertApplied(body.value, resource, options, server.vocabulary)
  const texts = strictErrorsOf(body, options)
  if (options.fieldValidation === 'Warn') for (const text of texts) scope.warn(text)
  const propose = (live: ApiObject): ProposedScale => {
    const fields = scaleFieldsOf(scope, scale)
    const entries = live.metadata.managedFields ?? []
    const current = toScale(scale, live)
    const { object, managedFields } = resource.fieldManager.apply({
      live: { ...current, metadata: { ...current.metadata, managedFields: fields.toScale(entries) } },
      applied,
      manager: options.fieldManager,
      force: options.force,
      subresource: scope.subresource,
    })
    if (texts.length > 0 && options.fieldValidation === 'Strict') throw notStrict(texts)
    const sent = decodePatched(resource, object, { validation: 'Ignore' })
    assertNamed(sent, scope)
    return { sent, managedFields: fields.toResource(entries, managedFields) }
  }
  return writeScale(server, scope, { scale, options, ownership: { type: 'applied' }, propose })
}

/** Patches the Scale of an object and sets its replicas. */
export function patchScale(
  server: VerbContext,
  scope: RequestScope,
  { scale, resource }: ScaleTarget,
  { type, body, options }: PatchRequest,
): Promise<Outcome> {
  let isRead = false
  const slices = (): TimeSlices => slicesOf(server, scope)
  const propose = (live: ApiObject): Awaitable<ProposedScale> => {
    const current = toScale(scale, live)
    const value = readPatchValue(type, body, resource)
    if (!isRead) reportStrictErrors(scope, body, options)
    isRead = true
    const patch: AppliedPatch = { type, value, served: resource, pace: undefined, slices }
    const printed = (): object => {
      const managedFields = scaleFieldsOf(scope, scale).toScale(live.metadata.managedFields ?? [])
      return {
        ...current,
        metadata: { ...current.metadata, ...(managedFields.length > 0 ? { managedFields } : {}) },
      }
    }
    const { fieldValidation: validation } = options
    const numbers = numbersOf(type, body, resource)
    const decode = (patched: unknown): Draft =>
      readPatched(resource, patched, { validation, numbers, warn: (text) => scope.warn(text) })
    return thenMaybe(resultOf(patch, current), (patched) =>
      thenMaybe(decodeResult(patch, patched, { decode, live: current, printed }), (sent) => {
        assertNamed(sent, scope)
        return { sent }
      }),
    )
  }
  return writeScale(server, scope, { scale, options, ownership: ownedBy(scope, options), propose })
}

interface ProposedScale {
  readonly sent: Draft
  /** The new managed fields of the object; undefined unless the proposal is an apply. */
  readonly managedFields?: readonly ManagedFieldsEntry[]
}

interface ScaleWrite {
  readonly scale: ScaleSubresource
  readonly options: WriteOptions
  readonly ownership: Ownership
  /** The Scale to write, computed from the live object. */
  readonly propose: (live: ApiObject) => Awaitable<ProposedScale>
}

function ownedBy(scope: RequestScope, options: WriteOptions): Ownership {
  return { type: 'update', manager: managerOf(scope, options) }
}

function scaleFieldsOf(
  { served }: RequestScope,
  { replicasPath = ['spec', 'replicas'], kind }: ScaleSubresource,
): ScaleFields {
  const { apiVersion } = served
  return createScaleFields({
    apiVersion,
    scaleApiVersion: formatGroupVersion(kind),
    replicasPaths: { [apiVersion]: replicasPath },
  })
}

async function writeScale(
  server: VerbContext,
  scope: RequestScope,
  { scale, options, ownership, propose }: ScaleWrite,
): Promise<Outcome> {
  const { builtIn: isBuiltIn } = scope.served.definition
  const outcome = await write(server, scope, {
    async propose(live) {
      if (live === undefined) throw notFound(scope.served.gvr, scope.name)
      const { sent, managedFields } = await propose(live)
      assertCurrent(scope, live, sent)
      const replicas = replicasOf(sent, scale, isBuiltIn)
      const next = cloneJson(live) as Draft
      scale.setReplicas(next, replicas)
      if (managedFields !== undefined) next.metadata.managedFields = [...managedFields] as ManagedFieldsEntry[]
      return next
    },
    strategy: scope.served.definition.strategy,
    options,
    retry: true,
    ownership,
    subresource: {
      kind: scale.kind,
      read: (object) => toScale(scale, object) as unknown as Draft,
      write: (next, body) => scale.setReplicas(next, replicasOf(body as Draft, scale, isBuiltIn)),
    },
  })
  const object = objectOf(outcome) as ApiObject
  const shown = outcome.entry === undefined ? object : await scope.served.codec.showOne(object)
  return { code: outcome.code, object: toScale(scale, shown) }
}

function assertCurrent(scope: RequestScope, live: ApiObject, sent: Draft): void {
  assertVersionOfLive(scope, sent, live)
  const { uid = '' } = sent.metadata
  if (uid === '' || uid === live.metadata.uid) return
  const { group, resource } = scope.served.gvr
  const message = preconditionMessage({ field: 'UID', expected: uid, actual: live.metadata.uid })
  throw conflict({ group, resource: `${resource}/scale` }, scope.name, message)
}

// upstream: autoscaling/validation ValidateScale, which custom resources do not use: their own rules refuse the number.
function replicasOf(sent: Draft, scale: ScaleSubresource, isBuiltIn: boolean): number {
  const { replicas = 0 } = ((sent as { readonly spec?: unknown }).spec ?? {}) as { readonly replicas?: number }
  if (!Number.isInteger(replicas)) throw badRequest('spec.replicas is not a whole number')
  if (replicas < 0 && isBuiltIn) {
    const errors = new FieldErrors()
    errors.invalid('spec.replicas', replicas, 'must be greater than or equal to 0')
    throw invalid(scale.kind, sent.metadata.name ?? '', errors.list)
  }
  return replicas
}
