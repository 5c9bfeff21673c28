// What another version than the stored one costs, through `handle` in this process. Bare is the stored version, of the
// same objects: autoscalers, which differ in more than names.
import { createServer } from '../packages/server/dist/index.js'

export const title = 'Versions (bare is the version that is stored)'

const path = (version) => `/apis/autoscaling/${version}/namespaces/default/horizontalpodautoscalers`
const many = 500

export async function run(kit) {
  const server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
  for (let index = 0; index < many; index++) {
    const made = await send(server, 'POST', path('v2'), autoscaler(index))
    if (made.status !== 201) throw new Error(`${made.status}`)
  }
  const pair = async (name, operations, make, aim) => {
    const ours = await make(path('v1'))
    const bare = await make(path('v2'))
    await kit.compare({ name, operations, ours, bare, ...(aim === undefined ? {} : { aim }) })
  }
  await pair('get', many, (target) => async () => {
    for (let index = 0; index < many; index++) await send(server, 'GET', `${target}/h-${index}`)
  })
  await pair(
    `list of ${many}, asked again`,
    20,
    (target) => async () => {
      for (let index = 0; index < 20; index++) await send(server, 'GET', target)
    },
    1.2,
  )
  let replicas = 10
  const change = async () => {
    replicas = replicas === 10 ? 20 : 10
    for (let index = 0; index < 20; index++) {
      await send(server, 'PATCH', `${path('v2')}/h-${index}`, { spec: { maxReplicas: replicas } })
    }
  }
  await pair(`list of ${many}, twenty changed in between`, 1, (target) => async () => {
    await change()
    await send(server, 'GET', target)
  })
  for (const watchers of [1, 100]) {
    await pair(`twenty updates, watched by ${watchers}`, 20, async (target) => {
      const seen = []
      for (let index = 0; index < watchers; index++)
        seen.push(
          await watch(
            server,
            `${target}?watch=true&resourceVersion=0&sendInitialEvents=false&resourceVersionMatch=NotOlderThan`,
          ),
        )
      return async () => {
        for (const one of seen) one.expect(20)
        await change()
        await Promise.all(seen.map(({ done }) => done()))
      }
    })
  }
  await server.close()
}

function autoscaler(index) {
  const pods = { type: 'Pods', pods: { metric: { name: 'm' }, target: { type: 'AverageValue', averageValue: '1' } } }
  const use = { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } }
  return {
    metadata: { name: `h-${index}`, labels: { app: `a-${index % 10}` } },
    spec: {
      scaleTargetRef: { kind: 'Deployment', name: `d-${index}`, apiVersion: 'apps/v1' },
      maxReplicas: 10,
      metrics: [pods, use],
      behavior: { scaleUp: { policies: [{ type: 'Pods', value: 2, periodSeconds: 30 }] } },
    },
  }
}

async function send(server, method, target, object) {
  const bytes = object === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(object))
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
  return server.handle({
    method,
    target,
    rawHeaders: [],
    header: (name) => (name === 'content-type' ? type : undefined),
    body: () => Promise.resolve(bytes),
    signal: new AbortController().signal,
    remoteAddress: '127.0.0.1',
    peerCertificate: undefined,
  })
}

/** A watcher that counts events and keeps nothing. */
async function watch(server, target) {
  const { body, status } = await send(server, 'GET', target)
  if (status !== 200) throw new Error(`${status}`)
  let left = 0
  let arrived = () => {}
  body.start({
    write(chunk) {
      for (const byte of chunk) if (byte === 10) left--
      if (left <= 0) arrived()
      return true
    },
    bufferedBytes: 0,
    end: () => {},
    abort: () => {},
    onClose: () => {},
  })
  return {
    expect: (count) => void (left = count),
    done: () => (left <= 0 ? Promise.resolve() : new Promise((resolve) => (arrived = resolve))),
  }
}
