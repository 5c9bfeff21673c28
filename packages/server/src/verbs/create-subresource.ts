import {
  badRequest,
  cloneJson,
  notFound,
  otherObject,
  preconditionFailed,
  staleObject,
  successStatus,
  type ApiObject,
  type FailedPrecondition,
  type GroupResource,
} from '@pinnace/meta'
import type { CreateSubresourceContext, CreateSubresource, ExpectedObject, RelatedObjects } from '@pinnace/resources'
import { dedupeOwnerReferences } from '../request/dedupe-owner-references.ts'
import { decodeBody } from '../request/decode-body.ts'
import { bodyAttributes } from '../request/body-attributes.ts'
import { runAdmission } from '../request/run-admission.ts'
import type { RawBody } from '../request/raw-body.ts'
import type { RequestScope } from '../request/request-scope.ts'
import type { VerbContext } from './verb-context.ts'
import { readDeleteOptions } from '../options/delete-options.ts'
import type { WriteOptions } from '../options/write-options.ts'
import { objectOf, type Outcome } from '../storage/outcome.ts'
import type { Draft } from '../storage/draft.ts'
import { registryKey } from '../storage/registry-key.ts'
import { storageOf, type ServedResource } from '../storage/served-resource.ts'
import { readLive } from '../write/read-live.ts'
import { ownFields } from '../write/track-fields.ts'
import { write } from '../write/write.ts'
import { placeInNamespace } from '../request/place.ts'
import { wipeSystemFields } from '../request/wipe-system-fields.ts'
import { remove } from '../write/deletion/delete.ts'
import { findServed, updateStatusOf } from './update-status.ts'

const noQuery = new URLSearchParams()

/** A create-only subresource and the kind of its body. */
export interface SubresourceTarget {
  readonly subresource: CreateSubresource
  readonly resource: ServedResource
}

/** The body and the options of a create request. */
export interface CreateRequest {
  readonly body: RawBody
  readonly options: WriteOptions
}

/** POST to a subresource of an object: a binding, an eviction, a token. Answers with its result or a success Status. */
export async function createSubresource(
  server: VerbContext,
  scope: RequestScope,
  { subresource, resource }: SubresourceTarget,
  { body, options }: CreateRequest,
): Promise<Outcome> {
  const sent = decodeBody(resource, body, options.fieldValidation, (text) => scope.warn(text))
  sent.kind = resource.gvk.kind
  sent.apiVersion = resource.apiVersion
  // The subresource itself decides about the name: an Eviction or a Binding must carry that of the URL.
  if (subresource.keepsSystemFields !== true) wipeSystemFields(sent)
  placeInNamespace(sent, scope)
  dedupeOwnerReferences(sent, scope)
  subresource.defaults?.(sent)
  await ownFields(scope, resource, sent, options)
  const { vocabulary } = server
  await runAdmission(server.admission, bodyAttributes(scope, { vocabulary, resource, body: sent, options }))
  subresource.assertBody?.(sent, scope.name)
  if (scope.name === '') throw badRequest('Name parameter required.')
  const live = await readLive(scope)
  if (live === undefined) throw notFound(scope.served.gvr, scope.name)
  const answer = await subresource.act(sent, createContext(server, scope, live.object, options))
  return { code: 201, object: resource.codec.answered(answer ?? { ...successStatus(), code: 201 }) }
}

function createContext(
  server: VerbContext,
  scope: RequestScope,
  parent: ApiObject,
  options: WriteOptions,
): CreateSubresourceContext {
  return {
    vocabulary: server.vocabulary,
    clock: server.clock,
    random: server.random,
    user: scope.user,
    namespace: scope.namespace,
    dryRun: options.dryRun,
    warn: (text) => scope.warn(text),
    name: scope.name,
    parent,
    async update(change, expected = {}) {
      const outcome = await write(server, scope, {
        propose(live) {
          if (live === undefined) throw notFound(scope.served.gvr, scope.name)
          assertExpected(scope, live, expected, options)
          const next = cloneJson(live) as Draft
          change(next)
          return next
        },
        strategy: {},
        options,
        retry: expected.resourceVersion === undefined,
        // upstream: registry/core/pod/storage, BindingREST and EvictionREST write to the storage itself.
        ownership: { type: 'untracked' },
        admission: 'none',
      })
      const object = objectOf(outcome) as ApiObject
      return outcome.entry === undefined ? object : scope.served.codec.showOne(object)
    },
    async delete(deleteOptions) {
      const read = readDeleteOptions(noQuery, deleteOptions, server.vocabulary)
      await remove(server, scope, options.dryRun ? { ...read, dryRun: true } : read, 'none')
    },
    related: relatedObjects(server, scope, options),
    tokens: server.tokens,
  }
}

// Objects that the subresource depends on are read and written by the server itself, without authorizing the caller.
function relatedObjects(server: VerbContext, scope: RequestScope, options: WriteOptions): RelatedObjects {
  const storageFor = (resource: GroupResource): ReturnType<typeof storageOf> | undefined => {
    const served = findServed(server, resource)
    return served && storageOf(served)
  }
  return {
    async get(resource, namespace, name) {
      const storage = storageFor(resource)
      return (await storage?.readNewest(storage.key(namespace, name)))?.object()
    },
    async list(resource, namespace) {
      const storage = storageFor(resource)
      if (storage === undefined) return []
      const page = await storage.cache.list({ prefix: storage.scope(namespace) })
      return page.entries.map((entry) => entry.object())
    },
    updateStatus: (resource, namespace, name, change) =>
      updateStatusOf(server, { resource, namespace, name }, change, { scope, options }),
  }
}

// upstream: apiserver/pkg/storage/interfaces.go, Preconditions.Check
function assertExpected(
  scope: RequestScope,
  live: ApiObject,
  expected: ExpectedObject,
  { dryRun }: WriteOptions,
): void {
  const { uid, resourceVersion } = live.metadata
  const isOther = expected.uid !== undefined && expected.uid !== uid
  const isStale = expected.resourceVersion !== undefined && expected.resourceVersion !== resourceVersion
  if (!isOther && !isStale) return
  const { gvk, gvr } = scope.served
  const failed: FailedPrecondition = isOther
    ? { field: 'UID', expected: expected.uid, actual: uid }
    : { field: 'ResourceVersion', expected: expected.resourceVersion ?? '', actual: resourceVersion }
  if (expected.refusedByStore === true)
    throw otherObject(gvr, scope.name, { key: registryKey(scope, scope.namespace, dryRun), ...failed })
  throw isOther ? preconditionFailed(gvk, scope.name, failed) : staleObject(gvr, scope.name)
}
