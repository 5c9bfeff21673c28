import { badRequest, forbidden, thenMaybe } from '@pinnace/meta'
import { removeCollection } from '../write/deletion/delete-collection.ts'
import { readDeleteOptions, type DeleteOptions } from '../options/delete-options.ts'
import { remove } from '../write/deletion/delete.ts'
import { readListOptions, type ListOptions } from '../options/list-options.ts'
import { isTrue } from '../options/query-parameters.ts'
import { assertNotForced, readWriteOptions } from '../options/write-options.ts'
import { apply } from './apply.ts'
import { create } from './create.ts'
import type { Exchange } from './exchange.ts'
import { get } from '../storage/get.ts'
import { list } from '../storage/list.ts'
import { patch } from './patch.ts'
import { update } from './update.ts'
import type { VerbContext } from './verb-context.ts'
import type { VerbHandlers, VerbRequest } from './verb-handlers.ts'
import { storageOf } from '../storage/served-resource.ts'
import { prepareWatch } from '../storage/watch.ts'

/** The verb handlers of a resource, for every transport. Each parses its options. */
export const objectVerbs: VerbHandlers & Required<Pick<VerbHandlers, 'get'>> = {
  get(_server, request, exchange) {
    const { query } = request.info
    return thenMaybe(exchange.negotiate(request.served), (answer) => {
      if (query.size > 0) assertNotExported(query)
      return thenMaybe(get(request, query.size === 0 ? '' : (query.get('resourceVersion') ?? '')), (entry) =>
        answer.object({ code: 200, entry }),
      )
    })
  },

  list(server, request, exchange) {
    return thenMaybe(exchange.negotiate(request.served, 'list'), (answer) =>
      thenMaybe(list(request, readListOptions(request.info.query, 'list', server)), (page) => {
        server.requests?.listed(request.served.definition.storage, page.entries.length)
        return answer.list(page, request)
      }),
    )
  },

  watch(server, request, exchange) {
    return thenMaybe(exchange.negotiate(request.served, 'stream'), (answer) => {
      const options = readListOptions(request.info.query, 'watch', server)
      assertSelectsNamed(request, options)
      const prepared = prepareWatch(request, options)
      const { intervention, trace } = request
      const watch = trace === undefined ? prepared : trace.watching(prepared, storageOf(request.served))
      if (intervention?.wrapSink === undefined) return answer.watch(request, watch)
      return answer.watch(request, (sink) => watch(intervention.wrapSink?.(sink) ?? sink))
    })
  },

  async create(server, request, exchange) {
    const answer = await exchange.negotiate(request.served)
    const options = readWriteOptions(request.info.query, 'CreateOptions', server.vocabulary)
    const body = await exchange.readObject(request.served)
    return answer.object(await create(server, request, body, options))
  },

  async update(server, request, exchange) {
    const answer = await exchange.negotiate(request.served)
    const options = readWriteOptions(request.info.query, 'UpdateOptions', server.vocabulary)
    const body = await exchange.readObject(request.served)
    return answer.object(await update(server, request, { body, options }))
  },

  async patch(server, request, exchange) {
    const answer = await exchange.negotiate(request.served)
    const options = readWriteOptions(request.info.query, 'PatchOptions', server.vocabulary)
    const { type, body } = await exchange.readPatch(request.served)
    if (type === 'apply') return answer.object(await apply(server, request, { body, options }))
    assertNotForced(options, server.vocabulary)
    return answer.object(await patch(server, request, { type, body, options }))
  },

  async delete(server, request, exchange) {
    const answer = await exchange.negotiate(request.served)
    const options = await readDeletion(server, request, exchange)
    assertDeletable(request)
    const { outcome } = await remove(server, request, options)
    return answer.object(outcome)
  },

  async deletecollection(server, request, exchange) {
    const answer = await exchange.negotiate(request.served)
    const selection = readListOptions(request.info.query, 'list', server)
    const options = await readDeletion(server, request, exchange)
    return answer.list(await removeCollection(server, request, selection, options), request)
  },
}

function assertDeletable({ served, name }: VerbRequest): void {
  const problem = served.definition.strategy.refuseDelete?.(name)
  if (problem !== undefined) throw forbidden(served.gvr, name, problem)
}

// upstream: endpoints/handlers/get.go
function assertNotExported(query: URLSearchParams): void {
  const value = query.get('export')
  if (value !== null && isTrue(value)) {
    throw badRequest('the export parameter, deprecated since v1.14, is no longer supported')
  }
}

// upstream: endpoints/handlers/get.go, ListResource – a path that names an object selects it.
function assertSelectsNamed({ info }: VerbRequest, { fieldSelector }: ListOptions): void {
  const selected = fieldSelector?.value('metadata.name')
  if (selected !== undefined && info.name !== '' && selected !== info.name) {
    throw badRequest("fieldSelector metadata.name doesn't match requested name")
  }
}

async function readDeletion(
  { vocabulary }: VerbContext,
  { info }: VerbRequest,
  exchange: Exchange<unknown>,
): Promise<DeleteOptions> {
  const body = await exchange.readDeleteOptions()
  return readDeleteOptions(info.query, body?.withLiterals?.() ?? body?.value, vocabulary)
}
