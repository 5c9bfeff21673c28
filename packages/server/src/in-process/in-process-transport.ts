import {
  createEventQueue,
  type DiscoveredResource,
  type ResourceTarget,
  type Transport,
  type WatchEvent,
} from '@pinnace/client'
import {
  cloneJson,
  freezeJson,
  parseFieldSelector,
  parseLabelSelector,
  StatusError,
  toStatusError,
  unknownResource,
  type ApiObject,
  type SuccessStatus,
  type UserInfo,
} from '@pinnace/meta'
import type { Registry, Subresource } from '@pinnace/resources'
import { loadType } from '@pinnace/types'
import { toPartialObjectMetadata } from '@pinnace/versioning'
import type { BookmarkEvent, WatchSink } from '@pinnace/watch-cache'
import { ownedBody, type RawBody } from '../body/raw-body.ts'
import type { RequestScope } from '../write/request-scope.ts'
import type { ServerCore } from '../core.ts'
import { assertAllowed } from '../pipeline/authorize.ts'
import { defaultDeleteOptions, type DeleteOptions } from '../deletion/delete-options.ts'
import { defaultListOptions, type ListOptions } from '../options/list-options.ts'
import { managerFromUserAgent } from '../write/track-fields.ts'
import { defaultWriteOptions, type WriteOptions } from '../options/write-options.ts'
import { objectOf, type Outcome } from '../storage/outcome.ts'
import { createConvertedEvents } from '../storage/converted-events.ts'
import { listMeta, toList } from '../http/list-reply.ts'
import { act } from '../verbs/create-subresource.ts'
import { apply } from '../verbs/apply.ts'
import { create } from '../verbs/create.ts'
import { removeCollection } from '../deletion/delete-collection.ts'
import { remove } from '../deletion/delete.ts'
import { get } from '../verbs/get.ts'
import { list } from '../verbs/list.ts'
import { patch } from '../verbs/patch.ts'
import { applyScale, getScale, patchScale, updateScale } from '../verbs/scale.ts'
import { update } from '../verbs/update.ts'
import { watch } from '../verbs/watch.ts'

const watchQueueLimit = 10_000

/** Options for {@link createInProcessTransport}. */
export interface InProcessTransportOptions {
  /** Asked for at every scope: a server may have been restored meanwhile. */
  readonly core: () => ServerCore
  /** Who calls; asked of the authorizers like anybody else. */
  readonly user: UserInfo
  /** The field manager of a caller that does not say. */
  readonly userAgent: string
  /** Hears what a remote client would get as Warning headers. */
  readonly onWarning?: (text: string) => void
}

