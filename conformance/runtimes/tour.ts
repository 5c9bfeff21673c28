// What a server does in process, in any runtime: each step throws if it fails.
import { defineResource, int32, z } from '@pinnace/resources/define'
import { defineAdmissionPlugin } from '@pinnace/admission/define'
import type { Server, ServerOptions } from '@pinnace/server'
import { equal, rejects } from './assertions.ts'

const Site = defineResource({
  group: 'web.example.dev',
  version: 'v1',
  kind: 'Site',
  scope: 'Namespaced',
  schema: z.object({
    spec: z.object({ title: z.string().min(1), pages: int32().default(1) }),
    status: z.object({ published: int32() }).optional(),
  }),
  subresources: { status: true },
})

const noReserved = defineAdmissionPlugin({
  name: 'NoReserved',
  rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
  mutate({ draft }) {
    draft.metadata.labels = { seen: 'yes', ...draft.metadata.labels }
  },
  validate({ object, deny }) {
    if (object.metadata.name === 'reserved') deny('the name is reserved')
  },
})

/** The options of the server that the steps run on. */
export const tourOptions: ServerOptions = {
  vocabulary: 'kubernetes',
  preset: 'testing',
  resources: [Site],
  admission: [noReserved],
}

const configMap = { apiVersion: 'v1', kind: 'ConfigMap' } as const

/** The steps, by name. */
export const steps: Readonly<Record<string, (server: Server) => Promise<void>>> = {
  async 'writes and reads'(server) {
    const maps = server.client(configMap).namespace('default')
    const created = await maps.create({ metadata: { name: 'a' }, data: { k: 'v' } })
    equal(created.metadata.labels?.['seen'], 'yes')
    const updated = await maps.patch('a', { data: { k: 'w' } })
    equal(updated.data?.['k'], 'w')
    equal((await maps.list({ labelSelector: 'seen=yes' })).items.length, 1)
    await rejects(maps.create({ metadata: { name: 'a' } }), 'AlreadyExists')
  },
  async 'runs admission plugins'(server) {
    await rejects(
      server
        .client(configMap)
        .namespace('default')
        .create({ metadata: { name: 'reserved' } }),
      'Forbidden',
    )
  },
  async 'serves a kind of its own'(server) {
    const sites = server.client(Site).namespace('default')
    equal((await sites.create({ metadata: { name: 'blog' }, spec: { title: 'Blog' } })).spec.pages, 1)
    equal((await sites.patchStatus('blog', { status: { published: 1 } })).status?.published, 1)
    await rejects(sites.create({ metadata: { name: 'bad' }, spec: { title: '' } }), 'Invalid')
  },
  async 'applies with owners of fields'(server) {
    const maps = server.client(configMap).namespace('default')
    await maps.apply({ metadata: { name: 'owned' }, data: { k: '1' } }, { fieldManager: 'one' })
    await rejects(maps.apply({ metadata: { name: 'owned' }, data: { k: '2' } }, { fieldManager: 'two' }), 'Conflict')
  },
  async watches(server) {
    const maps = server.client(configMap).namespace('default')
    const { metadata } = await maps.list()
    await maps.create({ metadata: { name: 'watched' } })
    for await (const { type, object } of maps.watch({ resourceVersion: metadata.resourceVersion })) {
      equal(`${type} ${object.metadata.name}`, 'ADDED watched')
      break
    }
  },
  async 'evaluates CEL'(server) {
    const policies = server.client({
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingAdmissionPolicy',
    })
    const validations = [{ expression: 'size(object.metadata.name) < 10' }]
    const rules = [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['secrets'] }]
    const policy = { metadata: { name: 'short' }, spec: { matchConstraints: { resourceRules: rules }, validations } }
    equal((await policies.create(policy)).metadata.name, 'short')
  },
  async 'answers fetch'(server) {
    const response = await server.fetch(new Request('http://server/api/v1/namespaces/default'))
    const text = await response.text()
    equal(`${response.status} ${text.includes('"kind":"Namespace"')}`, '200 true')
  },
  async 'answers discovery and OpenAPI'(server) {
    for (const path of ['/apis', '/openapi/v3', '/version', '/readyz']) {
      const { status } = await server.fetch(new Request(`http://server${path}`))
      equal(`${path} ${status}`, `${path} 200`)
    }
  },
}
