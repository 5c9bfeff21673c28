import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, startTarget, type LocalTarget } from './support/local-target.ts'
import { startSimulatedPod, type SimulatedPodServer } from './support/simulated-pod.ts'

const pod = '/api/v1/namespaces/default/pods/web'
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

// As kube-apiserver 1.36 answers them.
describe('the methods of a connection', () => {
  let started: SimulatedPodServer
  let target: LocalTarget
  let received: string[] = []

  beforeAll(async () => {
    started = await startSimulatedPod()
    target = await startTarget(started, (request, response) => {
      received.push(`${request.method} ${request.url}`)
      response.end('answer')
    })
  })

  afterAll(async () => {
    target[Symbol.dispose]()
    await started[Symbol.asyncDispose]()
  })

  async function statuses(path: string): Promise<readonly string[]> {
    received = []
    const found: string[] = []
    for (const method of methods) found.push(`${method} ${(await ask(started, path, { method })).status}`)
    return found
  }

  it('are all that a proxy passes on, without TRACE', async () => {
    const all = methods.slice(0, -1)
    expect(await statuses(`${pod}/proxy/a?b=c`)).toEqual([...all.map((method) => `${method} 200`), 'TRACE 405'])
    expect(received).toEqual(all.map((method) => `${method} /a?b=c`))
    const root = all.map((method) => `${method} ${method === 'GET' || method === 'HEAD' ? 301 : 200}`)
    expect(await statuses(`${pod}/proxy`)).toEqual([...root, 'TRACE 405'])
  })

  it('are GET and POST for streams, which need an upgrade', async () => {
    for (const path of ['exec?command=a&stdout=true', 'attach?stdout=true', 'portforward']) {
      expect(await statuses(`${pod}/${path}`)).toEqual(
        methods.map((method) => `${method} ${method === 'GET' || method === 'POST' ? 400 : 405}`),
      )
    }
  })

  it('are GET for logs', async () => {
    expect(await statuses(`${pod}/log`)).toEqual(methods.map((method) => `${method} ${method === 'GET' ? 200 : 405}`))
  })
})
