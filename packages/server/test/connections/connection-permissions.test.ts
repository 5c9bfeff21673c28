import { describe, expect, it } from 'vitest'
import { ask, startTarget } from './support/local-target.ts'
import { startSimulatedPod } from './support/simulated-pod.ts'
import { askUpgrade } from './support/upgrade.ts'

const pod = '/api/v1/namespaces/default/pods/web'

const webSocket = {
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'sec-websocket-protocol': 'v5.channel.k8s.io',
}
const spdy = { upgrade: 'SPDY/3.1', 'x-stream-protocol-version': 'v4.channel.k8s.io' }

/** A user with these permissions, such as `create pods/exec`, and no others. */
function permit(...allowed: readonly string[]): Parameters<typeof startSimulatedPod>[0] {
  return {
    authorization: ['RBAC'],
    authorizers: [
      ({ user, verb, resource, subresource }) => ({
        effect:
          user.username !== 'system:anonymous' || allowed.includes(`${verb} ${resource}/${subresource}`)
            ? 'allow'
            : 'noOpinion',
        reason: '',
      }),
    ],
  }
}

describe('permissions of connections', () => {
  // As kube-apiserver 1.36 asks: a WebSocket begins with a GET.
  it.each([
    ['exec', 'exec?command=a&stdout=true'],
    ['attach', 'attach?stdout=true'],
  ])('%s needs create over SPDY, and get and create over WebSocket', async (subresource, path) => {
    const status = async (allowed: readonly string[], method: 'GET' | 'POST', headers: Record<string, string>) => {
      await using started = await startSimulatedPod(permit(...allowed))
      started.server.pods.onExec({ name: 'web' }, () => 0)
      started.server.pods.onAttach({ name: 'web' }, () => 0)
      const answer = await askUpgrade(started.listening, `${pod}/${path}`, { method, headers })
      if ('connection' in answer) answer.connection.destroy()
      return answer.status
    }
    const get = `get pods/${subresource}`
    const create = `create pods/${subresource}`
    expect(await status([], 'POST', spdy)).toBe(403)
    expect(await status([get], 'POST', spdy)).toBe(403)
    expect(await status([create], 'POST', spdy)).toBe(101)
    expect(await status([get], 'GET', webSocket)).toBe(403)
    expect(await status([create], 'GET', webSocket)).toBe(403)
    expect(await status([get, create], 'GET', webSocket)).toBe(101)
  })

  it('portforward needs create over SPDY, and get and create over WebSocket', async () => {
    const tunnel = { ...webSocket, 'sec-websocket-protocol': 'SPDY/3.1+portforward.k8s.io' }
    const status = async (allowed: readonly string[], method: 'GET' | 'POST', headers: Record<string, string>) => {
      await using started = await startSimulatedPod(permit(...allowed))
      const answer = await askUpgrade(started.listening, `${pod}/portforward`, { method, headers })
      if ('connection' in answer) answer.connection.destroy()
      return answer.status
    }
    const overSpdy = { ...spdy, 'x-stream-protocol-version': 'portforward.k8s.io' }
    expect(await status(['get pods/portforward'], 'POST', overSpdy)).toBe(403)
    expect(await status(['create pods/portforward'], 'POST', overSpdy)).toBe(101)
    expect(await status(['get pods/portforward'], 'GET', tunnel)).toBe(403)
    expect(await status(['create pods/portforward'], 'GET', tunnel)).toBe(403)
    expect(await status(['get pods/portforward', 'create pods/portforward'], 'GET', tunnel)).toBe(101)
  })

  it('a log needs get', async () => {
    for (const [allowed, expected] of [
      ['create pods/log', 403],
      ['get pods/log', 200],
    ] as const) {
      await using started = await startSimulatedPod(permit(allowed))
      expect((await ask(started, `${pod}/log`)).status).toBe(expected)
    }
  })

  it('a proxy needs the verb of the method', async () => {
    const verbs = { GET: 'get', HEAD: 'get', POST: 'create', PUT: 'update', PATCH: 'patch', DELETE: 'delete' }
    for (const verb of new Set(Object.values(verbs))) {
      await using started = await startSimulatedPod(permit(`${verb} pods/proxy`))
      using _ = await startTarget(started, (_request, response) => response.end())
      for (const [method, needed] of Object.entries(verbs)) {
        const { status } = await ask(started, `${pod}/proxy/a`, { method })
        expect([method, verb, status]).toEqual([method, verb, needed === verb ? 200 : 403])
      }
    }
  })
})
