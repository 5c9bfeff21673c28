import { notFound, verbNotSupported, type ApiObject, type Awaitable } from '@pinnace/meta'
import type { CacheEntry } from '@pinnace/watch-cache'
import { readListOptions, type ListOptions } from '../options/list-options.ts'
import { assertSelectable } from '../storage/selectable-fields.ts'
import type { ListedPage } from '../storage/list.ts'
import type { ServedResource } from '../storage/served-resource.ts'
import type { VerbContext } from './verb-context.ts'
import type { VerbHandlers, VerbRequest } from './verb-handlers.ts'

/** Computes the objects of a resource for one read; `name` if only one object is read. */
type Compute = (server: VerbContext, request: VerbRequest, name: string | undefined) => Awaitable<readonly ApiObject[]>

const computed: Readonly<Record<string, Compute>> = Object.freeze({
  componentstatuses: ({ componentHealth }, { signal }, name) => componentHealth.read(name, signal),
})

/** True for a built-in resource whose objects are computed for each read and never stored. */
export function isComputed({ builtIn, virtual, group, resource }: ServedResource['definition']): boolean {
  return builtIn && virtual === true && group === '' && Object.hasOwn(computed, resource)
}

/** The verbs of computed resources. */
export const computedVerbs: VerbHandlers = {
  async get(server, request, exchange) {
    const answer = await exchange.negotiate(request.served)
    const { served, name } = request
    const [object] = await objectsOf(server, request, name)
    // upstream: registry/core/componentstatus/rest.go, Get – it names the singular.
    if (object === undefined) throw notFound({ ...served.gvr, resource: served.definition.singular }, name)
    return answer.object({ code: 200, object })
  },

  async list(server, request, exchange) {
    const answer = await exchange.negotiate(request.served, 'list')
    const options = readListOptions(request.info.query, 'list', server)
    const { fieldSelector } = options
    if (fieldSelector !== undefined) assertSelectable(request.served.definition, fieldSelector)
    const objects = await objectsOf(server, request, undefined)
    return answer.list(pageOf(objects.filter((object) => isSelected(object, options))), request)
  },

  // upstream: endpoints/handlers/get.go, ListResource – its route is that of the list.
  watch(_server, { served }) {
    throw verbNotSupported(served.gvr, 'watch')
  },
}

function objectsOf(
  server: VerbContext,
  request: VerbRequest,
  name: string | undefined,
): Awaitable<readonly ApiObject[]> {
  return computed[request.served.definition.resource]?.(server, request, name) ?? []
}

// upstream: the predicate knows the name only; a computed object has no labels.
function isSelected({ metadata }: ApiObject, { labelSelector, fieldSelector }: ListOptions): boolean {
  if (labelSelector !== undefined && !labelSelector.matches(metadata.labels ?? {})) return false
  return fieldSelector?.matches((field) => (field === 'metadata.name' ? metadata.name : '')) !== false
}

/** A page without a version: it has all objects, whatever the options of the list say. */
function pageOf(objects: readonly ApiObject[]): ListedPage {
  return {
    revision: 0n,
    contentRevision: 0n,
    entries: objects.map(toEntry),
    continue: undefined,
    remainingItemCount: undefined,
    scope: { prefix: '', key: undefined, selector: undefined, shows: undefined },
    // A page is not cached.
    isPart: true,
    isContinued: false,
  }
}

function toEntry(object: ApiObject): CacheEntry<ApiObject> {
  const entry: CacheEntry<ApiObject> = {
    key: object.metadata.name ?? '',
    value: Buffer.from(JSON.stringify(object)),
    labels: {},
    fields: {},
    createRevision: 0n,
    modRevision: 0n,
    object: () => object,
    parse: () => object,
    at: () => entry,
  }
  return entry
}
