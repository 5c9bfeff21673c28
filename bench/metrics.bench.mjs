// What counting costs, through `handle` in this process. Bare is the same request to a server that counts nothing.
import { createServer } from '../packages/server/dist/index.js'
import { fill, podTemplate } from './kit/objects.mjs'

export const title = 'Metrics (bare is the same request, not counted)'

const many = 2_000

export async function run(kit) {
  const pods = '/api/v1/namespaces/default/pods'
  const template = JSON.parse(fill(JSON.stringify(podTemplate()), 1))
  const start = async (metrics) => {
    const server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', metrics })
    for (let index = 0; index < 100; index++) {
      await send(server, 'POST', pods, { ...template, metadata: { ...template.metadata, name: `pod-${index}` } })
    }
    let number = 0
    const repeat = (times, work) => async () => {
      for (let index = 0; index < times; index++) await work(index)
    }
    return {
      get: repeat(many, (index) => send(server, 'GET', `${pods}/pod-${index % 100}`)),
      list: repeat(many, () => send(server, 'GET', `${pods}?limit=10`)),
      create: repeat(200, async () => {
        const name = `made-${++number}`
        await send(server, 'POST', pods, { ...template, metadata: { ...template.metadata, name } })
        await send(server, 'DELETE', `${pods}/${name}?gracePeriodSeconds=0`)
      }),
    }
  }
  const ours = await start(true)
  const bare = await start(false)
  await kit.compare({ name: 'get of a pod', operations: many, ours: ours.get, bare: bare.get, aim: 1.1 })
  await kit.compare({ name: 'list of ten pods', operations: many, ours: ours.list, bare: bare.list, aim: 1.1 })
  await kit.compare({
    name: 'create and delete of a pod',
    operations: 200,
    ours: ours.create,
    bare: bare.create,
    aim: 1.1,
  })
}

async function send(server, method, target, object) {
  const bytes = object === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(object))
  const { status } = await server.handle({
    method,
    target,
    rawHeaders: [],
    header: (name) => (name === 'content-type' ? 'application/json' : undefined),
    body: async () => bytes,
    signal: new AbortController().signal,
    remoteAddress: '127.0.0.1',
  })
  if (status >= 300) throw new Error(`${method} ${target}: ${status}`)
}