/** Calls the verbs directly: no sockets, no bytes, the same checks. */
export function createInProcessTransport({
  core,
  user,
  userAgent,
  onWarning = () => {},
}: InProcessTransportOptions): Transport {
  const callFor = async (target: ResourceTarget, verb: string, signal?: AbortSignal): Promise<RequestScope> => {
    const { definition, namespace, name, subresource } = target
    const { group, version, resource } = definition
    const now = core()
    const served = now.find(group, version, resource)
    if (served === undefined) throw unknownResource()
    const attributes = {
      user,
      verb,
      isResourceRequest: true,
      path: '',
      group,
      version,
      namespace,
      resource,
      subresource,
      name,
    }
    await assertAllowed(now, attributes)
    return {
      served,
      user,
      namespace: definition.scope === 'Namespaced' ? namespace : '',
      name,
      subresource,
      userAgent: managerFromUserAgent(userAgent),
      signal,
      deadlineMs: undefined,
      auditContext: undefined,
      warn: onWarning,
      authorize: (other) => assertAllowed(now, { ...attributes, verb: other }),
    }
  }
  const trimmed = (target: ResourceTarget, object: ApiObject): ApiObject =>
    target.metadataOnly === true
      ? freezeJson(toPartialObjectMetadata(object, { group: core().vocabulary.group('meta'), version: 'v1' }))
      : object
  const shown = async (scope: RequestScope, outcome: Outcome, target: ResourceTarget): Promise<ApiObject> =>
    trimmed(
      target,
      outcome.entry === undefined
        ? (outcome.object as ApiObject)
        : await scope.served.codec.showOne(objectOf(outcome) as ApiObject),
    )

  return {
    async get(target, { resourceVersion = '', signal }) {
      const scope = await callFor(target, 'get', signal)
      const below = subresourceOf(scope)
      if (below?.type === 'scale') return shown(scope, await getScale(scope, below), target)
      return trimmed(target, await scope.served.codec.showOne((await get(scope, resourceVersion)).object()))
    },
    async list(target, options) {
      const scope = await callFor(target, 'list', options.signal)
      const page = await list(scope, listOptions(options))
      const objects = await scope.served.codec.show(page.entries.map((entry) => entry.object()))
      return { ...toList(scope.served, [], listMeta(page)), items: objects.map((object) => trimmed(target, object)) }
    },
    watch(target, options) {
      return watchInProcess(
        () => callFor(target, 'watch', options.signal),
        { ...listOptions(options), ...watchOnly(options) },
        { signal: options.signal, core, shown: (object) => trimmed(target, object) },
      )
    },
    async create(target, object, options) {
      const scope = await callFor(target, 'create', options.signal)
      const below = subresourceOf(scope)
      const body = ownedBody(cloneJson(object))
      if (below === undefined) return shown(scope, await create(core(), scope, body, writeOptions(options)), target)
      if (below.type !== 'create') throw unknownResource()
      const resource = core().bodyResource(scope.served, below.kind, below.schema)
      return shown(scope, await act(core(), scope, below, resource, body, writeOptions(options)), target)
    },
    async update(target, object, options) {
      const scope = await callFor(target, 'update', options.signal)
      const below = subresourceOf(scope)
      const body: RawBody = ownedBody(cloneJson(object))
      if (below?.type === 'scale') {
        const resource = core().bodyResource(scope.served, below.kind, () => loadType('autoscaling.v1.Scale'))
        return shown(scope, await updateScale(core(), scope, below, resource, body, writeOptions(options)), target)
      }
      return shown(scope, await update(core(), scope, body, writeOptions(options), strategyOf(below)), target)
    },
    async patch(target, value, { type = 'merge', ...options }) {
      const scope = await callFor(target, 'patch', options.signal)
      const below = subresourceOf(scope)
      const body = ownedBody(cloneJson(value))
      if (below?.type === 'scale') {
        const resource = core().bodyResource(scope.served, below.kind, () => loadType('autoscaling.v1.Scale'))
        return shown(scope, await patchScale(core(), scope, below, resource, type, body, writeOptions(options)), target)
      }
      return shown(scope, await patch(core(), scope, type, body, writeOptions(options), strategyOf(below)), target)
    },
    async apply(target, object, { force = false, ...options }) {
      const scope = await callFor(target, 'patch', options.signal)
      const { apiVersion, gvk } = scope.served
      const body = ownedBody({ apiVersion, kind: gvk.kind, ...cloneJson(object) })
      const below = subresourceOf(scope)
      if (below?.type === 'scale') {
        const resource = core().bodyResource(scope.served, below.kind, () => loadType('autoscaling.v1.Scale'))
        return shown(
          scope,
          await applyScale(core(), scope, below, resource, body, { ...writeOptions(options), force }),
          target,
        )
      }
      const strategy = strategyOf(below)
      return shown(scope, await apply(core(), scope, body, { ...writeOptions(options), force }, strategy), target)
    },
    async delete(target, options) {
      const scope = await callFor(target, 'delete', options.signal)
      const { outcome } = await remove(core(), scope, deleteOptions(options))
      // A deletion answers with the object or with success; failures are thrown.
      return outcome.entry === undefined ? (outcome.object as ApiObject | SuccessStatus) : shown(scope, outcome, target)
    },
    async deleteCollection(target, selection, options) {
      const scope = await callFor(target, 'deletecollection', options.signal ?? selection.signal)
      await removeCollection(core(), scope, listOptions(selection), deleteOptions(options))
    },
    discover: async () => discovered(core().registry),
  }
}

function subresourceOf({ served, subresource }: RequestScope): Subresource | undefined {
  if (subresource === '') return undefined
  const { subresources } = served.definition
  const declared = Object.hasOwn(subresources, subresource) ? subresources[subresource] : undefined
  if (declared === undefined || declared.type === 'connect') throw unknownResource()
  return declared
}

