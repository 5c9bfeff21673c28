import { createServer } from '../packages/server/dist/index.js'

export const title = 'Custom resources (bare is a built-in kind of the same fields, or nothing)'

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const customs = '/apis/example.dev/v1/namespaces/default/settings'
const builtIns = '/api/v1/namespaces/default/configmaps'

export async function run(kit) {
  await requests(kit)
  await rules(kit)
  await many(kit)
}

/** The same object, of a kind with ten rules and of one without. */
async function rules(kit) {
  const server = await open()
  await post(server, definitions, definitionOf('ruleds', 'Ruled', ruledSchema(tenRules)))
  await post(server, definitions, definitionOf('plains', 'Plain', ruledSchema([])))
  const spec = {
    min: 1,
    max: 5,
    name: 'web',
    zones: ['a', 'b', 'c'],
    ports: [{ name: 'http', port: 80 }],
    size: '500m',
  }
  let number = 0
  const create = (plural, kind) => async () => {
    for (let index = 0; index < 100; index++) {
      const metadata = { name: `n-${number++}` }
      await post(server, `/apis/example.dev/v1/namespaces/default/${plural}`, {
        apiVersion: 'example.dev/v1',
        kind,
        metadata,
        spec,
      })
    }
  }
  await kit.compare({
    name: 'create with ten rules (bare is without)',
    operations: 100,
    ours: create('ruleds', 'Ruled'),
    bare: create('plains', 'Plain'),
    aim: 2,
  })
  await server.close()
}

const tenRules = [
  'self.min <= self.max',
  "!has(self.host) || self.host != ''",
  "self.name.matches('^[a-z]([-a-z0-9]*[a-z0-9])?$')",
  'self.zones.all(zone, zone.size() == 1)',
  "!('z' in self.zones)",
  'self.ports.all(port, port.port > 0 && port.port < 65536)',
  'self.ports.map(port, port.name).distinct().size() == self.ports.size()',
  "quantity(self.size).isLessThan(quantity('8'))",
  'self.max - self.min < 100',
  "self.name.startsWith('w') || self.zones.exists(zone, zone == 'x')",
]

function ruledSchema(list) {
  const text = { type: 'string', maxLength: 40 }
  const port = { type: 'object', properties: { name: text, port: { type: 'integer' } } }
  const spec = {
    type: 'object',
    properties: {
      min: { type: 'integer' },
      max: { type: 'integer' },
      name: text,
      host: text,
      size: text,
      zones: { type: 'array', items: text, maxItems: 8 },
      ports: { type: 'array', items: port, maxItems: 8 },
    },
    ...(list.length === 0 ? {} : { 'x-kubernetes-validations': list.map((rule) => ({ rule })) }),
  }
  return { type: 'object', properties: { spec } }
}

/** The same fields as a config map has, on the same line: what differs is where the kind came from. */
async function requests(kit) {
  const server = await open()
  await post(server, definitions, definitionOf('settings', 'Setting', mapSchema))
  const data = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`key-${index}`, 'x'.repeat(40)]))
  const object = (apiVersion, kind, name) => ({ apiVersion, kind, metadata: { name, labels: { app: 'a' } }, data })
  let number = 0
  const create = (path, apiVersion, kind) => async () => {
    for (let index = 0; index < 100; index++) {
      await post(server, path, object(apiVersion, kind, `n-${number++}`))
    }
  }
  const custom = create(customs, 'example.dev/v1', 'Setting')
  const builtIn = create(builtIns, 'v1', 'ConfigMap')
  await kit.compare({ name: 'create', operations: 100, ours: custom, bare: builtIn, aim: 1.5 })
  const reads = (path) => async () => {
    for (let index = 0; index < 20; index++) await get(server, path)
  }
  await kit.compare({
    name: 'get',
    operations: 20,
    ours: reads(`${customs}/n-0`),
    bare: reads(`${builtIns}/${await firstOf(server, builtIns)}`),
    aim: 1.2,
  })
  await kit.compare({
    name: 'list of 500, changed in between',
    operations: 1,
    ours: async () => {
      await custom()
      await get(server, `${customs}?limit=500`)
    },
    bare: async () => {
      await builtIn()
      await get(server, `${builtIns}?limit=500`)
    },
    aim: 1.5,
  })
  const watched = async (collection, change) => {
    const { metadata } = JSON.parse(new TextDecoder().decode(await get(server, `${collection}?limit=1`)))
    const path = `${collection}?watch=true&resourceVersion=${metadata.resourceVersion}`
    const watches = await Promise.all(Array.from({ length: 50 }, () => watch(server, path)))
    return async () => {
      await change()
      await Promise.all(watches.map((open) => open.idle()))
    }
  }
  await kit.compare({
    name: 'create, watched by 50',
    operations: 100,
    ours: await watched(customs, custom),
    bare: await watched(builtIns, builtIn),
    aim: 1.5,
  })
  await server.close()
}

