import { execFileSync } from 'node:child_process'
import { maxNestingDepth } from '@pinnace/meta'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleProgram, type BundledProgram } from './bundle-program.ts'

/**
 * Sends requests of one kind to a server in a new process, whose stack is the default one and whose code is not
 * optimized yet; prints the statuses. Arguments: the kind of request, levels of nesting of the body, its shape.
 */
const program = `
  import { createServer } from '@pinnace/server'
  import { defineResource, z } from '@pinnace/resources/define'

  const [request, levels, shape] = process.argv.slice(2)
  const Widget = defineResource({
    group: 'example.dev', version: 'v1', kind: 'Widget', scope: 'Namespaced',
    schema: z.object({ spec: z.object({ any: z.any() }) }),
  })
  const server = await createServer({ preset: 'testing', resources: [Widget] })
  const widgets = '/apis/example.dev/v1/namespaces/default/widgets'
  const nested = (count: number, leaf: string): string => {
    if (shape === 'lists') return '['.repeat(count) + leaf + ']'.repeat(count)
    if (shape === 'objects') return '{"a":'.repeat(count) + leaf + '}'.repeat(count)
    const pairs = Math.floor(count / 2)
    return '['.repeat(count % 2) + '[{"a":'.repeat(pairs) + leaf + '}]'.repeat(pairs) + ']'.repeat(count % 2)
  }
  const deep = (leaf: string, outside = 2): string => nested(Number(levels) - outside, leaf)
  const widget = (any: string, metadata = '"name":"w"'): string =>
    \`{"apiVersion":"example.dev/v1","kind":"Widget","metadata":{\${metadata}},"spec":{"any":\${any}}}\`

  async function send(method: string, target: string, body = '', type = 'application/json') {
    const reply = await server.handle({
      method, target, rawHeaders: [], remoteAddress: '127.0.0.1', signal: new AbortController().signal,
      header: (name) => (name === 'content-type' && body !== '' ? type : undefined),
      body: async () => Buffer.from(body),
    })
    const text = reply.body instanceof Uint8Array ? Buffer.from(reply.body).toString() : ''
    return { status: reply.status, text }
  }
  const patch = (body: string, type: string, query = '') =>
    send('PATCH', \`\${widgets}/w\${query}\`, body, \`application/\${type}\`)
  const put = async (any: string) => {
    const live = (await send('GET', \`\${widgets}/w\`)).text
    const version = /"resourceVersion":"\\d+"/.exec(live)?.[0]
    return send('PUT', \`\${widgets}/w\`, widget(any, \`"name":"w",\${version}\`))
  }
  const apply = (any: string, manager: string) =>
    patch(widget(any), 'apply-patch+yaml', \`?fieldManager=\${manager}&force=true\`)

  const requests: Record<string, () => AsyncGenerator<{ status: number; text: string }>> = {
    async *create() {
      yield send('POST', widgets, widget(deep('1')))
      yield send('GET', \`\${widgets}/w\`)
      yield send('GET', widgets)
      yield send('DELETE', \`\${widgets}/w\`)
    },
    async *update() {
      yield send('POST', widgets, widget('1'))
      yield put(deep('1'))
      yield put(deep('2'))
    },
    async *apply() {
      yield apply(deep('1'), 'one')
      yield apply(deep('2'), 'one')
      yield apply(deep('3'), 'two')
      yield apply('1', 'two')
    },
    async *'merge patch'() {
      yield send('POST', widgets, widget('1'))
      yield patch(\`{"spec":{"any":\${deep('1')}}}\`, 'merge-patch+json')
      yield patch(\`{"spec":{"any":\${deep('2')}}}\`, 'merge-patch+json')
    },
    async *'strategic merge patch'() {
      const maps = '/api/v1/namespaces/default/configmaps'
      yield send('POST', maps, '{"metadata":{"name":"w"}}')
      yield send('PATCH', \`\${maps}/w\`, \`{"unknown":\${deep('1', 1)}}\`, 'application/strategic-merge-patch+json')
    },
    async *'JSON patch'() {
      yield send('POST', widgets, widget('1'))
      const value = deep('1')
      yield patch(\`[{"op":"add","path":"/spec/any","value":\${value}}]\`, 'json-patch+json')
      yield patch(\`[{"op":"test","path":"/spec/any","value":\${value}},{"op":"replace","path":"/spec/any","value":\${deep('2')}}]\`, 'json-patch+json')
    },
    async *'in process'() {
      const client = server.client(Widget).namespace('default')
      await client.create({ metadata: { name: 'w' }, spec: { any: JSON.parse(deep('1')) } })
      yield { status: 201, text: '' }
      await client.apply({ metadata: { name: 'w' }, spec: { any: JSON.parse(deep('2')) } }, { fieldManager: 'm', force: true })
      yield { status: 200, text: '' }
    },
    async *'custom resource'() {
      const openAPIV3Schema = \`{"type":"object","properties":{"x":\${'{"type":"array","items":'.repeat(Number(levels) - 8)}{"type":"string"}\${'}'.repeat(Number(levels) - 8)}}}\`
      const versions = \`[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":\${openAPIV3Schema}}}]\`
      const names = '{"plural":"gadgets","kind":"Gadget"}'
      yield send('POST', '/apis/apiextensions.platform.io/v1/customresourcedefinitions',
        \`{"metadata":{"name":"gadgets.example.dev"},"spec":{"group":"example.dev","scope":"Namespaced","names":\${names},"versions":\${versions}}}\`)
      const gadgets = '/apis/example.dev/v1/namespaces/default/gadgets'
      const lists = Number(levels) - 8
      for (let tries = 0; tries < 1000 && (await send('GET', gadgets)).status === 404; tries++) await new Promise((resolve) => setImmediate(resolve))
      yield send('POST', gadgets,
        \`{"apiVersion":"example.dev/v1","kind":"Gadget","metadata":{"name":"g"},"x":\${'['.repeat(lists)}"a"\${']'.repeat(lists)}}\`)
      yield send('GET', '/openapi/v2')
    },
  }
  const statuses: number[] = []
  for await (const { status, text } of requests[request]!()) {
    statuses.push(status)
    if (status >= 400) console.error(text.slice(0, 300))
  }
  console.log(JSON.stringify(statuses))
  await server.close()
`

