import { kubernetesVocabulary, platformVocabulary, type Vocabulary } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import {
  createTypeLoader,
  toOpenApi,
  toOpenApiInSteps,
  type Field,
  type ObjectSchema,
  type OpenApiDefinitions,
  type Schema,
} from '../src/index.ts'
import { load } from './types.ts'

const refName = (typeName: string): string =>
  typeName.startsWith('meta.') ? `io.k8s.apimachinery.pkg.apis.${typeName}` : `io.k8s.api.${typeName}`

function write(
  schema: ObjectSchema,
  version: 2 | 3,
  vocabulary: Vocabulary = kubernetesVocabulary,
): OpenApiDefinitions {
  return toOpenApi(schema, { version, vocabulary, refName })
}

function properties(definitions: OpenApiDefinitions, name: string): Record<string, Record<string, unknown>> {
  return definitions[name]!['properties'] as Record<string, Record<string, unknown>>
}

const deployment2 = write(load('apps.v1.Deployment'), 2)
const deployment3 = write(load('apps.v1.Deployment'), 3)

function allRefs(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => (key === '$ref' ? [item as string] : allRefs(item)))
}

describe('toOpenApi of built-in kinds', () => {
  it('defines every type reached, and nothing else', () => {
    expect(Object.keys(deployment2).sort()).toEqual(
      [
        ...['Condition', 'Deployment', 'DeploymentSpec', 'DeploymentStatus', 'DeploymentStrategy', 'Rolling'].map(
          (name) => `io.k8s.api.apps.v1.${name}`,
        ),
        ...[
          'Container',
          'ContainerPort',
          'EmptyDir',
          'EnvVar',
          'PodSecurityContext',
          'PodSpec',
          'PodTemplateSpec',
          'ResourceField',
          'Resources',
          'Volume',
        ].map((name) => `io.k8s.api.core.v1.${name}`),
        ...['LabelSelector', 'MicroTime', 'ObjectMeta', 'OwnerReference', 'Time'].map(
          (name) => `io.k8s.apimachinery.pkg.apis.meta.v1.${name}`,
        ),
        'io.k8s.apimachinery.pkg.api.resource.Quantity',
        'io.k8s.apimachinery.pkg.util.intstr.IntOrString',
      ].sort(),
    )
  })

  it.each([
    [2, '#/definitions/', deployment2],
    [3, '#/components/schemas/', deployment3],
  ] as const)('leaves no reference open in v%i', (_, prefix, definitions) => {
    for (const ref of allRefs(definitions)) expect(Object.keys(definitions)).toContain(ref.slice(prefix.length))
  })

  it('refers in v2 with the words beside, and without defaults', () => {
    expect(properties(deployment2, 'io.k8s.api.apps.v1.DeploymentSpec')['strategy']).toEqual({
      $ref: '#/definitions/io.k8s.api.apps.v1.DeploymentStrategy',
      'x-kubernetes-patch-strategy': 'retainKeys',
    })
    expect(JSON.stringify(deployment2)).not.toContain('"default"')
  })

  it('refers in v3 through allOf where words stand beside', () => {
    const spec = properties(deployment3, 'io.k8s.api.apps.v1.DeploymentSpec')
    expect(spec['strategy']).toEqual({
      allOf: [{ $ref: '#/components/schemas/io.k8s.api.apps.v1.DeploymentStrategy' }],
      default: {},
      'x-kubernetes-patch-strategy': 'retainKeys',
    })
    // Kubernetes describes the field.
    expect(spec['selector']).toEqual({
      allOf: [{ $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector' }],
    })
  })

  it('writes list types and required fields', () => {
    const podSpec = deployment2['io.k8s.api.core.v1.PodSpec']!
    expect(podSpec['required']).toEqual(['containers'])
    expect(properties(deployment2, 'io.k8s.api.core.v1.PodSpec')['containers']).toEqual({
      type: 'array',
      items: { $ref: '#/definitions/io.k8s.api.core.v1.Container' },
      'x-kubernetes-list-map-keys': ['name'],
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-patch-merge-key': 'name',
      'x-kubernetes-patch-strategy': 'merge',
    })
    expect(properties(deployment3, 'io.k8s.api.core.v1.PodSpec')['containers']).toMatchObject({
      items: { allOf: [{ $ref: '#/components/schemas/io.k8s.api.core.v1.Container' }], default: {} },
    })
  })

  it.each<[string, string, 2 | 3, object]>([
    [
      'core.v1.PodSpec',
      'nodeSelector',
      2,
      { type: 'object', additionalProperties: { type: 'string' }, 'x-kubernetes-map-type': 'atomic' },
    ],
    ['core.v1.PodSpec', 'terminationGracePeriodSeconds', 2, { type: 'integer', format: 'int64' }],
    ['core.v1.PodSpec', 'hostNetwork', 3, { type: 'boolean' }],
    ['core.v1.Container', 'name', 3, { type: 'string', default: '' }],
    [
      'core.v1.Container',
      'args',
      3,
      { type: 'array', items: { type: 'string', default: '' }, 'x-kubernetes-list-type': 'atomic' },
    ],
    ['core.v1.ContainerPort', 'containerPort', 3, { type: 'integer', format: 'int32', default: 0 }],
    ['core.v1.ContainerPort', 'protocol', 3, { type: 'string', default: 'TCP', enum: ['SCTP', 'TCP', 'UDP'] }],
    ['core.v1.ContainerPort', 'protocol', 2, { type: 'string', enum: ['SCTP', 'TCP', 'UDP'] }],
    ['core.v1.ResourceField', 'divisor', 2, { $ref: '#/definitions/io.k8s.apimachinery.pkg.api.resource.Quantity' }],
    ['core.v1.Secret', 'cert', 2, { type: 'string', format: 'byte' }],
    ['core.v1.Secret', 'weight', 2, { type: 'number', format: 'double' }],
    [
      'core.v1.Secret',
      'raw',
      3,
      { allOf: [{ $ref: '#/components/schemas/io.k8s.apimachinery.pkg.runtime.RawExtension' }] },
    ],
    [
      'core.v1.Secret',
      'extra',
      2,
      { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    ],
    ['core.v1.Secret', 'wait', 2, { $ref: '#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.Duration' }],
  ])('writes %s.%s in v%i', (type, field, version, expected) => {
    expect(properties(write(load(type), version), refName(type))[field]).toEqual(expected)
  })

  it.each<[string, object, object]>([
    ['apis.meta.v1.Time', { type: 'string', format: 'date-time' }, { type: 'string', format: 'date-time' }],
    ['apis.meta.v1.MicroTime', { type: 'string', format: 'date-time' }, { type: 'string', format: 'date-time' }],
    ['api.resource.Quantity', { type: 'string' }, { oneOf: [{ type: 'string' }, { type: 'number' }] }],
    [
      'util.intstr.IntOrString',
      { type: 'string', format: 'int-or-string' },
      { oneOf: [{ type: 'integer' }, { type: 'string' }], format: 'int-or-string' },
    ],
  ])('defines %s as the machinery does', (name, v2, v3) => {
    expect(deployment2[`io.k8s.apimachinery.pkg.${name}`]).toEqual(v2)
    expect(deployment3[`io.k8s.apimachinery.pkg.${name}`]).toEqual(v3)
  })

  it('marks atomic structs, and an override only where it stands', () => {
    const types = createTypeLoader([
      {
        'a.v1.A': 'ref 1 a.v1.B omitempty pointer structType=granular\nother 2 a.v1.B omitempty pointer',
        'a.v1.B': '@atomic\nname 1 string omitempty',
      },
    ])
    const definitions = write(types('a.v1.A'), 2)
    expect(definitions['io.k8s.api.a.v1.B']).toEqual({
      type: 'object',
      properties: { name: { type: 'string' } },
      'x-kubernetes-map-type': 'atomic',
    })
    expect(properties(definitions, 'io.k8s.api.a.v1.A')).toEqual({
      ref: { $ref: '#/definitions/io.k8s.api.a.v1.B', 'x-kubernetes-map-type': 'granular' },
      other: { $ref: '#/definitions/io.k8s.api.a.v1.B' },
    })
  })

  it('names required fields in the order of the type', () => {
    const types = createTypeLoader([{ 'a.v1.A': 'b 1 string required\na 2 string required\nc 3 string omitempty' }])
    expect(write(types('a.v1.A'), 3)['io.k8s.api.a.v1.A']!['required']).toEqual(['b', 'a'])
  })

  it('writes types that contain themselves', () => {
    expect(Object.keys(write(load('x.v1.Tree'), 3))).toEqual(['io.k8s.api.x.v1.Tree'])
  })

  it('names the kinds of the root', () => {
    const definitions = toOpenApi(load('core.v1.SecretList'), {
      version: 2,
      vocabulary: kubernetesVocabulary,
      refName,
      groupVersionKinds: [{ group: '', version: 'v1', kind: 'SecretList' }],
    })
    expect(definitions['io.k8s.api.core.v1.SecretList']).toMatchObject({
      required: ['items'],
      'x-kubernetes-group-version-kind': [{ group: '', kind: 'SecretList', version: 'v1' }],
    })
    expect(definitions['io.k8s.api.core.v1.Secret']).not.toHaveProperty('x-kubernetes-group-version-kind')
  })

  it('adds to definitions already made, and makes none twice', () => {
    const into: OpenApiDefinitions = {}
    toOpenApi(load('core.v1.PodSpec'), { version: 2, vocabulary: kubernetesVocabulary, refName, into })
    const container = into['io.k8s.api.core.v1.Container']
    toOpenApi(load('apps.v1.Deployment'), { version: 2, vocabulary: kubernetesVocabulary, refName, into })
    expect(into['io.k8s.api.core.v1.Container']).toBe(container)
    expect(into).toHaveProperty(['io.k8s.api.apps.v1.Deployment'])
  })

  it('spells extensions in the vocabulary of the server', () => {
    expect(JSON.stringify(write(load('apps.v1.Deployment'), 3, platformVocabulary))).not.toContain('x-kubernetes')
  })
})

describe("toOpenApi of hosts' kinds", () => {
  const text: Schema = { type: 'string' }
  const fields = (given: Record<string, Schema>): ReadonlyMap<string, Field> =>
    new Map(Object.entries(given).map(([name, schema]) => [name, { name, schema }]))
  const widget: ObjectSchema = {
    type: 'object',
    description: 'a widget',
    fields: new Map<string, Field>([
      ['apiVersion', { name: 'apiVersion', schema: text }],
      ['metadata', { name: 'metadata', schema: load('meta.v1.ObjectMeta'), goSemantics: true }],
      [
        'spec',
        {
          name: 'spec',
          required: true,
          schema: {
            type: 'object',
            description: 'what is wanted',
            fields: fields({
              size: {
                type: 'integer',
                format: 'int32',
                default: 1,
                minimum: 1,
                exclusiveMinimum: true,
                description: 'how big',
              },
              share: { type: 'int-or-string' },
              open: { type: 'object', fields: fields({ a: text }), preserveUnknownFields: true },
              any: { type: 'any' },
              maybe: { type: 'string', nullable: true, pattern: '^a$', minLength: 1, maxLength: 3 },
              color: { type: 'string', enum: ['red', 'blue'], closedEnum: true },
              level: { type: 'integer', enum: [1, 2], multipleOf: 1, maximum: 2 },
              at: { type: 'string', format: 'time' },
              memory: { type: 'string', format: 'quantity' },
              parts: { type: 'list', items: text, listType: 'set', minItems: 1, maxItems: 9 },
              tags: { type: 'map', values: text, minProperties: 1, maxProperties: 2 },
              template: { type: 'object', fields: new Map(), embeddedResource: true, preserveUnknownFields: true },
            }),
          },
        },
      ],
    ]),
  }
  const options = { vocabulary: kubernetesVocabulary, refName, name: 'dev.example.v1.Widget' }

  it('writes structs and scalars where they stand in v3, and refers to metadata', () => {
    const definitions = toOpenApi(widget, { ...options, version: 3 })
    expect(definitions['dev.example.v1.Widget']).toEqual({
      description: 'a widget',
      type: 'object',
      required: ['spec'],
      properties: {
        apiVersion: { type: 'string' },
        metadata: { allOf: [{ $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' }] },
        spec: {
          description: 'what is wanted',
          type: 'object',
          properties: {
            size: {
              description: 'how big',
              default: 1,
              type: 'integer',
              format: 'int32',
              minimum: 1,
              exclusiveMinimum: true,
            },
            share: { anyOf: [{ type: 'integer' }, { type: 'string' }], 'x-kubernetes-int-or-string': true },
            open: {
              type: 'object',
              properties: { a: { type: 'string' } },
              'x-kubernetes-preserve-unknown-fields': true,
            },
            any: { 'x-kubernetes-preserve-unknown-fields': true },
            maybe: { type: 'string', nullable: true, pattern: '^a$', minLength: 1, maxLength: 3 },
            color: { type: 'string', enum: ['blue', 'red'] },
            level: { type: 'integer', enum: [1, 2], multipleOf: 1, maximum: 2 },
            at: { type: 'string', format: 'date-time' },
            memory: { type: 'string' },
            parts: {
              type: 'array',
              items: { type: 'string' },
              'x-kubernetes-list-type': 'set',
              minItems: 1,
              maxItems: 9,
            },
            tags: { type: 'object', additionalProperties: { type: 'string' }, minProperties: 1, maxProperties: 2 },
            template: {
              type: 'object',
              required: ['kind', 'apiVersion'],
              'x-kubernetes-preserve-unknown-fields': true,
              'x-kubernetes-embedded-resource': true,
            },
          },
        },
      },
    })
  })

  it('leaves out in v2 what its clients would refuse objects for', () => {
    const definitions = toOpenApi(widget, { ...options, version: 2 })
    const spec = properties(definitions, 'dev.example.v1.Widget')['spec']!['properties']
    expect(spec).toMatchObject({
      share: { 'x-kubernetes-int-or-string': true },
      open: { 'x-kubernetes-preserve-unknown-fields': true },
      maybe: {},
    })
    for (const [field, keyword] of [
      ['share', 'anyOf'],
      ['open', 'properties'],
      ['open', 'type'],
      ['maybe', 'type'],
      ['maybe', 'nullable'],
      ['size', 'default'],
    ]) {
      expect(spec).not.toHaveProperty([field!, keyword!])
    }
  })

  it('needs a name', () => {
    expect(() => write(widget, 3)).toThrow(TypeError)
  })
})

it('writes a large type in steps, with what is inside it', () => {
  const scalars = (count: number): ReadonlyMap<string, Field> =>
    new Map(
      Array.from({ length: count }, (_, index) => [`f${index}`, { name: `f${index}`, schema: { type: 'string' } }]),
    )
  const inner: ObjectSchema = { type: 'object', fields: scalars(600) }
  const outer: ObjectSchema = {
    type: 'object',
    fields: new Map([...scalars(600), ['inner', { name: 'inner', schema: inner, required: true }]]),
  }
  const options = { version: 3, vocabulary: kubernetesVocabulary, refName, name: 'Large' } as const
  const work = toOpenApiInSteps(outer, options)
  let steps = 0
  for (let step = work.next(); ; step = work.next(), steps++) {
    if (step.done !== true) continue
    expect(step.value).toEqual(toOpenApi(outer, options))
    const { required, properties: written } = step.value['Large'] as {
      readonly required: unknown
      readonly properties: Record<string, { readonly properties: object }>
    }
    expect([required, Object.keys(written).length, Object.keys(written['inner']!.properties).length]).toEqual([
      ['inner'],
      601,
      600,
    ])
    break
  }
  expect(steps).toBeGreaterThan(3)
})
