import { parseTokenFile, tokenFileTokenAuthenticator } from '@pinnace/authn'
import { describe, expect, it } from 'vitest'
import { createServer, type Explanation, type ServerOptions } from '../../src/index.ts'
import { call } from '../support/call.ts'

const target = '/api/v1/namespaces/default/configmaps'
const options: ServerOptions = {
  vocabulary: 'kubernetes',
  tokenAuthenticators: [
    tokenFileTokenAuthenticator(parseTokenFile('root,root,1,system:masters\njane,jane,2,"devs"\n')),
  ],
  random: { bytes: (length) => new Uint8Array(length).fill(7), uid: () => '00000000-0000-4000-8000-000000000000' },
}
const headers = { authorization: 'Bearer jane' }

describe('explaining', () => {
  it('reports the rule, the role and the binding that allow a request', async () => {
    const explanations: Explanation[] = []
    const server = await createServer({ ...options, explain: (explanation) => explanations.push(explanation) })
    const binding = {
      metadata: { name: 'devs-view' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'devs' }],
    }
    await call(server, 'POST', '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', {
      body: binding,
      headers: { authorization: 'Bearer root' },
    })
    expect((await call(server, 'GET', target, { headers })).status).toBe(200)
    expect(explanations.at(-1)).toMatchObject({
      authenticator: 'bearer token',
      user: { username: 'jane' },
      attributes: { verb: 'list', resource: 'configmaps' },
      decision: { effect: 'allow' },
      rbac: {
        isAllowed: true,
        role: { kind: 'ClusterRole', name: 'view' },
        binding: { kind: 'ClusterRoleBinding', name: 'devs-view' },
        subject: { kind: 'Group', name: 'devs' },
      },
    })
  })

  it('reports what is missing when a request is forbidden, without sending it to the client', async () => {
    const explanations: Explanation[] = []
    const open = await createServer({ ...options, explain: (explanation) => explanations.push(explanation) })
    const quiet = await createServer(options)
    const [explained, plain] = await Promise.all(
      [open, quiet].map((server) => call(server, 'GET', target, { headers })),
    )
    expect(explained).toEqual(plain)
    expect(explained!.status).toBe(403)
    expect(explanations.at(-1)).toMatchObject({
      decision: { effect: 'noOpinion' },
      rbac: {
        isAllowed: false,
        missing: { verbs: ['list'], apiGroups: [''], resources: ['configmaps'] },
        namespace: 'default',
      },
    })
  })

  it('does not fail requests when it fails', async () => {
    const server = await createServer({
      ...options,
      explain: () => {
        throw new Error('the listener failed')
      },
    })
    expect((await call(server, 'GET', '/version')).status).toBe(200)
  })
})
