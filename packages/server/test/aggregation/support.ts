import type { APIService } from '@pinnace/types/apiregistration-v1'
import type { ResourceClient } from '@pinnace/client'
import { createServer as createHttpsServer } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { kubernetesVocabulary, type ApiObject } from '@pinnace/meta'
import { defineResource, z } from '@pinnace/resources/define'
import { createServer, createServingCertificates, type Server, type ServerOptions } from '../../src/index.ts'

export const Widget = defineResource({
  group: 'widgets.example.dev',
  version: 'v1',
  kind: 'Widget',
  scope: 'Namespaced',
  shortNames: ['wd'],
  schema: z.object({ spec: z.object({ size: z.int32().default(1) }).optional() }),
  columns: [{ name: 'Size', type: 'integer', jsonPath: '.spec.size' }],
})

/** Where a registered server is, and whom to trust for it. */
export interface Reached {
  readonly port: number
  /** PEM. */
  readonly ca: string
}

/** The name the certificate of a registered server must be for. */
const serviceName = 'widgets.outside.svc'

/** A server that others are registered with; every service is where `reached` says, by the port of the registration. */
export async function createFront(
  reached: ReadonlyMap<number, Reached>,
  options: Partial<ServerOptions> = {},
): Promise<Server> {
  return createServer({
    vocabulary: 'kubernetes',
    preset: 'testing',
    aggregation: {
      resolveService({ port }) {
        const found = reached.get(port)
        if (found === undefined) throw new Error(`no server is at ${port}`)
        return { host: '127.0.0.1', port: found.port }
      },
    },
    ...options,
  })
}

/** A server that authenticates requests of the server it is registered with only. */
export function createBehind(front: Server, options: Partial<ServerOptions> = {}): Promise<Server> {
  return createServer({
    vocabulary: 'kubernetes',
    resources: [Widget],
    authorization: ['AlwaysAllow'],
    anonymous: false,
    authentication: {
      requestHeader: {
        clientCa: front.clientAuthority().cert,
        allowedNames: ['front-proxy-client'],
        usernameHeaders: ['X-Remote-User'],
        uidHeaders: ['X-Remote-Uid'],
        groupHeaders: ['X-Remote-Group'],
        extraHeaderPrefixes: ['X-Remote-Extra-'],
      },
    },
    ...options,
  })
}

/** Serves it on a port of its own. */
export async function reach(behind: Server): Promise<Reached> {
  const { port, ca } = await behind.listen({ names: [serviceName] })
  return { port, ca }
}

/** A registered server that does what a test says. */
export interface RawBackend extends Reached, AsyncDisposable {
  /** Lines of the requests it was sent, but those that ask for documents. */
  readonly requests: IncomingMessage[]
}

/** Serves a version of `widgets.example.dev`, and answers everything below it as `answer` does. */
export async function startRaw(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  hosts: readonly string[] = [serviceName],
): Promise<RawBackend> {
  const { ca, cert, key } = createServingCertificates({ vocabulary: kubernetesVocabulary, hosts })
  const requests: IncomingMessage[] = []
  const server = createHttpsServer({ cert, key, requestCert: true, rejectUnauthorized: false }, (request, response) => {
    const url = request.url ?? ''
    if (url.startsWith(`${root}/`) && url !== `${root}/`) {
      requests.push(request)
      answer(request, response)
      return
    }
    const found = documents[url.split('?')[0]!]
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(found ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    ca,
    port: (server.address() as AddressInfo).port,
    requests,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

const root = '/apis/widgets.example.dev/v1'

const documents: Readonly<Record<string, unknown>> = {
  [root]: {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: 'widgets.example.dev/v1',
    resources: [
      {
        name: 'widgets',
        singularName: 'widget',
        namespaced: true,
        kind: 'Widget',
        verbs: ['get', 'list'],
        shortNames: ['wd'],
      },
      { name: 'widgets/status', singularName: '', namespaced: true, kind: 'Widget', verbs: ['get'] },
    ],
  },
}

/** How a server is registered. */
export interface RegisterOptions {
  readonly port?: number
  readonly group?: string
  readonly version?: string
  readonly spec?: object
  readonly withoutService?: boolean
}

/** Registers the server of a port for a version of a group; the name of the registration. */
export async function register(front: Server, reached: Reached, options: RegisterOptions = {}): Promise<string> {
  const { port = 443, group = 'widgets.example.dev', version = 'v1', spec = {}, withoutService = false } = options
  if (!withoutService) await makeService(front, port)
  const name = `${version}.${group}`
  await registrations(front).create({
    metadata: { name },
    spec: {
      group,
      version,
      groupPriorityMinimum: 2000,
      versionPriority: 20,
      caBundle: Buffer.from(reached.ca).toString('base64'),
      service: { namespace: 'outside', name: 'widgets', port },
      ...spec,
    },
  } as never)
  return name
}

/** The service a registration names. */
export async function makeService(front: Server, port: number, spec: object = {}): Promise<void> {
  const made = { metadata: { name: 'outside' } }
  await front
    .client({ apiVersion: 'v1', kind: 'Namespace' })
    .create(made)
    .catch(() => undefined)
  const services = front.client({ apiVersion: 'v1', kind: 'Service' }).namespace('outside')
  const service = { metadata: { name: 'widgets' }, spec: { ports: [{ port }], ...spec } }
  await services.create(service as never).catch(() => undefined)
}

export function registrations(front: Server): ResourceClient<APIService> {
  return front.client({ apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService' })
}

/** What a status says of whether a registered server is there. */
export interface Availability {
  readonly status: string
  readonly reason: string
  readonly message: string
}

/** Waits until a registration says that its server is there, or is not for this reason; what it says. */
export async function settled(front: Server, name: string, reason = 'Passed'): Promise<Availability> {
  const objects = registrations(front)
  const watch = objects.watch({ fieldSelector: `metadata.name=${name}` })
  for await (const event of watch) {
    const { conditions = [] } =
      (event.object as ApiObject & { status?: { conditions?: readonly Availability[] } }).status ?? {}
    const found = conditions[0]
    if (found?.reason === reason) return found
  }
  throw new Error('the watch has ended')
}
