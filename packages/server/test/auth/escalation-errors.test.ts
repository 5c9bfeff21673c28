import { parseTokenFile } from '@pinnace/authn'
import type { Authorizer } from '@pinnace/authz'
import { expect, it } from 'vitest'
import { createServer } from '../../src/index.ts'
import { send } from './senders.ts'

it('logs the error of an authorizer that an escalation check asked, and refuses the binding', async () => {
  const authorizer: Authorizer = ({ verb }) => {
    if (verb === 'bind') throw new Error('no connection')
    return { effect: 'allow', reason: '' }
  }
  const logged: unknown[] = []
  const ignore = (): void => {}
  const server = await createServer({
    vocabulary: 'kubernetes',
    authentication: { tokens: parseTokenFile('jane,jane,2\n') },
    authorizers: [authorizer],
    logger: { debug: ignore, info: ignore, warn: ignore, error: (details, message) => logged.push([details, message]) },
  })
  const body = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: 'all' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'jane' }],
  }
  const target = '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings'
  expect((await send(server, 'POST', target, { token: 'jane' }, body)).status).toBe(403)
  expect(logged).toEqual([
    [
      {
        err: expect.any(AggregateError),
        username: 'jane',
        verb: 'bind',
        resource: 'clusterroles',
        name: 'cluster-admin',
      },
      'escalation check failed',
    ],
  ])
  await server.close()
})