/** What a definition costs: loaded, used, in discovery and in documents. */
async function many(kit) {
  const count = kit.quick ? 200 : 1_000
  const name = (text) => `${text}, ${count.toLocaleString('en')} definitions`
  const server = await open()
  const plain = definitionOf('warm', 'Warm', podLikeSchema(0))
  await post(server, definitions, plain)
  await get(server, '/apis/example.dev/v1/namespaces/default/warm')
  let start = snapshot()
  const part = count / 10
  const parts = []
  for (let index = 0; index < count; index++) {
    if (index % part === 0) parts.push(process.cpuUsage())
    await post(
      server,
      definitions,
      definitionOf(`kind${index}s`, `Kind${index}`, podLikeSchema(index), `g${index % 50}.example.dev`),
    )
  }
  const [, second, third] = parts
  const spent = (from, to) => (to.user + to.system - from.user - from.system) / part
  kit.row({
    name: name('time each: define, the last tenth; bare is the second one'),
    ours: spent(parts.at(-1), process.cpuUsage()),
    bare: spent(second, third),
    unit: 'µs',
    aim: 1.3,
  })
  report('define', start, { memory: 40_000, time: 3_000 })
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

  function report(what, { heap, micros }, aims = {}) {
    const now = snapshot()
    const memory = (now.heap - heap) / count
    kit.row({ name: name(`memory each: ${what}`), ours: memory, unit: 'bytes', aim: aims.memory })
    kit.row({ name: name(`time each: ${what}`), ours: (now.micros - micros) / count, unit: 'µs', aim: aims.time })
  }
}

function snapshot() {
  const { user, system } = process.cpuUsage()
  for (let round = 0; round < 3; round++) globalThis.gc()
  const { heapUsed, external } = process.memoryUsage()
  return { heap: heapUsed + external, micros: user + system }
}

async function timed(task) {
  const { user, system } = process.cpuUsage()
  await task()
  const after = process.cpuUsage({ user, system })
  return (after.user + after.system) / 1_000
}

function open() {
  return createServer({ vocabulary: 'kubernetes', preset: 'testing' })
}

function definitionOf(plural, kind, openAPIV3Schema, group = 'example.dev') {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural, kind },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }],
    },
  }
}

const mapSchema = {
  type: 'object',
  properties: { data: { type: 'object', additionalProperties: { type: 'string' } } },
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

function request(method, target, body, accept) {
  const headers = { 'content-type': 'application/json', ...(accept === undefined ? {} : { accept }) }
  return new Request(`http://server${target}`, { method, headers, body: body && JSON.stringify(body) })
}

async function post(server, target, body) {
  const reply = await server.fetch(request('POST', target, body))
  const text = await reply.text()
  if (reply.status !== 201) throw new Error(text)
}

async function get(server, target, accept) {
  const reply = await server.fetch(request('GET', target, undefined, accept))
  const bytes = await reply.arrayBuffer()
  if (reply.status !== 200) throw new Error(`${target}: ${reply.status}`)
  return bytes
}

async function firstOf(server, path) {
  const { items } = JSON.parse(new TextDecoder().decode(await get(server, `${path}?limit=1`)))
  return items[0].metadata.name
}

/** A watch that is read as fast as it comes. */
async function watch(server, target) {
  const reply = await server.fetch(request('GET', target))
  if (reply.status !== 200) throw new Error(`${target}: ${reply.status}`)
  const reader = reply.body.getReader()
  let seen = 0
  let asked = 0
  void (async () => {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      for (const byte of value) if (byte === 10) seen++
    }
  })()
  return {
    async idle() {
      asked += 100
      for (;;) {
        if (seen >= asked) return
        await new Promise((resolve) => void setImmediate(resolve))
      }
    },
  }
}
