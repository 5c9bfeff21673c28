import { definitionOf, definitions, get, open, post, request } from './kit/custom-resources.mjs'

export const title = 'Custom resources (bare is a built-in kind of the same fields)'

const customs = '/apis/example.dev/v1/namespaces/default/settings'
const builtIns = '/api/v1/namespaces/default/configmaps'

export async function run(kit) {
  await requests(kit)
  await rules(kit)
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

const mapSchema = {
  type: 'object',
  properties: { data: { type: 'object', additionalProperties: { type: 'string' } } },
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
