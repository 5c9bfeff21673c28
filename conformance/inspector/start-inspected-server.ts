import { createServer, type Server, type ServerListening } from '@pinnace/server'
import type { ApiObject } from '@pinnace/meta'

/** A server with the inspector, objects of several kinds, and two users. */
export interface InspectedServer extends AsyncDisposable {
  readonly server: Server
  readonly listening: ServerListening
  /** The page, with the token of a user. */
  link(user: 'root' | 'viewer' | 'outsider'): string
}

/** The objects of the largest collection, unless another number is asked for. */
export const objectCount = 10_000

const user = (username: string, groups: readonly string[]) => ({ username, groups, extra: {} })
const rbacGroup = 'rbac.authorization.k8s.io'

/** Starts it. Config maps are many; the deployment `web` has owners, conditions, a history and two field managers. */
export async function startInspectedServer({ objects = objectCount } = {}): Promise<InspectedServer> {
  const server = await createServer({
    vocabulary: 'kubernetes',
    inspector: true,
    metrics: true,
    authentication: {
      tokens: [
        { token: 'root-token', user: user('root', ['system:masters']) },
        { token: 'viewer-token', user: user('viewer', ['viewers']) },
        { token: 'outsider-token', user: user('outsider', ['outsiders']) },
      ],
    },
  })
  await createObjects(server, objects)
  const listening = await server.listen()
  return {
    server,
    listening,
    link: (name) => `${listening.url}/inspector/#token=${name}-token`,
    [Symbol.asyncDispose]: () => server.close(),
  }
}

async function createObjects(server: Server, objects: number): Promise<void> {
  const configMaps = server.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')
  for (let index = 0; index < objects; index++) {
    await configMaps.create({
      metadata: { name: `item-${String(index).padStart(5, '0')}` },
      data: { index: String(index) },
    })
  }
  await server
    .client({ apiVersion: 'v1', kind: 'Secret' })
    .namespace('default')
    .create({ metadata: { name: 'login' }, stringData: { password: 'hunter2' } })
  await createDeployment(server)
  const binding = {
    metadata: { name: 'viewers' },
    roleRef: { apiGroup: rbacGroup, kind: 'ClusterRole', name: 'view' },
    subjects: [{ apiGroup: rbacGroup, kind: 'Group', name: 'viewers' }],
  }
  await server.client({ apiVersion: `${rbacGroup}/v1`, kind: 'ClusterRoleBinding' }).create(binding)
  await server.client({ apiVersion: `${rbacGroup}/v1`, kind: 'ClusterRole' }).create(reporter)
  await server.client({ apiVersion: `${rbacGroup}/v1`, kind: 'ClusterRoleBinding' }).create({
    metadata: { name: 'reporters' },
    roleRef: { apiGroup: rbacGroup, kind: 'ClusterRole', name: 'reporter' },
    subjects: [{ apiGroup: rbacGroup, kind: 'User', name: 'jane' }],
  })
}

const reporter = {
  metadata: { name: 'reporter' },
  rules: [{ verbs: ['list'], apiGroups: [''], resources: ['pods'] }],
}

async function createDeployment(server: Server): Promise<void> {
  const deployments = server.client({ apiVersion: 'apps/v1', kind: 'Deployment' }).namespace('default')
  const labels = { app: 'web' }
  const template = { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'nginx:1.27' }] } }
  const created: ApiObject = await deployments.apply(
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web' },
      spec: { replicas: 2, selector: { matchLabels: labels }, template },
    },
    { fieldManager: 'gitops', force: true },
  )
  await deployments.patch('web', { spec: { replicas: 3 } }, { fieldManager: 'autoscaler' })
  const lastTransitionTime = '2026-01-02T03:04:05Z'
  const condition = { type: 'Available', status: 'False', reason: 'NoPods', message: 'no pod runs', lastTransitionTime }
  await deployments.patchStatus('web', { status: { conditions: [condition] } }, { fieldManager: 'deployer' })
  const configMaps = server.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')
  const ownedBy = (apiVersion: string, { kind = '', metadata: { name = '', uid = '' } }: ApiObject) => ({
    ownerReferences: [{ apiVersion, kind, name, uid }],
  })
  const settings = await configMaps.create({
    metadata: { name: 'web-settings', ...ownedBy('apps/v1', { ...created, kind: 'Deployment' }) },
  })
  await configMaps.create({
    metadata: { name: 'web-settings-copy', ...ownedBy('v1', { ...settings, kind: 'ConfigMap' }) },
  })
}
