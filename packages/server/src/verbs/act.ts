import { cloneJson, conflict, notFound, staleObject, successStatus, type ApiObject } from '@pinnace/meta'
import type { ActionContext, ActionSubresource } from '@pinnace/resources'
import { decodeBody } from '../body/decode-body.ts'
import type { RawBody } from '../body/raw-body.ts'
import type { Call } from '../call.ts'
import type { ServerCore } from '../core.ts'
import { readDeleteOptions } from '../options/delete-options.ts'
import type { WriteOptions } from '../options/write-options.ts'
import { objectOf, type Outcome } from '../outcome.ts'
import type { Draft, ServedResource } from '../served-resource.ts'
import { managerOf } from '../write/track-fields.ts'
import { readLive } from '../write/read-live.ts'
import { write } from '../write/write.ts'
import { assertNamed } from './create.ts'
import { remove } from './delete.ts'

const noQuery = new URLSearchParams()

/** POST of another kind that acts on an object: a binding, an eviction. Answers what the action returns, else success. */
export async function act(
  core: ServerCore,
  call: Call,
  action: ActionSubresource,
  actionResource: ServedResource,
  body: RawBody,
  options: WriteOptions,
): Promise<Outcome> {
  const sent = decodeBody(actionResource, body, options.fieldValidation, (text) => call.warn(text))
  // upstream: endpoints/handlers/create.go – a subresource takes its name from the URL where the body has none.
  sent.metadata.name ??= call.name
  assertNamed(sent, call)
  const live = await readLive(call)
  if (live === undefined) throw notFound(call.served.gvr, call.name)
  const answer = await action.act(sent, createContext(core, call, live.object, options))
  return { code: 201, object: answer ?? { ...successStatus(), code: 201 } }
}

function createContext(core: ServerCore, call: Call, parent: ApiObject, options: WriteOptions): ActionContext {
  return {
    vocabulary: core.vocabulary,
    clock: core.clock,
    random: core.random,
    user: call.user,
    namespace: call.namespace,
    dryRun: options.dryRun,
    warn: (text) => call.warn(text),
    name: call.name,
    parent,
    async update(change, expected = {}) {
      const outcome = await write(core, call, {
        propose(live) {
          if (live === undefined) throw notFound(call.served.gvr, call.name)
          assertExpected(call, live, expected)
          const next = cloneJson(live) as Draft
          change(next)
          return next
        },
        strategy: {},
        options,
        retry: expected.resourceVersion === undefined,
        ownership: { type: 'update', manager: managerOf(call, options) },
      })
      return objectOf(outcome) as ApiObject
    },
    async delete(deleteOptions) {
      const read = readDeleteOptions(noQuery, deleteOptions, core.vocabulary)
      await remove(core, call, options.dryRun ? { ...read, dryRun: true } : read)
    },
  }
}

function assertExpected({ served, name }: Call, live: ApiObject, expected: { readonly uid?: string; readonly resourceVersion?: string }): void {
  if (expected.resourceVersion !== undefined && expected.resourceVersion !== live.metadata.resourceVersion) {
    throw staleObject(served.gvr, name)
  }
  if (expected.uid !== undefined && expected.uid !== live.metadata.uid) {
    const message = `Precondition failed: UID in precondition: ${expected.uid}, UID in object meta: ${live.metadata.uid}`
    throw conflict(served.gvr, name, message)
  }
}