function strategyOf(subresource: Subresource | undefined): Parameters<typeof update>[4] {
  if (subresource === undefined) return undefined
  if (subresource.type !== 'object') throw unknownResource()
  return subresource.strategy
}

interface WatchSurroundings {
  readonly signal: AbortSignal | undefined
  readonly core: () => ServerCore
  readonly shown: (object: ApiObject) => ApiObject
}

// The watch starts when it is first read; until then nothing is queued and nothing can be lost.
async function* watchInProcess(
  open: () => Promise<RequestScope>,
  options: ListOptions,
  { signal, core, shown }: WatchSurroundings,
): AsyncIterableIterator<WatchEvent> {
  const scope = await open()
  let running: Disposable | undefined
  const queue = createEventQueue<WatchEvent>({
    limit: watchQueueLimit,
    overflow: () =>
      new StatusError('Expired', `the watch was not read for ${watchQueueLimit} events and has been ended`),
    onReturn: () => running?.[Symbol.dispose](),
  })
  const converted = createConvertedEvents({
    view: scope.served.codec,
    deliver: (events, show) =>
      queue.push(
        events.map((event) =>
          event.type === 'BOOKMARK'
            ? { type: event.type, object: bookmark(scope, event, core()) }
            : { type: event.type, object: shown(show(event)) },
        ),
      ),
    onError: (error) => queue.end(toStatusError(error)),
  })
  const sink: WatchSink<ApiObject> = {
    onEvents: converted.push,
    bufferedBytes: () => converted.pendingBytes,
    onEnd: (error) => converted.afterwards(() => queue.end(error)),
  }
  const stop = (): void => queue.end()
  signal?.addEventListener('abort', stop, { once: true })
  try {
    if (signal?.aborted !== true) {
      running = await watch(scope, options, sink)
      yield* queue
    }
  } finally {
    signal?.removeEventListener('abort', stop)
    running?.[Symbol.dispose]()
  }
}

function bookmark({ served }: RequestScope, event: BookmarkEvent, { vocabulary }: ServerCore): ApiObject {
  const annotations = event.initialEventsEnd ? { annotations: { [vocabulary.initialEventsEndAnnotation]: 'true' } } : {}
  return {
    kind: served.gvk.kind,
    apiVersion: served.apiVersion,
    metadata: { resourceVersion: String(event.revision), ...annotations },
  }
}

function discovered({ groups }: Registry): readonly DiscoveredResource[] {
  return groups.flatMap(({ preferredVersion, versions }) =>
    versions.flatMap(({ version, resources }) =>
      resources.map((definition) => ({
        group: definition.group,
        version,
        kind: definition.kind,
        resource: definition.resource,
        scope: definition.scope,
        verbs: definition.verbs,
        singular: definition.singular,
        shortNames: definition.shortNames,
        categories: definition.categories,
        subresources: Object.keys(definition.subresources).sort(),
        isPreferred: version === preferredVersion,
      })),
    ),
  )
}

function listOptions(options: Parameters<Transport['list']>[1]): ListOptions {
  const { labelSelector = '', fieldSelector = '', resourceVersion = '', resourceVersionMatch = '', limit = 0 } = options
  return {
    ...defaultListOptions,
    labelSelector: labelSelector === '' ? undefined : parseLabelSelector(labelSelector),
    fieldSelector: fieldSelector === '' ? undefined : parseFieldSelector(fieldSelector),
    resourceVersion,
    resourceVersionMatch,
    limit,
    continueToken: options.continue ?? '',
  }
}

function watchOnly(options: Parameters<Transport['watch']>[1]): Partial<ListOptions> {
  return {
    watch: true,
    allowWatchBookmarks: options.allowWatchBookmarks ?? false,
    sendInitialEvents: options.sendInitialEvents,
    timeoutSeconds: options.timeoutSeconds,
  }
}

function writeOptions({ signal: _, ...options }: Parameters<Transport['create']>[2]): WriteOptions {
  return { ...defaultWriteOptions, fieldValidation: 'Strict', ...options }
}

function deleteOptions({ signal: _, ...options }: Parameters<Transport['delete']>[1]): DeleteOptions {
  return { ...defaultDeleteOptions, ...options }
}
