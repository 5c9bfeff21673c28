import { formatGroupVersion } from '@pinnace/meta'
import type { Column, CreateSubresource, ObjectSubresource, ScaleSubresource, Subresource } from '@pinnace/resources'
import { loadType } from '@pinnace/types'
import { assertNotForced, readWriteOptions } from '../options/write-options.ts'
import type { ServedResource } from '../storage/served-resource.ts'
import { apply } from './apply.ts'
import { connectHandlers } from './connect.ts'
import { createSubresource } from './create-subresource.ts'
import { objectVerbs } from './object-verbs.ts'
import { patch } from './patch.ts'
import { scaleColumns } from './scale-columns.ts'
import { applyScale, getScale, patchScale, updateScale } from './scale.ts'
import { update } from './update.ts'
import type { VerbContext } from './verb-context.ts'
import type { VerbHandler, VerbHandlers } from './verb-handlers.ts'

const known = new WeakMap<Subresource, VerbHandlers>()

/** The verb handlers of a subresource. */
export function subresourceVerbs(server: VerbContext, served: ServedResource, subresource: Subresource): VerbHandlers {
  let handlers = known.get(subresource)
  if (handlers === undefined) {
    handlers = handlersOf(server, served, subresource)
    known.set(subresource, handlers)
  }
  return handlers
}

function handlersOf(server: VerbContext, served: ServedResource, subresource: Subresource): VerbHandlers {
  switch (subresource.type) {
    case 'object':
      return objectHandlers(subresource)
    case 'scale': {
      const bodies = server.bodyResource(served, subresource.kind, () => loadType('autoscaling.v1.Scale'))
      return scaleHandlers(bodies, subresource, served.definition.builtIn)
    }
    case 'create':
      return {
        create: createHandler(server.bodyResource(served, subresource.kind, subresource.schema), subresource),
      }
    case 'connect':
      return connectHandlers(subresource)
  }
}

function objectHandlers({ strategy }: ObjectSubresource): VerbHandlers {
  return {
    get: objectVerbs.get,
    async update(server, request, exchange) {
      const answer = await exchange.negotiate(request.served)
      const options = readWriteOptions(request.info.query, 'UpdateOptions', server.vocabulary)
      const body = await exchange.readObject(request.served)
      return answer.object(await update(server, request, { body, options, strategy }))
    },
    async patch(server, request, exchange) {
      const answer = await exchange.negotiate(request.served)
      const options = readWriteOptions(request.info.query, 'PatchOptions', server.vocabulary)
      const { type, body } = await exchange.readPatch(request.served)
      if (type === 'apply') return answer.object(await apply(server, request, { body, options, strategy }))
      assertNotForced(options, server.vocabulary)
      return answer.object(await patch(server, request, { type, body, options, strategy }))
    },
  }
}

function scaleHandlers(bodies: ServedResource, scale: ScaleSubresource, isBuiltIn: boolean): VerbHandlers {
  const columns = scaleColumns as readonly unknown[] as readonly Column[]
  const resource: ServedResource = { ...bodies, definition: { ...bodies.definition, columns } }
  const target = { scale, resource }
  // A custom resource supports no strategic merge patch, not even of its Scale.
  const patched = { ...resource, definition: { ...resource.definition, builtIn: isBuiltIn } }
  return {
    async get(_server, request, exchange) {
      const answer = await exchange.negotiate(resource)
      return answer.object(await getScale(request, scale, request.info.query.get('resourceVersion') ?? ''))
    },
    async update(server, request, exchange) {
      const answer = await exchange.negotiate(resource)
      const options = readWriteOptions(request.info.query, 'UpdateOptions', server.vocabulary)
      const body = await exchange.readObject(resource)
      return answer.object(await updateScale(server, request, target, { body, options }))
    },
    async patch(server, request, exchange) {
      const answer = await exchange.negotiate(resource)
      const options = readWriteOptions(request.info.query, 'PatchOptions', server.vocabulary)
      const { type, body } = await exchange.readPatch(patched)
      if (type === 'apply') return answer.object(await applyScale(server, request, target, { body, options }))
      assertNotForced(options, server.vocabulary)
      return answer.object(await patchScale(server, request, target, { type, body, options }))
    },
  }
}

function createHandler(resource: ServedResource, subresource: CreateSubresource): VerbHandler {
  return async (server, request, exchange) => {
    const answer = await exchange.negotiate(resource)
    const options = readWriteOptions(request.info.query, 'CreateOptions', server.vocabulary)
    const body = await exchange.readObject(resource)
    toCurrentVersion(subresource, body.value)
    return answer.object(await createSubresource(server, request, { subresource, resource }, { body, options }))
  }
}

// The body may be edited; older versions have the same fields.
function toCurrentVersion({ kind, olderVersions = [] }: CreateSubresource, body: unknown): void {
  if (typeof body !== 'object' || body === null) return
  const sent = body as { apiVersion?: unknown }
  if (olderVersions.some((version) => sent.apiVersion === formatGroupVersion({ group: kind.group, version }))) {
    sent.apiVersion = formatGroupVersion(kind)
  }
}