let bundled: BundledProgram
beforeAll(async () => {
  bundled = await bundleProgram(program)
})
afterAll(() => bundled[Symbol.dispose]())

/** Statuses of a request at a level of nesting. `stackKb` is a smaller stack than the default one. */
function statusesOf(request: string, levels: number, shape = 'objects', stackKb?: number): readonly number[] {
  const flags = stackKb === undefined ? [] : [`--stack-size=${stackKb}`]
  const output = execFileSync(process.execPath, [...flags, bundled.file, request, String(levels), shape], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 20_000,
  })
  return JSON.parse(output) as readonly number[]
}

const accepted = [
  ['create', [201, 200, 200, 200]],
  ['update', [201, 200, 200]],
  ['apply', [201, 200, 200, 200]],
  ['merge patch', [201, 200, 200]],
  ['strategic merge patch', [201, 200]],
  ['JSON patch', [201, 200, 200]],
  ['in process', [201, 200]],
  ['custom resource', [201, 201, 200]],
] as const

describe(`a body of ${maxNestingDepth} levels`, () => {
  // Half of the default stack of 984 KiB, so that there is a margin. Walks of the schema of a CRD have larger frames.
  it.each(accepted)('is accepted by a new process with a smaller stack than the default: %s', (request, statuses) => {
    const stackKb = request === 'custom resource' ? 800 : 492
    expect(statusesOf(request, maxNestingDepth, 'objects', stackKb)).toEqual(statuses)
  })

  it.each(['lists', 'lists and objects'])('is accepted as %s', (shape) => {
    expect(statusesOf('apply', maxNestingDepth, shape)).toEqual([201, 200, 200, 200])
    expect(statusesOf('merge patch', maxNestingDepth, shape)).toEqual([201, 200, 200])
  })
})

describe('a body of one level more', () => {
  it.each([
    ['create', [400, 404, 200, 404]],
    ['update', [201, 400, 400]],
    ['apply', [400, 400, 400, 201]],
    ['merge patch', [201, 400, 400]],
    ['JSON patch', [201, 400, 400]],
  ])('is refused with 400: %s', (request, statuses) => {
    expect(statusesOf(request, maxNestingDepth + 1)).toEqual(statuses)
  })
})
