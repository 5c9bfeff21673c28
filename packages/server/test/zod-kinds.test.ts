import { StatusError } from '@pinnace/meta'
import { createTestServer } from '@pinnace/testing'
import { defineResource, int32, z } from '@pinnace/resources/define'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'

const tree = z.object({
  name: z.string(),
  get children(): z.ZodOptional<z.ZodArray<typeof tree>> {
    return z.array(tree).optional()
  },
})

const Pipeline = defineResource({
  group: 'example.dev',
  version: 'v1',
  kind: 'Pipeline',
  scope: 'Namespaced',
  schema: z
    .object({
      spec: z.object({
        source: z
          .discriminatedUnion('type', [
            z.object({ type: z.literal('git'), url: z.string(), depth: int32().min(1).optional() }),
            z.strictObject({ type: z.literal('folder'), path: z.string() }),
          ])
          .optional(),
        target: z.union([z.object({ host: z.string() }), z.object({ socket: z.string().min(3) })]).optional(),
        point: z.tuple([int32(), int32()]).optional(),
        tree: tree.optional(),
        code: z.string().meta({ pattern: '^[a-z]+$' }).optional(),
        value: z.custom<string | boolean>((value) => ['string', 'boolean'].includes(typeof value)).optional(),
        min: int32().optional(),
        max: int32().optional(),
        steps: z.array(z.object({ name: z.string().refine((name) => name !== 'self', 'must not be self') })).optional(),
      }),
    })
    .superRefine(({ spec: { min = 0, max = 10, point } }, context) => {
      if (min > max) context.addIssue({ code: 'custom', path: ['spec', 'min'], message: 'must be at most max' })
      if (point?.[0] === point?.[1] && point !== undefined) {
        context.addIssue({ code: 'custom', path: ['spec', 'point', 1], message: 'must differ from the first' })
      }
    }),
})

const server = await createTestServer({ resources: [Pipeline] })
const pipelines = server.client(Pipeline).namespace('default')
afterAll(() => server.close())
beforeEach(() => server.reset())

/** The causes of a refusal: `field: message`. */
async function causesOf(spec: unknown): Promise<readonly string[]> {
  try {
    await pipelines.create({ metadata: { name: 'a' }, spec: spec as never })
    return []
  } catch (error) {
    if (!(error instanceof StatusError) || error.reason !== 'Invalid') throw error
    return (error.details?.causes ?? []).map(({ field, message }) => `${field}: ${message}`)
  }
}

describe('unions', () => {
  it.each([
    { source: { type: 'git', url: 'u', depth: 1 } },
    { source: { type: 'folder', path: '/p' } },
    { target: { host: 'h' } },
    { target: { socket: '/s/s' } },
    { point: [1, 2] },
    { tree: { name: 'a', children: [{ name: 'b', children: [{ name: 'c' }] }] } },
    { code: 'abc' },
    { value: true },
    { value: 'text' },
  ])('accept %j', async (spec) => {
    expect(await causesOf(spec)).toEqual([])
    expect((await pipelines.get('a')).spec).toEqual(spec)
  })

  it.each<[object, readonly string[]]>([
    [
      { source: { type: 'svn', url: 'u' } },
      [
        '<nil>: Invalid value: "": "spec.source" must validate at least one schema (anyOf)',
        'spec.source.type: Unsupported value: "svn": supported values: "git"',
        'spec.source.type: Unsupported value: "svn": supported values: "git", "folder"',
      ],
    ],
    [
      { source: { type: 'git' } },
      [
        '<nil>: Invalid value: "": "spec.source" must validate at least one schema (anyOf)',
        'spec.source.url: Required value',
      ],
    ],
    [
      { source: { type: 'git', path: '/p' } },
      [
        '<nil>: Invalid value: "": "spec.source" must validate at least one schema (anyOf)',
        'spec.source.url: Required value',
      ],
    ],
    [
      { source: { type: 'folder', path: '/p', url: 'u' } },
      ['spec.source: Invalid value: {"type":"folder","path":"/p","url":"u"}: Unrecognized key: "url"'],
    ],
    [
      { target: { socket: 'a' } },
      ['spec.target.socket: Invalid value: "a": spec.target.socket in body should be at least 3 chars long'],
    ],
    [{ point: [1] }, ['spec.point: Invalid value: 1: spec.point in body should have at least 2 items']],
    [{ code: 'A' }, ['spec.code: Invalid value: "A": spec.code in body should match \'^[a-z]+$\'']],
    [{ value: 1 }, ['spec.value: Invalid value: 1: Invalid input']],
  ])('refuse %j', async (spec, causes) => {
    expect(await causesOf(spec)).toEqual(causes)
  })

  it('are published as alternatives', async () => {
    const answer = await server.fetch(new Request('http://server/openapi/v3/apis/example.dev/v1'))
    const { components } = await answer.json()
    const { spec } = components.schemas['dev.example.v1.Pipeline'].properties
    expect(spec.properties.source).toMatchObject({
      type: 'object',
      required: ['type'],
      properties: {
        type: { type: 'string', enum: ['folder', 'git'] },
        url: { type: 'string' },
        path: { type: 'string' },
      },
      anyOf: [
        { required: ['url'], properties: { type: { enum: ['git'] } } },
        { required: ['path'], properties: { type: { enum: ['folder'] } } },
      ],
    })
  })
})

describe('refinements', () => {
  it.each<[object, readonly string[]]>([
    [{ min: 5, max: 4 }, ['spec.min: Invalid value: 5: must be at most max']],
    [
      { min: 5, max: 4, point: [1, 1], steps: [{ name: 'a' }, { name: 'self' }] },
      [
        'spec.steps[1].name: Invalid value: "self": must not be self',
        'spec.min: Invalid value: 5: must be at most max',
        'spec.point[1]: Invalid value: 1: must differ from the first',
      ],
    ],
    [
      { min: 5, max: 4, point: [1, 1] },
      [
        'spec.min: Invalid value: 5: must be at most max',
        'spec.point[1]: Invalid value: 1: must differ from the first',
      ],
    ],
  ])('reach the client as causes with paths: %j', async (spec, causes) => {
    expect(await causesOf(spec)).toEqual(causes)
  })
})

describe('a type that contains itself', () => {
  it('is judged at every level', async () => {
    const spec = { tree: { name: 'a', children: [{ name: 'b', children: [{ name: 1 }] }] } }
    expect(await causesOf(spec)).toEqual([
      'spec.tree.children[0].children[0].name: Invalid value: 1: Invalid input: expected string, received number',
    ])
  })

  it('is refused where it is nested too deeply to be judged', async () => {
    let node: object = { name: 'leaf' }
    for (let depth = 0; depth < 4000; depth++) node = { name: 'a', children: [node] }
    const causes = await causesOf({ tree: node }).catch((error: unknown) => [String(error)])
    expect(causes.join().length).toBeLessThan(1000)
    const after = await pipelines.create({ metadata: { name: 'b' }, spec: {} })
    expect(after.metadata.name).toBe('b')
  })
})
