import {
  applyJsonPatch,
  applyMergePatch,
  applyStrategicMergePatch,
  createScaleFields,
  type ScaleFields,
} from '@pinnace/apply'
import {
  badRequest,
  cloneJson,
  conflict,
  FieldErrors,
  formatGroupVersion,
  invalid,
  notFound,
  staleObject,
  type ApiObject,
  type ManagedFieldsEntry,
} from '@pinnace/meta'
import type { ScaleSubresource } from '@pinnace/resources'
import { decodeBody, decodePatched } from '../body/decode-body.ts'
import type { RawBody } from '../body/raw-body.ts'
import type { Call } from '../call.ts'
import type { ServerCore } from '../core.ts'
import type { WriteOptions } from '../options/write-options.ts'
import { objectOf, type Outcome } from '../outcome.ts'
import { storageOf, type Draft, type ServedResource } from '../served-resource.ts'
import { managerOf } from '../write/track-fields.ts'
import type { Ownership } from '../write/change.ts'
import { write } from '../write/write.ts'
import { assertApplied, notStrict, strictErrorsOf } from './apply.ts'
import { assertNamed } from '../body/place.ts'
import type { PatchType } from './patch.ts'

/** The `scale` view of an object: a replica count under another kind. */
export interface Scale extends ApiObject {
  readonly spec: { readonly replicas?: number }
  readonly status: { readonly replicas: number; readonly selector?: string }
}

/** An object seen as its scale. */
function toScale(scale: ScaleSubresource, object: ApiObject): Scale {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata
  const replicas = scale.specReplicas(object)
  const selector = scale.selector(object)
  return {
    kind: 'Scale',
    apiVersion: `${scale.kind.group}/${scale.kind.version}`,
    metadata: {
      name: name!,
      ...(namespace === undefined ? {} : { namespace }),
      ...(uid === undefined ? {} : { uid }),
      ...(resourceVersion === undefined ? {} : { resourceVersion }),
      ...(creationTimestamp === undefined ? {} : { creationTimestamp }),
    },
    spec: replicas === 0 ? {} : { replicas },
    status: { replicas: scale.statusReplicas(object), ...(selector === '' ? {} : { selector }) },
  }
}

/** Reads the scale of an object. */
export async function getScale(call: Call, scale: ScaleSubresource): Promise<Outcome> {
  const storage = storageOf(call.served)
  const entry = await storage.readNewest(storage.key(call.namespace, call.name))
  if (entry === undefined) throw notFound(call.served.gvr, call.name)
  return { code: 200, object: toScale(scale, await call.served.codec.showOne(entry.object())) }
}

/** Sets the replicas of an object from a Scale. */
export function updateScale(
  core: ServerCore,
  call: Call,
  scale: ScaleSubresource,
  scaleResource: ServedResource,
  body: RawBody,
  options: WriteOptions,
): Promise<Outcome> {
  const sent = decodeBody(scaleResource, body, options.fieldValidation, (text) => call.warn(text))
  assertNamed(sent, call)
  return writeScale(core, call, scale, options, ownedBy(call, options), () => ({ sent }))
}

/** Server-side apply of a Scale: the replicas of the object belong to who applied them. */
// upstream: managedfields/scalehandler.go
export function applyScale(
  core: ServerCore,
  call: Call,
  scale: ScaleSubresource,
  scaleResource: ServedResource,
  body: RawBody,
  options: WriteOptions,
): Promise<Outcome> {
  const applied = assertApplied(body.value, scaleResource, options, core.vocabulary)
  const texts = strictErrorsOf(body, options)
  if (options.fieldValidation === 'Warn') for (const text of texts) call.warn(text)
  return writeScale(core, call, scale, options, { type: 'applied' }, (live) => {
    const fields = scaleFieldsOf(call, scale)
    const entries = live.metadata.managedFields ?? []
    const current = toScale(scale, live)
    const { object, managedFields } = scaleResource.fieldManager.apply({
      live: { ...current, metadata: { ...current.metadata, managedFields: fields.toScale(entries) } },
      applied,
      manager: options.fieldManager,
      force: options.force,
      subresource: call.subresource,
    })
    if (texts.length > 0 && options.fieldValidation === 'Strict') throw notStrict(texts)
    const sent = decodePatched(scaleResource, object, 'Ignore', () => {})
    assertNamed(sent, call)
    return { sent, managedFields: fields.toResource(entries, managedFields) }
  })
}

