import { createServer, type Server } from '../../src/index.ts'
import { call, type Answer, type CallOptions } from '../support/call.ts'

/** A row of a table: a request and its answer. */
export interface Row {
  readonly request: `${string} /${string}`
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly status: number
  /** The message of the Status; the text of an answer that is none. */
  readonly message?: string
  readonly details?: object
}

/** A server with a namespace `team` and one object of several kinds. */
export async function prepareServer(): Promise<Server> {
  const server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
  const namespace = '/api/v1/namespaces/team'
  await expectCreated(server, '/api/v1/namespaces', { metadata: { name: 'team' } })
  await expectCreated(server, `${namespace}/serviceaccounts`, { metadata: { name: 'default' } })
  await expectCreated(server, `${namespace}/configmaps`, { metadata: { name: 'settings' }, data: { k: 'v' } })
  const containers = [{ name: 'c', image: 'i' }]
  await expectCreated(server, `${namespace}/pods`, { metadata: { name: 'web' }, spec: { containers } })
  const template = { metadata: { labels: { app: 'x' } }, spec: { containers } }
  await expectCreated(server, '/apis/apps/v1/namespaces/team/deployments', {
    metadata: { name: 'web' },
    spec: { selector: { matchLabels: { app: 'x' } }, template },
  })
  await expectCreated(server, '/apis/batch/v1/namespaces/team/jobs', {
    metadata: { name: 'task' },
    spec: { template: { spec: { restartPolicy: 'Never', containers } } },
  })
  await expectCreated(server, '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
    metadata: { name: 'widgets.example.dev' },
    spec: {
      group: 'example.dev',
      names: { plural: 'widgets', kind: 'Widget' },
      scope: 'Namespaced',
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object' } } } },
          subresources: { scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' } },
        },
      ],
    },
  })
  await expectCreated(server, '/apis/example.dev/v1/namespaces/team/widgets', {
    apiVersion: 'example.dev/v1',
    kind: 'Widget',
    metadata: { name: 'one' },
  })
  return server
}

async function expectCreated(server: Server, path: string, body: unknown): Promise<void> {
  const { status, text } = await call(server, 'POST', path, { body })
  if (status !== 201) throw new Error(`${path}: ${status} ${text}`)
}

/** Sends the request of a row. A body has the content type of its method unless the row names another one. */
export function send(server: Server, { request, body, headers }: Row): Promise<Answer> {
  const [method = '', target = ''] = request.split(' ')
  const contentType = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
  const options: CallOptions = { body, headers: { 'content-type': contentType, ...headers } }
  return call(server, method, target, options)
}
