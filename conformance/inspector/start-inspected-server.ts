import { createServer, type Server, type ServerListening, type ServerOptions } from '@pinnace/server'
import type { ApiObject } from '@pinnace/meta'

/**
 * The users: `viewer` may view, `auditor` may also read the endpoints of the inspector, and `outsider` may see nothing.
 */
export type InspectedUser = 'root' | 'viewer' | 'auditor' | 'outsider'

/** A server with the inspector, objects of several kinds, and users. */
export interface InspectedServer extends AsyncDisposable {
  readonly server: Server
  readonly listening: ServerListening
  /** The page, with the token of a user. */
  link(user: InspectedUser): string
}

/** The value of the secret `login`. */
export const secretValue = 'hunter2'

/** The objects of the largest collection, unless another number is asked for. */
export const objectCount = 10_000

const user = (username: string, groups: readonly string[]) => ({ username, groups, extra: {} })
const rbacGroup = 'rbac.authorization.k8s.io'

/** Options for {@link startInspectedServer}. */
export interface InspectedServerOptions {
  /** @default 10000 */
  readonly objects?: number
  /** @default createServer */
  readonly create?: (options: ServerOptions) => Promise<Server>
}

/** Starts it. Config maps are many; the deployment `web` has owners, conditions, a history and two field managers. */
export async function startInspectedServer({
  objects = objectCount,
  create = createServer,
}: InspectedServerOptions = {}): Promise<InspectedServer> {
  const server = await create({
    vocabulary: 'kubernetes',
    inspector: true,
    metrics: true,
    authentication: {
      tokens: [
        { token: 'root-token', user: user('root', ['system:masters']) },
        { token: 'viewer-token', user: user('viewer', ['viewers']) },
        { token: 'auditor-token', user: user('auditor', ['viewers', 'auditors']) },
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
    .create({ metadata: { name: 'login' }, stringData: { password: secretValue } })
  await createDeployment(server)
  const roles = server.client({ apiVersion: `${rbacGroup}/v1`, kind: 'ClusterRole' })
  await roles.create(reporter)
  await roles.create(inspectorRole)
  const bindings = server.client({ apiVersion: `${rbacGroup}/v1`, kind: 'ClusterRoleBinding' })
  await bindings.create(binding('viewers', 'view', { kind: 'Group', name: 'viewers' }))
  await bindings.create(binding('auditors', 'inspector', { kind: 'Group', name: 'auditors' }))
  await bindings.create(binding('reporters', 'reporter', { kind: 'User', name: 'jane' }))
}

function binding(name: string, role: string, subject: { readonly kind: string; readonly name: string }) {
  return {
    metadata: { name },
    roleRef: { apiGroup: rbacGroup, kind: 'ClusterRole', name: role },
    subjects: [{ apiGroup: rbacGroup, ...subject }],
  }
}

/** The role of docs/guide/inspector.md. */
const inspectorRole = {
  metadata: { name: 'inspector' },
  rules: [{ verbs: ['get'], nonResourceURLs: ['/inspector/api/*'] }],
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
