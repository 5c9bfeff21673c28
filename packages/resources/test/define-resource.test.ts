import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  anonymousUser,
  FieldErrors,
  kubernetesVocabulary,
  systemClock,
  systemRandom,
  type ApiObject,
  type Mutable,
  type ObjectMeta,
} from '@pinnace/meta'
import { compileDecoder, compileDefaults, compileValidator } from '@pinnace/schema'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { defineResource, int64, intOrString, listMap, quantity, z, type ResourceOptions } from '../src/define/define.ts'
import { pluralOf } from '../src/define/plural.ts'
import type { ResourceDefinition, ScaleSubresource, StrategyContext, ObjectSubresource } from '../src/index.ts'

const schema = z.object({
  spec: z.object({
    size: z.int32().min(1).default(1),
    color: z.enum(['red', 'blue']).optional(),
    storage: quantity().optional(),
    replicas: z.int32().optional(),
    parts: listMap(z.object({ name: z.string(), count: z.int32() }), ['name']).optional(),
  }),
  status: z
    .object({ ready: z.boolean().optional(), replicas: z.int32().optional(), selector: z.string().optional() })
    .optional(),
})

const Widget = defineResource({
  group: 'example.dev',
  version: 'v1',
  kind: 'Widget',
  scope: 'Namespaced',
  schema,
  shortNames: ['wg'],
  categories: ['all'],
  columns: [
    { name: 'Size', type: 'integer', jsonPath: '.spec.size' },
    { name: 'Color', type: 'string', jsonPath: '.spec.color', priority: 1, description: 'its color' },
    { name: 'Ready', type: 'boolean', jsonPath: '.status.ready' },
    { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
    { name: 'Parts', type: 'string', jsonPath: '.spec.parts' },
  ],
  subresources: {
    status: true,
    scale: {
      specReplicasPath: '.spec.replicas',
      statusReplicasPath: '.status.replicas',
      labelSelectorPath: '.status.selector',
    },
  },
  selectableFields: ['.spec.color', '.spec.size'],
  immutable: ['.spec.storage'],
})

type WidgetObject = typeof Widget extends ResourceDefinition<infer T> ? T : never

const context: StrategyContext = {
  vocabulary: kubernetesVocabulary,
  clock: systemClock,
  random: systemRandom,
  user: anonymousUser,
  namespace: 'default',
  dryRun: false,
  warn: () => {},
}

type Loose = Mutable<ApiObject> & Record<string, unknown>
const object = (rest: object): Loose => structuredClone({ metadata: { name: 'a' }, ...rest }) as Loose

function refusals(definition: ResourceDefinition<never>, next: object, live?: object): readonly string[] {
  const errors = new FieldErrors()
  const { strategy } = definition as unknown as ResourceDefinition
  if (live === undefined) strategy.validate!(next as ApiObject, errors, context)
  else strategy.validateUpdate!(next as ApiObject, live as ApiObject, errors, context)
  return errors.list.map(({ field, message }) => `${field}: ${message}`)
}

const minimal = { group: 'example.dev', version: 'v1', kind: 'Gadget', scope: 'Cluster' } as const
const anySpec = z.object({ spec: z.looseObject({}).optional() })

describe('defineResource', () => {
  it('says what the server must know', () => {
    expect(Widget).toMatchObject({
      group: 'example.dev',
      version: 'v1',
      kind: 'Widget',
      listKind: 'WidgetList',
      resource: 'widgets',
      singular: 'widget',
      shortNames: ['wg'],
      categories: ['all'],
      scope: 'Namespaced',
      verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
      storage: { group: 'example.dev', resource: 'widgets' },
      openApiName: 'dev.example.v1.Widget',
      builtIn: false,
    })
    expect(Object.isFrozen(Widget)).toBe(true)
  })

  it('takes names that are given', () => {
    const definition = defineResource({ ...minimal, schema: anySpec, plural: 'gadgetry', singular: 'thing' })
    expect(definition).toMatchObject({ resource: 'gadgetry', singular: 'thing', shortNames: [], categories: [] })
  })

  it.each([
    ['Widget', 'widgets'],
    ['Policy', 'policies'],
    ['Gateway', 'gateways'],
    ['Class', 'classes'],
    ['Box', 'boxes'],
    ['Switch', 'switches'],
    ['Mesh', 'meshes'],
    ['HTTPRoute', 'httproutes'],
  ])('names many of %s %s', (kind, plural) => {
    expect(pluralOf(kind)).toBe(plural)
  })

  it('gives the objects their types', () => {
    expectTypeOf<WidgetObject['metadata']>().toEqualTypeOf<ObjectMeta>()
    expectTypeOf<WidgetObject['spec']['size']>().toEqualTypeOf<number>()
    expectTypeOf<NonNullable<WidgetObject['spec']['color']>>().toEqualTypeOf<'red' | 'blue'>()
    expectTypeOf<NonNullable<WidgetObject['spec']['parts']>[number]>().toEqualTypeOf<{ name: string; count: number }>()
    expectTypeOf<NonNullable<WidgetObject['status']>['ready']>().toEqualTypeOf<boolean | undefined>()
    expectTypeOf(intOrString()).toMatchTypeOf<z.ZodType<number | string>>()
    expectTypeOf(int64()).toMatchTypeOf<z.ZodType<number>>()
    // @ts-expect-error a key that the items do not have
    listMap(z.object({ name: z.string() }), ['nam'])
  })

  it('reads, fills and judges objects as a custom resource is', () => {
    const decode = compileDecoder(Widget.schema(), { goSemantics: false })
    const unknown: string[] = []
    const decoded = decode(
      JSON.parse(
        '{"apiVersion":"example.dev/v1","kind":"Widget","metadata":{"name":"a","labels":{}},"foo":1,"spec":{"color":null,"parts":[{"name":"x","bar":1}]}}',
      ),
      (path) => unknown.push(path),
    )
    compileDefaults(Widget.schema())(decoded)
    expect(unknown).toEqual(['foo', 'spec.parts[0].bar'])
    expect(decoded).toEqual({
      apiVersion: 'example.dev/v1',
      kind: 'Widget',
      metadata: { name: 'a' },
      spec: { size: 1, parts: [{ name: 'x' }] },
    })
    const errors = new FieldErrors()
    compileValidator(Widget.schema())(decoded, errors)
    expect(errors.list).toEqual([
      { reason: 'FieldValueRequired', field: 'spec.parts[0].count', message: 'Required value' },
    ])
  })

  describe('on create', () => {
    it('drops status and starts the generation', () => {
      const next = object({ spec: { size: 2 }, status: { ready: true } })
      Widget.strategy.prepareForCreate!(next as never, context)
      expect(next).toEqual({ metadata: { name: 'a', generation: 1 }, spec: { size: 2 } })
    })

    it('keeps status where it is no subresource', () => {
      const definition = defineResource({ ...minimal, schema: z.object({ status: z.looseObject({}).optional() }) })
      const next = object({ status: { a: 1 } })
      definition.strategy.prepareForCreate!(next as never, context)
      expect(next['status']).toEqual({ a: 1 })
    })
  })

  describe('on update', () => {
    const live = object({ metadata: { name: 'a', generation: 3 }, spec: { size: 1 }, status: { ready: true } })
    const updated = (rest: object): Loose => {
      const next = object({ metadata: { name: 'a', generation: 3 }, ...rest })
      Widget.strategy.prepareForUpdate!(next as never, live as never, context)
      return next
    }

    it('keeps the live status', () => {
      expect(updated({ spec: { size: 1 }, status: { ready: false } })['status']).toEqual({ ready: true })
      expect(updated({ spec: { size: 1 } })['status']).toEqual({ ready: true })
    })

    it('counts a change of the specification, and no other', () => {
      expect(updated({ spec: { size: 1 } }).metadata.generation).toBe(3)
      expect(updated({ spec: { size: 2 } }).metadata.generation).toBe(4)
      expect(updated({}).metadata.generation).toBe(4)
      const labelled = updated({ metadata: { name: 'a', generation: 3, labels: { a: 'b' } }, spec: { size: 1 } })
      expect(labelled.metadata.generation).toBe(3)
    })

    it('refuses a change of what is immutable, by its path', () => {
      const before = object({ spec: { size: 1, storage: '1Gi' } })
      expect(refusals(Widget, object({ spec: { size: 2, storage: '1Gi' } }), before)).toEqual([])
      expect(refusals(Widget, object({ spec: { size: 1, storage: '2Gi' } }), before)).toEqual([
        'spec.storage: Invalid value: "2Gi": field is immutable',
      ])
      expect(refusals(Widget, object({ spec: { size: 1 } }), before)).toEqual([
        'spec.storage: Invalid value: null: field is immutable',
      ])
    })

    it('must name the version it replaces, and creates nothing', () => {
      expect(Widget.strategy).toMatchObject({ allowUnconditionalUpdate: false, allowCreateOnUpdate: false })
    })
  })

  describe('/status', () => {
    const status = Widget.subresources['status'] as unknown as ObjectSubresource

    it('is a view that owns status', () => {
      expect(status).toMatchObject({ type: 'object', verbs: ['get', 'patch', 'update'], ownedFields: ['status'] })
    })

    it('writes status and who owns it, and nothing else', () => {
      const live = object({ metadata: { name: 'a', generation: 3, labels: { a: 'b' } }, spec: { size: 1 } })
      const managedFields = [{ manager: 'me' }]
      const next = object({
        metadata: { name: 'a', generation: 9, labels: {}, managedFields },
        spec: { size: 7 },
        extra: 1,
        status: { ready: true },
      })
      status.strategy.prepareForUpdate!(next, live, context)
      expect(next).toEqual({
        metadata: { name: 'a', generation: 3, labels: { a: 'b' }, managedFields },
        spec: { size: 1 },
        status: { ready: true },
      })
    })

    it('may take status away', () => {
      const live = object({ spec: {}, status: { ready: true } })
      const next = object({ spec: {} })
      status.strategy.prepareForUpdate!(next, live, context)
      expect(next).not.toHaveProperty('status')
    })

    it('is not there unless asked for', () => {
      expect(defineResource({ ...minimal, schema }).subresources).toEqual({})
    })
  })

  describe('/scale', () => {
    const scale = Widget.subresources['scale'] as unknown as ScaleSubresource

    it('reads and writes the replicas where they are', () => {
      const next = object({ spec: { replicas: 3 }, status: { replicas: 2, selector: 'app=a' } })
      expect([scale.specReplicas(next), scale.statusReplicas(next), scale.selector(next)]).toEqual([3, 2, 'app=a'])
      scale.setReplicas(next, 5)
      expect(next['spec']).toEqual({ replicas: 5 })
    })

    it('reads nothing as none', () => {
      const next = object({})
      expect([scale.specReplicas(next), scale.statusReplicas(next), scale.selector(next)]).toEqual([0, 0, ''])
      scale.setReplicas(next, 1)
      expect(next['spec']).toEqual({ replicas: 1 })
    })
  })

  describe('columns', () => {
    const row = (value: object): readonly unknown[] =>
      Widget.columns.map((column) => column.value(object(value) as never, Date.parse('2026-01-02T00:05:30Z')))

    it('begin with the name', () => {
      expect(Widget.columns.map(({ name, type, priority }) => [name, type, priority])).toEqual([
        ['Name', 'string', undefined],
        ['Size', 'integer', 0],
        ['Color', 'string', 1],
        ['Ready', 'boolean', 0],
        ['Age', 'date', 0],
        ['Parts', 'string', 0],
      ])
      expect(Widget.columns[2]!.description).toBe('its color')
    })

    it('print values of their type, and null for anything else', () => {
      const metadata = { name: 'a', creationTimestamp: '2026-01-02T00:00:00Z' }
      expect(
        row({ metadata, spec: { size: 2, color: 'red', parts: [{ name: 'x' }] }, status: { ready: false } }),
      ).toEqual(['a', 2, 'red', false, '5m30s', '[{"name":"x"}]'])
      expect(row({ spec: { size: 'two' }, status: { ready: 'yes' } })).toEqual(['a', null, null, null, null, null])
      expect(row({ metadata: { name: 'a', creationTimestamp: 'noon' } })[4]).toBe('<invalid>')
    })

    it('are the name and the age where none are given', () => {
      expect(defineResource({ ...minimal, schema: anySpec }).columns.map(({ name }) => name)).toEqual(['Name', 'Age'])
    })
  })

  it('answers field selectors with text', () => {
    const value = object({ spec: { size: 2, color: 'red' } })
    expect(Object.keys(Widget.selectableFields)).toEqual(['spec.color', 'spec.size'])
    expect(Object.values(Widget.selectableFields).map((read) => read(value as never))).toEqual(['red', '2'])
    expect(Widget.selectableFields['spec.color']!(object({}) as never)).toBe('')
  })

  describe('hooks', () => {
    const calls: string[] = []
    const definition = defineResource({
      ...minimal,
      schema: z.object({
        spec: z
          .object({ from: z.int(), to: z.int() })
          .refine(({ from, to }) => from <= to, 'must not end before it begins'),
      }),
      defaults(next) {
        next.spec.to ??= 1
        calls.push('defaults')
      },
      prepare(next, live) {
        calls.push(live === undefined ? 'prepare' : `prepare over ${live.spec.from}`)
        if (next.spec.from < 0) next.spec.from = 0
      },
      validate(next, errors) {
        if (next.spec.from === 13) errors.invalid('spec.from', next.spec.from, 'is unlucky')
      },
      validateUpdate(next, live, errors) {
        if (next.spec.from < live.spec.from) errors.forbidden('spec.from', 'may only grow')
      },
      warnings: (next) => (next.spec.from === 12 ? ['nearly unlucky'] : []),
      validateName: (name) => (name === 'bad' ? ['must be good'] : []),
    })

    it('run where they belong, before the generation is counted', () => {
      const next = { metadata: { name: 'a' }, spec: { from: -1, to: 2 } }
      definition.strategy.defaults!(next, context)
      definition.strategy.prepareForCreate!(next, context)
      expect(next.spec.from).toBe(0)
      const updated = { metadata: { name: 'a', generation: 1 }, spec: { from: -5, to: 2 } }
      definition.strategy.prepareForUpdate!(updated, { metadata: { generation: 1 }, spec: { from: 0, to: 2 } }, context)
      expect(updated.metadata.generation).toBe(1)
      expect(calls).toEqual(['defaults', 'prepare', 'prepare over 0'])
      expect(definition.strategy.warnings!({ metadata: {}, spec: { from: 12, to: 13 } }, undefined)).toEqual([
        'nearly unlucky',
      ])
      expect(definition.validateName!('bad', false)).toEqual(['must be good'])
    })

    it('refuse on create and on update', () => {
      expect(refusals(definition, { metadata: {}, spec: { from: 13, to: 14 } })).toEqual([
        'spec.from: Invalid value: 13: is unlucky',
      ])
      expect(
        refusals(definition, { metadata: {}, spec: { from: 1, to: 14 } }, { metadata: {}, spec: { from: 2, to: 2 } }),
      ).toEqual(['spec.from: Forbidden: may only grow'])
    })

    it('let zod refuse what the schema has no word for', () => {
      expect(refusals(definition, { metadata: {}, spec: { from: 5, to: 4 } })).toEqual([
        'spec: Invalid value: {"from":5,"to":4}: must not end before it begins',
      ])
    })

    it('are not asked about objects that the schema has refused', () => {
      const errors = new FieldErrors()
      errors.required('spec')
      definition.strategy.validate!({ metadata: {} } as never, errors, context)
      expect(errors.list).toHaveLength(1)
    })
  })

  describe('options that cannot be', () => {
    const broken =
      (options: object): (() => unknown) =>
      () =>
        defineResource({ ...minimal, schema, ...options } as unknown as ResourceOptions<typeof schema>)

    it.each<[string, object, string]>([
      ['a group without a domain', { group: 'example' }, 'group must be a domain'],
      ['no group', { group: undefined }, 'group must be a domain'],
      ['a group in capitals', { group: 'Example.dev' }, 'group must be a domain'],
      ['a version in capitals', { version: 'V1' }, 'version must be a lower-case name'],
      ['a kind in lower case', { kind: 'widget' }, 'kind must be a name such as Widget, not "widget"'],
      ['a kind with a dash at its end', { kind: 'Widget-' }, 'kind must be'],
      ['an unknown scope', { scope: 'namespaced' }, 'scope must be Namespaced or Cluster, not "namespaced"'],
      ['a plural in capitals', { plural: 'Widgets' }, 'plural must be'],
      ['an empty singular', { singular: '' }, 'singular must be'],
      ['a short name with a dot', { shortNames: ['a.b'] }, 'shortNames must be'],
      ['an empty category', { categories: [''] }, 'categories must be'],
      ['a hook that is no function', { validate: true }, 'validate must be a function'],
      ['an unknown option', { colums: [] }, 'colums is not an option of defineResource'],
      ['a schema that is no object', { schema: z.string() }, 'schema must be a zod object'],
      ['a schema with metadata', { schema: z.object({ metadata: z.object({}) }) }, 'schema must not have metadata'],
      [
        'status without a status',
        { schema: anySpec, subresources: { status: true } },
        'subresources.status: the schema has no status',
      ],
      [
        'a status that every object must have',
        { schema: z.object({ status: z.object({}) }), subresources: { status: true } },
        'schema.status must be optional',
      ],
      [
        'a column without a name',
        { columns: [{ name: '', type: 'string', jsonPath: '.a' }] },
        'columns[0].name must be a text',
      ],
      [
        'a column of an unknown type',
        { columns: [{ name: 'A', type: 'text', jsonPath: '.a' }] },
        'columns[0].type must be one of string, integer, number, boolean, date',
      ],
      [
        'a column without a path',
        { columns: [{ name: 'A', type: 'string', jsonPath: 'a' }] },
        'columns[0].jsonPath must be a path',
      ],
      [
        'a column with half a path',
        { columns: [{ name: 'A', type: 'string', jsonPath: '.a[' }] },
        'columns[0].jsonPath ".a[" is no JSONPath',
      ],
      [
        'a column of negative priority',
        { columns: [{ name: 'A', type: 'string', jsonPath: '.a', priority: -1 }] },
        'columns[0].priority must be a whole number',
      ],
      [
        'scale outside of spec',
        { subresources: { scale: { specReplicasPath: '.status.replicas', statusReplicasPath: '.status.replicas' } } },
        'subresources.scale.specReplicasPath must be below .spec',
      ],
      [
        'scale of text',
        { subresources: { scale: { specReplicasPath: '.spec.color', statusReplicasPath: '.status.replicas' } } },
        'subresources.scale.specReplicasPath must be of type integer',
      ],
      [
        'scale of a field that is not there',
        { subresources: { scale: { specReplicasPath: '.spec.count', statusReplicasPath: '.status.replicas' } } },
        'subresources.scale.specReplicasPath: the schema has no field ".spec.count"',
      ],
      [
        'a selectable object',
        { selectableFields: ['.spec'] },
        'selectableFields: .spec must be of type string, integer or boolean',
      ],
      ['a selectable name', { selectableFields: ['.metadata.name'] }, 'selectableFields must not be in metadata'],
      [
        'an immutable field that is not there',
        { immutable: ['.spec.nope'] },
        'immutable: the schema has no field ".spec.nope"',
      ],
      ['an immutable path with an index', { immutable: ['.spec.parts[0]'] }, 'immutable must be a plain path'],
    ])('%s', (_, options, text) => {
      expect(broken(options)).toThrow(TypeError)
      expect(broken(options)).toThrow(text)
    })
  })
})

describe('the main entry', () => {
  it('does not load zod', () => {
    const here = dirname(fileURLToPath(import.meta.url))
    const seen = new Set<string>()
    const visit = (file: string): void => {
      if (seen.has(file)) return
      seen.add(file)
      for (const match of readFileSync(file, 'utf8').matchAll(/^(import|export)\b(?! type)[^'"]*?from '([^']+)'/gm)) {
        const target = match[2]!
        expect(target, file).not.toBe('zod')
        if (target.startsWith('.')) visit(join(dirname(file), target))
      }
    }
    visit(join(here, '../src/index.ts'))
    expect(seen).toContain(join(here, '../src/define-resource.ts'))
  })
})