/** Sets the replicas of an object by a patch of its Scale. */
export function patchScale(
  core: ServerCore,
  call: Call,
  scale: ScaleSubresource,
  scaleResource: ServedResource,
  type: PatchType,
  body: RawBody,
  options: WriteOptions,
): Promise<Outcome> {
  const { definition } = scaleResource
  return writeScale(core, call, scale, options, ownedBy(call, options), (live) => {
    const current = toScale(scale, live)
    const patched =
      type === 'json'
        ? applyJsonPatch(current, body.value)
        : type === 'merge'
          ? applyMergePatch(current, body.value)
          : applyStrategicMergePatch(current, body.value, definition.schema())
    const sent = decodePatched(scaleResource, patched, options.fieldValidation, (text) => call.warn(text))
    assertNamed(sent, call)
    return { sent }
  })
}

interface ProposedScale {
  readonly sent: Draft
  /** Who owns what of the object, where the proposal has worked that out. */
  readonly managedFields?: readonly ManagedFieldsEntry[]
}

function ownedBy(call: Call, options: WriteOptions): Ownership {
  return { type: 'update', manager: managerOf(call, options) }
}

function scaleFieldsOf({ served }: Call, { replicasPath = ['spec', 'replicas'], kind }: ScaleSubresource): ScaleFields {
  const { apiVersion } = served
  return createScaleFields({
    apiVersion,
    scaleApiVersion: formatGroupVersion(kind),
    replicasPaths: { [apiVersion]: replicasPath },
  })
}

async function writeScale(
  core: ServerCore,
  call: Call,
  scale: ScaleSubresource,
  options: WriteOptions,
  ownership: Ownership,
  propose: (live: ApiObject) => ProposedScale,
): Promise<Outcome> {
  const outcome = await write(core, call, {
    propose(live) {
      if (live === undefined) throw notFound(call.served.gvr, call.name)
      const { sent, managedFields } = propose(live)
      assertCurrent(call, live, sent)
      const replicas = replicasOf(sent, scale)
      const next = cloneJson(live) as Draft
      scale.setReplicas(next, replicas)
      if (managedFields !== undefined) next.metadata.managedFields = [...managedFields] as ManagedFieldsEntry[]
      return next
    },
    strategy: call.served.definition.strategy,
    options,
    retry: true,
    ownership,
    view: {
      kind: scale.kind,
      read: (object) => toScale(scale, object) as unknown as Draft,
      write: (next, view) => scale.setReplicas(next, replicasOf(view as Draft, scale)),
    },
  })
  const object = objectOf(outcome) as ApiObject
  const shown = outcome.entry === undefined ? object : await call.served.codec.showOne(object)
  return { code: outcome.code, object: toScale(scale, shown) }
}

function assertCurrent({ served, name }: Call, live: ApiObject, { metadata }: Draft): void {
  const { resourceVersion = '', uid = '' } = metadata
  if (resourceVersion !== '' && resourceVersion !== live.metadata.resourceVersion) throw staleObject(served.gvr, name)
  if (uid !== '' && uid !== live.metadata.uid) {
    const message = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${live.metadata.uid}`
    throw conflict(served.gvr, name, message)
  }
}

// upstream: autoscaling/validation ValidateScale
function replicasOf(sent: Draft, scale: ScaleSubresource): number {
  const { replicas = 0 } = ((sent as { readonly spec?: unknown }).spec ?? {}) as { readonly replicas?: number }
  if (!Number.isInteger(replicas)) throw badRequest('spec.replicas is not a whole number')
  if (replicas < 0) {
    const errors = new FieldErrors()
    errors.invalid('spec.replicas', replicas, 'must be greater than or equal to 0')
    throw invalid(scale.kind, sent.metadata.name ?? '', errors.list)
  }
  return replicas
}
