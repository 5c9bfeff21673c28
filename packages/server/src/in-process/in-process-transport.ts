import {
  deleteOptionsBody,
  readParameters,
  resourcePath,
  withQuery,
  writeParameters,
  type DiscoveredResource,
  type ResourceTarget,
  type Transport,
} from '@pinnace/client'
import {
  copyAsJson,
  formatGroupVersion,
  type ApiList,
  type ApiObject,
  type Status,
  type SuccessStatus,
  type UserInfo,
} from '@pinnace/meta'
import type { Registry } from '@pinnace/resources'
import { handleRequest } from '../pipeline/handle-request.ts'
import { limitWarnings } from '../pipeline/warnings.ts'
import type { InProcessAnswer } from './in-process-answer.ts'
import { showInProcess } from './in-process-answer-writer.ts'
import type { InProcessContext } from './in-process-context.ts'
import { InProcessRequest, type InProcessCall } from './in-process-request.ts'
import { watchInProcess } from './in-process-watch.ts'

/** Options for {@link createInProcessTransport}. */
export interface InProcessTransportOptions {
  readonly server: InProcessContext & { readonly registry: Registry }
  /** The user of the calls, who is authorized like any other user. */
  readonly user: UserInfo
  /** Recorded in the audit log. Its first part is the field manager of calls that do not specify one. */
  readonly userAgent: string
  /** Called with each warning that a remote client would receive as a Warning header. */
  readonly onWarning?: (text: string) => void
}

const patchTypes = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
} as const

type Call = Partial<Omit<InProcessCall, 'method' | 'target' | 'user' | 'userAgent'>>

/** Sends calls through the request pipeline without sockets or encoding: options become a query, bodies are objects. */
export function createInProcessTransport({ server, user, userAgent, onWarning }: InProcessTransportOptions): Transport {
  const send = async (method: string, target: string, call: Call): Promise<Exclude<InProcessAnswer, Failure>> => {
    const request = new InProcessRequest(server, {
      method,
      target,
      user,
      userAgent,
      signal: undefined,
      metadataOnly: false,
      ...call,
    })
    const answer = await handleRequest(server, request)
    if (onWarning !== undefined) for (const text of limitWarnings(request.warnings)) onWarning(text)
    if (answer.type === 'failure' || answer.type === 'reset') throw answer.error
    return answer
  }
  const read = async (target: ResourceTarget, options: Parameters<Transport['list']>[1]): Promise<unknown> => {
    const path = withQuery(resourcePath(target), readParameters(options))
    return contentOf(await send('GET', path, { signal: options.signal, metadataOnly: target.metadataOnly === true }))
  }
  const write = async (
    method: string,
    target: ResourceTarget,
    { body, contentType, options }: Write,
  ): Promise<ApiObject> => {
    const path = withQuery(resourcePath(method === 'POST' ? onCollection(target) : target), writeParameters(options))
    const { signal } = options
    const call = { body: copyAsJson(body), signal, metadataOnly: target.metadataOnly === true }
    return contentOf(await send(method, path, contentType === undefined ? call : { ...call, contentType })) as ApiObject
  }
  const remove = async (
    path: string,
    options: Parameters<Transport['delete']>[1],
    metadataOnly: boolean,
  ): Promise<unknown> => {
    const body = copyAsJson(deleteOptionsBody(options))
    return contentOf(await send('DELETE', path, { body, signal: options.signal, metadataOnly }))
  }

  return {
    get: async (target, options) => (await read(target, options)) as ApiObject,
    list: async (target, options) => (await read(target, options)) as ApiList,
    watch(target, options) {
      const { signal, keepAlive } = options
      const metadataOnly = target.metadataOnly === true
      return watchInProcess({
        server,
        signal,
        keepAlive,
        async open() {
          const path = withQuery(resourcePath(target), { ...readParameters(options), watch: true })
          const answer = await send('GET', path, { signal, metadataOnly })
          if (answer.type !== 'watch') throw new TypeError('received an object in answer to a watch')
          return answer
        },
        show: (object) => showInProcess(server, object, metadataOnly),
      })
    },
    create: (target, object, options) => write('POST', target, { body: object, options }),
    update: (target, object, options) => write('PUT', target, { body: object, options }),
    patch: (target, patch, { type = 'merge', ...options }) =>
      write('PATCH', target, { body: patch, contentType: patchTypes[type], options }),
    apply(target, object, options) {
      const { kind } = target.definition
      const body = { apiVersion: formatGroupVersion(target.definition), kind, ...object }
      return write('PATCH', target, { body, contentType: 'application/apply-patch+yaml', options })
    },
    delete: async (target, options) =>
      (await remove(resourcePath(target), options, target.metadataOnly === true)) as ApiObject | SuccessStatus,
    async deleteCollection(target, selection, options) {
      const path = withQuery(resourcePath(target), readParameters(selection))
      const { signal = selection.signal } = options
      await remove(path, signal === undefined ? options : { ...options, signal }, target.metadataOnly === true)
    },
    discover: async () => discovered(server.registry),
  }
}

type Failure = Extract<InProcessAnswer, { readonly type: 'failure' | 'reset' }>

interface Write {
  readonly body: unknown
  readonly contentType?: string
  readonly options: Parameters<Transport['create']>[2] & { readonly force?: boolean }
}

function contentOf(answer: Exclude<InProcessAnswer, Failure>): ApiList | ApiObject | Status | SuccessStatus {
  switch (answer.type) {
    case 'object':
      return answer.object
    case 'list':
      return answer.list
    case 'watch':
      throw new TypeError('received a watch in answer to another request')
  }
}

// A create goes to the collection; a subresource is created below its object.
function onCollection(target: ResourceTarget): ResourceTarget {
  return target.subresource === '' ? { ...target, name: '' } : target
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
