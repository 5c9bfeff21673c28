import { created, definitionOf, definitions, get, open, post, request } from './kit/custom-resources.mjs'

export const title = 'Definitions (CPU of a process that has no other server)'

/** What a definition costs: loaded, used, in discovery and in documents. */
export async function run(kit) {
  const count = kit.quick ? 200 : 1_000
  const name = (text) => `${text}, ${count.toLocaleString('en')} definitions`
  const server = await open()
  const plain = definitionOf('warm', 'Warm', podLikeSchema(0))
  await post(server, definitions, plain)
  await get(server, '/apis/example.dev/v1/namespaces/default/warm')
  let start = snapshot()
  const part = count / 10
  const parts = []
  for (let first = 0; first < count; first += part) {
    // What the client does is no part of it: schemas and texts are made before.
    const sent = Array.from({ length: part }, (_, offset) => {
      const index = first + offset
      const group = `g${index % 50}.example.dev`
      return request('POST', definitions, definitionOf(`kind${index}s`, `Kind${index}`, podLikeSchema(index), group))
    })
    const { user, system } = process.cpuUsage()
    for (const one of sent) await created(await server.fetch(one))
    const after = process.cpuUsage()
    parts.push((after.user + after.system - user - system) / part)
  }
  kit.row({
    name: name('time each: define, the last tenth; bare is the second one'),
    ours: parts.at(-1),
    bare: parts[1],
    unit: 'µs',
    aim: 1.3,
  })
  report(
    'define',
    { ...start, each: parts.reduce((sum, one) => sum + one, 0) / parts.length },
    { memory: 40_000, time: 3_000 },
  )
  start = snapshot()
  for (let index = 0; index < count; index++) {
    await post(server, `/apis/g${index % 50}.example.dev/v1/namespaces/default/kind${index}s`, {
      apiVersion: `g${index % 50}.example.dev/v1`,
      kind: `Kind${index}`,
      metadata: { name: 'a' },
      spec: { field0: 'x' },
    })
  }
  report('first object of each, all schemas different', start)

  for (const [what, path] of [
    ['discovery', '/apis'],
    ['OpenAPI v3, its index', '/openapi/v3'],
    ['OpenAPI v2', '/openapi/v2'],
  ]) {
    const accept = path === '/apis' ? 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList' : '*/*'
    const first = await timed(() => get(server, path, accept))
    await post(server, definitions, definitionOf(`later${what.length}s`, `Later${what.length}`, podLikeSchema(1)))
    const changed = await timed(() => get(server, path, accept))
    const again = await timed(() => get(server, path, accept))
    kit.row({ name: name(`${what}, first`), ours: first, unit: 'ms' })
    kit.row({ name: name(`${what}, after a change`), ours: changed, unit: 'ms' })
    kit.row({ name: name(`${what}, again`), ours: again, unit: 'ms' })
  }
  await server.close()

  const alike = await open()
  await post(alike, definitions, plain)
  await post(alike, definitions, definitionOf('kinds', 'Kind', podLikeSchema(1), 'g.example.dev'))
  start = snapshot()
  for (let index = 0; index < count; index++) {
    const group = `g${index}.example.dev`
    await post(alike, definitions, definitionOf('kinds', 'Kind', podLikeSchema(1), group))
    await post(alike, `/apis/${group}/v1/namespaces/default/kinds`, {
      apiVersion: `${group}/v1`,
      kind: 'Kind',
      metadata: { name: 'a' },
      spec: { field0: 'x' },
    })
  }
  report('define, and a first object of each, all schemas equal', start)
  await alike.close()

  function report(what, { heap, micros, each }, aims = {}) {
    const { user, system } = process.cpuUsage()
    const memory = (snapshot().heap - heap) / count
    kit.row({ name: name(`memory each: ${what}`), ours: memory, unit: 'bytes', aim: aims.memory })
    kit.row({
      name: name(`time each: ${what}`),
      ours: each ?? (user + system - micros) / count,
      unit: 'µs',
      aim: aims.time,
    })
  }
}

function snapshot() {
  for (let round = 0; round < 3; round++) globalThis.gc()
  const { heapUsed, external } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  return { heap: heapUsed + external, micros: user + system }
}

async function timed(task) {
  const { user, system } = process.cpuUsage()
  await task()
  const after = process.cpuUsage({ user, system })
  return (after.user + after.system) / 1_000
}

/** Some hundred fields, as definitions in the field have; `seed` makes each unlike the others. */
function podLikeSchema(seed) {
  const leaf = (index) => ({ type: 'string', description: `Field ${index} of ${seed}.`, maxLength: 200 })
  const fields = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`field${index}`, leaf(index)]))
  const item = { type: 'object', required: ['name'], properties: { name: { type: 'string' }, ...fields } }
  return {
    type: 'object',
    properties: {
      spec: {
        type: 'object',
        properties: {
          ...fields,
          size: { type: 'integer', default: 1, minimum: 0, maximum: 100 },
          parts: {
            type: 'array',
            items: item,
            'x-kubernetes-list-type': 'map',
            'x-kubernetes-list-map-keys': ['name'],
          },
        },
      },
      status: { type: 'object', properties: { conditions: { type: 'array', items: item } } },
    },
  }
}
