import { formatGroupVersion } from '@pinnace/meta'
import type { CreateSubresource, Column, Subresource, ObjectSubresource } from '@pinnace/resources'
import { loadType } from '@pinnace/types'
import { readObject } from '../http/read-body.ts'
import type { ServerCore } from '../core.ts'
import { readWriteOptions } from '../options/write-options.ts'
import { objectReply } from '../http/object-reply.ts'
import { represent } from '../http/representation.ts'
import type { ServedResource } from '../served-resource.ts'
import { apply } from './apply.ts'
import { act } from './create-subresource.ts'
import { patch } from './patch.ts'
import { scaleColumns } from './scale-columns.ts'
import { applyScale, getScale, patchScale, updateScale } from './scale.ts'
import { update } from './update.ts'
import { connectHandlers } from './connect.ts'
import { objectHandlers, readPatch, unforced, type VerbHandler, type VerbHandlers } from './object-verbs.ts'

const known = new WeakMap<Subresource, VerbHandlers>()

/** The verbs of what hangs below an object's path. */
export function subresourceHandlers(core: ServerCore, served: ServedResource, subresource: Subresource): VerbHandlers {
  let handlers = known.get(subresource)
  if (handlers === undefined) {
    handlers = build(core, served, subresource)
    known.set(subresource, handlers)
  }
  return handlers
}

function build(core: ServerCore, served: ServedResource, subresource: Subresource): VerbHandlers {
  switch (subresource.type) {
    case 'object':
      return viewHandlers(subresource)
    case 'scale':
      return scaleHandlers(
        core.bodyResource(served, subresource.kind, () => loadType('autoscaling.v1.Scale')),
        subresource,
      )
    case 'create':
      return { create: actionHandler(core.bodyResource(served, subresource.kind, subresource.schema), subresource) }
    case 'connect':
      return connectHandlers(subresource)
  }
}

function viewHandlers({ strategy }: ObjectSubresource): VerbHandlers {
  return {
    get: objectHandlers.get!,
    async update(core, authorized, scope) {
      const representation = await represent(core, authorized, scope.served)
      const options = readWriteOptions(authorized.info.query, 'UpdateOptions', core.vocabulary)
      const body = await readObject(core, authorized.request, scope.served)
      return objectReply(authorized, scope.served, representation, await update(core, scope, body, options, strategy))
    },
    async patch(core, authorized, scope) {
      const representation = await represent(core, authorized, scope.served)
      const options = readWriteOptions(authorized.info.query, 'PatchOptions', core.vocabulary)
      const { type, body } = await readPatch(authorized.request, scope)
      const outcome =
        type === 'apply'
          ? apply(core, scope, body, options, strategy)
          : patch(core, scope, type, body, unforced(options, core), strategy)
      return objectReply(authorized, scope.served, representation, await outcome)
    },
  }
}

function scaleHandlers(bodies: ServedResource, scale: Extract<Subresource, { type: 'scale' }>): VerbHandlers {
  const columns = scaleColumns as readonly unknown[] as readonly Column[]
  const scaleResource: ServedResource = { ...bodies, definition: { ...bodies.definition, columns } }
  return {
    async get(core, authorized, scope) {
      const representation = await represent(core, authorized, scaleResource)
      return objectReply(authorized, scaleResource, representation, await getScale(scope, scale))
    },
    async update(core, authorized, scope) {
      const representation = await represent(core, authorized, scaleResource)
      const options = readWriteOptions(authorized.info.query, 'UpdateOptions', core.vocabulary)
      const body = await readObject(core, authorized.request, scaleResource)
      const outcome = await updateScale(core, scope, scale, scaleResource, body, options)
      return objectReply(authorized, scaleResource, representation, outcome)
    },
    async patch(core, authorized, scope) {
      const representation = await represent(core, authorized, scaleResource)
      const options = readWriteOptions(authorized.info.query, 'PatchOptions', core.vocabulary)
      const { type, body } = await readPatch(authorized.request, { ...scope, served: scaleResource })
      const outcome =
        type === 'apply'
          ? await applyScale(core, scope, scale, scaleResource, body, options)
          : await patchScale(core, scope, scale, scaleResource, type, body, unforced(options, core))
      return objectReply(authorized, scaleResource, representation, outcome)
    },
  }
}

function actionHandler(actionResource: ServedResource, action: Extract<Subresource, { type: 'create' }>): VerbHandler {
  return async (core, authorized, scope) => {
    const representation = await represent(core, authorized, actionResource)
    const options = readWriteOptions(authorized.info.query, 'CreateOptions', core.vocabulary)
    const body = await readObject(core, authorized.request, actionResource)
    toCurrentVersion(action, body.value)
    return objectReply(
      authorized,
      actionResource,
      representation,
      await act(core, scope, action, actionResource, body, options),
    )
  }
}

// Bodies belong to who reads them; their older versions have the same fields.
function toCurrentVersion({ kind, olderVersions = [] }: CreateSubresource, body: unknown): void {
  if (typeof body !== 'object' || body === null) return
  const sent = body as { apiVersion?: unknown }
  if (olderVersions.some((version) => sent.apiVersion === formatGroupVersion({ group: kind.group, version }))) {
    sent.apiVersion = formatGroupVersion(kind)
  }
}
