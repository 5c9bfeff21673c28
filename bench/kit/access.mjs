// A server that is asked for one config map, by users it has to find and decide about.
import { listen, createServer } from '../../packages/server/dist/index.js'
import { parseTokenFile } from '../../packages/authn/dist/index.js'

export const accessPath = '/api/v1/namespaces/default/configmaps/settings'

const rbac = 'rbac.authorization.k8s.io'

/**
 * `bindings`: how many there are beside the one that allows; without, all requests are allowed. `token`: `list` or
 * `account`, what requests carry; without, they carry none.
 */
export async function createAccess({ bindings, token: kind }) {
  const server = await createServer({
    vocabulary: 'kubernetes',
    authorization: [bindings === undefined ? 'AlwaysAllow' : 'RBAC'],
    anonymous: true,
    authentication: { tokens: parseTokenFile('list-token-0123456789abcdef,jane,1') },
  })
  const client = (apiVersion, kind) => server.client({ apiVersion, kind })
  await client('v1', 'ConfigMap')
    .namespace('default')
    .create({ metadata: { name: 'settings' }, data: { color: 'blue' } })
  const bind = async (name, user) => {
    const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get'] }]
    await client(`${rbac}/v1`, 'ClusterRole').create({ metadata: { name }, rules })
    await client(`${rbac}/v1`, 'ClusterRoleBinding').create({
      metadata: { name },
      roleRef: { apiGroup: rbac, kind: 'ClusterRole', name },
      subjects: [{ apiGroup: rbac, kind: 'User', name: user }],
    })
  }
  if (bindings !== undefined) await bind('readers', 'system:anonymous')
  for (let number = 0; number < (bindings ?? 0); number++) await bind(`other-${number}`, `user-${number}`)
  if (kind === undefined) return { server }
  return { server, token: kind === 'list' ? 'list-token-0123456789abcdef' : await tokenOfAccount(server) }
}

/** The same server, listening, for a separate process. */
export async function start(options) {
  const { server, token } = await createAccess(options)
  const { port } = await listen(server.handle)
  return { token, ports: { http1: port } }
}

async function tokenOfAccount(server) {
  const accounts = server.client({ apiVersion: 'v1', kind: 'ServiceAccount' }).namespace('default')
  await accounts.create({ metadata: { name: 'robot' } })
  const body = JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} })
  const answer = await server.fetch(
    new Request('http://server/api/v1/namespaces/default/serviceaccounts/robot/token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    }),
  )
  return (await answer.json()).status.token
}
