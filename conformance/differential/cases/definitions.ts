import type { Area, Case, Step } from './case.ts'
import { set } from './mutate.ts'
import { deleteNamespaces, makeNamespaces } from './namespaces.ts'
import { schemaTrees } from './ruled/schema-trees.ts'
import { badRules, makeRuled, ruledDefinitions, ruledObjects } from './rules.ts'

const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const applyType = 'application/apply-patch+yaml'

/** Definitions of custom resources, good and bad, and their objects. */
export const definitions: Area = {
  name: 'definitions',
  title: 'custom resource definitions and their objects',
  async stages({ prefix }) {
    const namespace = `${prefix}-custom`
    const group = `${prefix}.custom.example.com`
    const ruledGroup = `${prefix}.rules.example.com`
    return [
      makeNamespaces([namespace]),
      [
        makeDefinition(group, 'boats', 'Boat'),
        makeDefinition(group, 'plains', 'Plain'),
        ...ruledDefinitions.map((definition) => makeRuled(ruledGroup, definition)),
      ],
      [
        ...badDefinitions(group),
        objects(group, namespace),
        versions(group, namespace),
        published(group),
        changes(group),
        ...ratcheting(group, namespace),
        ...ruledDefinitions.map((definition) => ruledObjects(ruledGroup, definition)),
        badRules(ruledGroup),
        ...schemaTrees(ruledGroup),
      ],
      [
        ...['boats', 'plains', 'ratchets'].map((plural) => `${plural}.${group}`),
        ...ruledDefinitions.map(({ plural }) => `${plural}.${ruledGroup}`),
      ].map((name) => ({
        name: `remove ${name}`,
        steps: [{ method: 'DELETE', path: `${crds}/${name}`, silent: true }],
      })),
      deleteNamespaces([namespace]),
    ]
  },
}

const schema = {
  type: 'object',
  required: ['spec'],
  properties: {
    spec: {
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string', minLength: 2, maxLength: 8, pattern: '^[a-z]+$' },
        size: { type: 'integer', minimum: 1, maximum: 10, default: 3 },
        exact: { type: 'number', exclusiveMinimum: true, minimum: 0, multipleOf: 0.5 },
        kind: { type: 'string', enum: ['sail', 'motor'] },
        open: { type: 'boolean', nullable: true },
        port: { 'x-kubernetes-int-or-string': true },
        tags: { type: 'array', items: { type: 'string' }, maxItems: 3, 'x-kubernetes-list-type': 'set' },
        crew: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['id'],
          items: {
            type: 'object',
            required: ['id'],
            properties: { id: { type: 'string' }, role: { type: 'string', default: 'mate' } },
          },
        },
        extra: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        labels: { type: 'object', additionalProperties: { type: 'string' }, maxProperties: 2 },
        when: { type: 'string', format: 'date-time' },
        address: { type: 'string', format: 'ipv4' },
        data: { type: 'string', format: 'byte' },
        atomic: {
          type: 'object',
          'x-kubernetes-map-type': 'atomic',
          properties: { a: { type: 'string' }, b: { type: 'string' } },
        },
        nested: {
          type: 'object',
          properties: { deep: { type: 'object', default: {}, properties: { value: { type: 'integer', default: 7 } } } },
        },
        any: {
          anyOf: [{ required: ['x'] }, { required: ['y'] }],
          type: 'object',
          properties: { x: { type: 'integer' }, y: { type: 'integer' } },
        },
        object: {
          type: 'object',
          'x-kubernetes-embedded-resource': true,
          'x-kubernetes-preserve-unknown-fields': true,
        },
        replicas: { type: 'integer' },
      },
    },
    status: {
      type: 'object',
      properties: { replicas: { type: 'integer' }, selector: { type: 'string' }, phase: { type: 'string' } },
    },
  },
}

function definition(group: string, plural: string, kind: string): Record<string, unknown> {
  const columns = [
    { name: 'Size', type: 'integer', jsonPath: '.spec.size' },
    { name: 'Kind', type: 'string', jsonPath: '.spec.kind', priority: 1, description: 'the kind' },
    { name: 'When', type: 'date', jsonPath: '.spec.when' },
  ]
  const subresources = {
    status: {},
    scale: {
      specReplicasPath: '.spec.replicas',
      statusReplicasPath: '.status.replicas',
      labelSelectorPath: '.status.selector',
    },
  }
  const isPlain = plural === 'plains'
  const version = {
    name: 'v1',
    served: true,
    storage: true,
    schema: { openAPIV3Schema: schema },
    ...(isPlain
      ? {}
      : { subresources, additionalPrinterColumns: columns, selectableFields: [{ jsonPath: '.spec.kind' }] }),
  }
  const other = {
    name: 'v2',
    served: true,
    storage: false,
    schema: {
      openAPIV3Schema: {
        type: 'object',
        properties: {
          spec: { type: 'object', properties: { name: { type: 'string' }, later: { type: 'string', default: 'x' } } },
        },
      },
    },
  }
  const hidden = { ...other, name: 'v0', served: false, deprecated: true }
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: {
        plural,
        singular: kind.toLowerCase(),
        kind,
        shortNames: isPlain ? [] : ['bt'],
        categories: isPlain ? [] : ['all'],
      },
      versions: isPlain ? [version] : [version, other, hidden],
    },
  }
}

function makeDefinition(group: string, plural: string, kind: string): Case {
  const path = `${crds}/${plural}.${group}`
  return {
    name: `make ${plural}`,
    kind: 'crd',
    steps: [
      { method: 'POST', path: crds, body: definition(group, plural, kind) },
      { method: 'GET', path, afterMs: 3500 },
      { method: 'GET', path: `${path}/status` },
      { method: 'POST', path: crds, body: definition(group, plural, kind) },
    ],
  }
}

/** Values for paths of a definition that make it bad, or odd. */
const badValues: readonly (readonly [string, readonly unknown[]])[] = [
  ['metadata.name', ['x', 'boats', 'Boats.x']],
  ['spec.group', ['', 'x', 'Bad.Group', 'k8s.io', 'a.k8s.io']],
  ['spec.scope', ['', 'Nope']],
  ['spec.names.plural', ['', 'Bad', 'other']],
  ['spec.names.kind', ['', 'bad kind', 'BoatList']],
  ['spec.names.listKind', ['Boat', 'bad kind']],
  ['spec.names.singular', ['Bad', '']],
  ['spec.names.shortNames', [['Bad'], ['a', 'a']]],
  ['spec.names.categories', [['Bad']]],
  ['spec.preserveUnknownFields', [true, false]],
  ['spec.versions', [[], null]],
  ['spec.versions.0.name', ['', 'Bad', 'v2', 'x y']],
  ['spec.versions.0.storage', [false]],
  ['spec.versions.1.storage', [true]],
  ['spec.versions.0.served', [false]],
  ['spec.versions.0.schema', [null, {}]],
  ['spec.versions.0.deprecationWarning', ['x', '']],
  [
    'spec.versions.0.subresources.scale',
    [
      {},
      { specReplicasPath: 'x', statusReplicasPath: '.status.x' },
      { specReplicasPath: '.status.x', statusReplicasPath: '.spec.x' },
      { specReplicasPath: '.spec.x[0]', statusReplicasPath: '.status.replicas' },
    ],
  ],
  ['spec.versions.0.subresources.status', [null, 'x']],
  [
    'spec.versions.0.additionalPrinterColumns',
    [
      [{}],
      [{ name: 'a', type: 'nope', jsonPath: 'x' }],
      [{ name: 'a', type: 'string', jsonPath: '.a[' }],
      [{ name: 'a', type: 'string', jsonPath: '.a', format: 'nope' }],
      [
        { name: 'a', type: 'string', jsonPath: '.a' },
        { name: 'a', type: 'string', jsonPath: '.a' },
      ],
    ],
  ],
  [
    'spec.versions.0.selectableFields',
    [
      [{}],
      [{ jsonPath: '.spec.none' }],
      [{ jsonPath: '.spec.kind' }, { jsonPath: '.spec.kind' }],
      [{ jsonPath: '.metadata.name' }],
      [{ jsonPath: '.spec.tags' }],
      [{ jsonPath: 'spec.kind' }],
    ],
  ],
  [
    'spec.conversion',
    [
      {},
      { strategy: 'Nope' },
      { strategy: 'Webhook' },
      { strategy: 'None', webhook: { conversionReviewVersions: ['v1'] } },
      { strategy: 'Webhook', webhook: { conversionReviewVersions: [], clientConfig: { url: 'x' } } },
      {
        strategy: 'Webhook',
        webhook: {
          conversionReviewVersions: ['v1'],
          clientConfig: { url: 'https://a.b/c', service: { name: 'a', namespace: 'b' } },
        },
      },
      { strategy: 'Webhook', webhook: { conversionReviewVersions: ['nope'], clientConfig: { url: 'https://a.b/c' } } },
    ],
  ],
  ['spec.versions.0.schema.openAPIV3Schema.type', ['', 'string', 'nope', 'array']],
  [
    'spec.versions.0.schema.openAPIV3Schema.properties.metadata',
    [
      {},
      { type: 'object' },
      { type: 'object', properties: { name: { type: 'string', pattern: 'x' } } },
      { type: 'object', properties: { labels: { type: 'object' } } },
    ],
  ],
]

/** Schemas of a property that are bad, or odd. */
const badSchemas: readonly unknown[] = [
  {},
  { type: '' },
  { type: 'nope' },
  { type: 'null' },
  { type: 'array' },
  { type: 'array', items: {} },
  { type: 'array', items: [{ type: 'string' }] },
  { type: 'object', properties: { a: {} } },
  { type: 'object', additionalProperties: {} },
  { type: 'object', additionalProperties: false },
  { type: 'object', additionalProperties: true, properties: { a: { type: 'string' } } },
  { type: 'string', pattern: '(' },
  { type: 'string', pattern: '(?=x)' },
  { type: 'string', format: 'nope' },
  { type: 'string', default: 1 },
  { type: 'integer', default: 'x' },
  { type: 'integer', minimum: 5, default: 1 },
  { type: 'object', default: { a: 1 }, properties: { b: { type: 'string' } } },
  { type: 'string', enum: [] },
  { type: 'string', enum: [1] },
  { type: 'string', nullable: true, default: null },
  { type: 'string', default: null },
  { $ref: '#/x' },
  { type: 'object', definitions: {} },
  { type: 'object', dependencies: { a: ['b'] } },
  { type: 'object', patternProperties: { a: { type: 'string' } } },
  { type: 'string', id: 'x' },
  { type: 'array', items: { type: 'string' }, uniqueItems: true },
  { type: 'array', items: { type: 'string' }, additionalItems: true },
  { type: 'string', 'x-kubernetes-int-or-string': true },
  { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
  { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'string' }] },
  { type: 'object', 'x-kubernetes-embedded-resource': true },
  { type: 'string', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
  { type: 'string', 'x-kubernetes-preserve-unknown-fields': true },
  { type: 'object', 'x-kubernetes-preserve-unknown-fields': false },
  { 'x-kubernetes-preserve-unknown-fields': true },
  { type: 'array', 'x-kubernetes-list-type': 'nope', items: { type: 'string' } },
  { type: 'array', 'x-kubernetes-list-type': 'map', items: { type: 'string' } },
  { type: 'array', 'x-kubernetes-list-type': 'map', items: { type: 'object', properties: { a: { type: 'string' } } } },
  {
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['b'],
    items: { type: 'object', properties: { a: { type: 'string' } } },
  },
  {
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['a', 'a'],
    items: { type: 'object', required: ['a'], properties: { a: { type: 'string' } } },
  },
  {
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['a'],
    items: { type: 'object', properties: { a: { type: 'string' } } },
  },
  { type: 'array', 'x-kubernetes-list-map-keys': ['a'], items: { type: 'string' } },
  { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'object' } },
  { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'object', 'x-kubernetes-map-type': 'atomic' } },
  { type: 'object', 'x-kubernetes-list-type': 'set' },
  { type: 'object', 'x-kubernetes-map-type': 'nope' },
  { type: 'string', 'x-kubernetes-map-type': 'atomic' },
  { type: 'object', allOf: [{ type: 'object' }] },
  { type: 'object', anyOf: [{ properties: { a: { type: 'string' } } }] },
  { type: 'object', properties: { a: { type: 'string' } }, anyOf: [{ properties: { a: { default: 'x' } } }] },
  { type: 'object', properties: { a: { type: 'string' } }, oneOf: [{ properties: { b: {} } }] },
  { type: 'string', not: { nullable: true } },
  { type: 'string', not: { enum: ['x'] } },
  { type: 'integer', multipleOf: 0 },
  { type: 'integer', multipleOf: -1 },
  { type: 'integer', maximum: 1, minimum: 2 },
  { type: 'string', minLength: -1 },
  { type: 'string', maxLength: 1, minLength: 2 },
  { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 1 },
  { type: 'object', required: ['a', 'a'] },
  { type: 'object', required: [] },
  { type: 'integer', exclusiveMinimum: true },
  { type: 'string', description: 'd', title: 't', example: 'e', externalDocs: { url: 'x' } },
  { type: 'string', nope: 1 },
]

function badDefinitions(group: string): Case[] {
  const base = definition(`new.${group}`, 'boats', 'Boat')
  const path = `${crds}?dryRun=All`
  const at = (text: string): (string | number)[] =>
    text.split('.').map((name) => (/^\d+$/.test(name) ? Number(name) : name))
  const property = ['spec', 'versions', 0, 'schema', 'openAPIV3Schema', 'properties', 'spec', 'properties', 'tried']
  const values = badValues.flatMap(([place, others]) => others.map((value) => set(base, at(place), value)))
  const schemas = badSchemas.map((value) => set(base, property, value))
  const bodies = [...values, ...schemas]
  const cases: Case[] = []
  for (let from = 0; from < bodies.length; from += 20) {
    const steps = bodies.slice(from, from + 20).map((body) => ({ method: 'POST', path, body }))
    cases.push({ name: `bad ${from / 20}`, kind: 'crd', steps })
  }
  return cases
}

/** Contents of `spec`, good and bad. */
const specs: readonly unknown[] = [
  { name: 'abc' },
  {},
  { name: 'a' },
  { name: 'ABC' },
  { name: 'abcdefghi' },
  { name: 1 },
  { name: null },
  { name: 'abc', size: 0 },
  { name: 'abc', size: 11 },
  { name: 'abc', size: 1.5 },
  { name: 'abc', size: 'x' },
  { name: 'abc', size: null },
  { name: 'abc', exact: 0 },
  { name: 'abc', exact: 0.7 },
  { name: 'abc', exact: 1.5 },
  { name: 'abc', kind: 'x' },
  { name: 'abc', kind: '' },
  { name: 'abc', open: null },
  { name: 'abc', open: 'x' },
  { name: 'abc', port: 'x' },
  { name: 'abc', port: 1 },
  { name: 'abc', port: 1.5 },
  { name: 'abc', port: {} },
  { name: 'abc', tags: ['a', 'a'] },
  { name: 'abc', tags: ['a', 'b', 'c', 'd'] },
  { name: 'abc', tags: 'x' },
  { name: 'abc', tags: [1] },
  { name: 'abc', tags: null },
  { name: 'abc', crew: [{ id: 'a' }, { id: 'a' }] },
  { name: 'abc', crew: [{}] },
  {
    name: 'abc',
    crew: [
      { id: 'a', nope: 1 },
      { id: 'b', role: 'x' },
    ],
  },
  { name: 'abc', crew: [null] },
  { name: 'abc', extra: { any: { thing: [1] } } },
  { name: 'abc', extra: 'x' },
  { name: 'abc', labels: { a: 'b', c: 'd', e: 'f' } },
  { name: 'abc', labels: { a: 1 } },
  { name: 'abc', when: 'x' },
  { name: 'abc', when: '2026-01-02T03:04:05Z' },
  { name: 'abc', address: 'x' },
  { name: 'abc', address: '1.2.3.4' },
  { name: 'abc', data: '%%' },
  { name: 'abc', data: 'eA==' },
  { name: 'abc', atomic: { a: 'x', z: 1 } },
  { name: 'abc', nested: {} },
  { name: 'abc', nested: { deep: { value: 'x' } } },
  { name: 'abc', any: {} },
  { name: 'abc', any: { x: 1 } },
  { name: 'abc', any: { x: 'y' } },
  { name: 'abc', object: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' } } },
  { name: 'abc', object: { kind: 'Pod' } },
  {
    name: 'abc',
    object: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'Bad_Name', labels: { 'bad key': 'x' } }, spec: {} },
  },
  { name: 'abc', nope: 1 },
  null,
  'x',
  [],
  { name: 'x', size: 100, kind: 'y', tags: ['a', 'a'] },
]

function objects(group: string, namespace: string): Case {
  const head = { apiVersion: `${group}/v1`, kind: 'Boat' }
  const collection = `/apis/${group}/v1/namespaces/${namespace}/boats`
  const body = (spec: unknown, name = 's'): object => ({ ...head, metadata: { name }, spec })
  const path = `${collection}/s`
  const create = (spec: unknown, query: string): Step => ({
    method: 'POST',
    path: `${collection}${query}`,
    body: body(spec, 'new'),
  })
  const whole = {
    name: 'abc',
    size: 2,
    kind: 'sail',
    tags: ['a'],
    crew: [{ id: 'a' }],
    when: '2026-01-02T03:04:05Z',
    replicas: 1,
  }
  const apply = (manager: string, spec: unknown, query = ''): Step => ({
    method: 'PATCH',
    path: `${path}?fieldManager=${manager}${query}`,
    type: applyType,
    body: body(spec),
  })
  return {
    name: 'objects',
    kind: 'crd',
    steps: [
      ...['?dryRun=All', '?dryRun=All&fieldValidation=Strict', '?dryRun=All&fieldValidation=Warn'].flatMap((query) =>
        specs.map((spec) => create(spec, query)),
      ),
      { method: 'POST', path: collection, body: body(whole) },
      { method: 'GET', path },
      { method: 'GET', path: collection },
      { method: 'GET', path: collection, headers: { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' } },
      { method: 'GET', path, headers: { accept: 'application/yaml' } },
      { method: 'GET', path, headers: { accept: 'application/vnd.kubernetes.protobuf' } },
      { method: 'GET', path: `${collection}?fieldSelector=spec.kind%3Dsail` },
      { method: 'GET', path: `${collection}?fieldSelector=spec.size%3D2` },
      { method: 'GET', path: `${collection}?fieldSelector=metadata.name%3Ds` },
      ...specs.map((spec) => ({
        method: 'PUT',
        path: `${path}?dryRun=All`,
        body: {
          ...head,
          metadata: { name: 's', resourceVersion: `{{${specs.length * 3}.metadata.resourceVersion}}` },
          spec,
        },
      })),
      { method: 'PUT', path, body: body(whole) },
      { method: 'PATCH', path, body: { spec: { size: 4 } } },
      { method: 'PATCH', path, body: { spec: { size: 40 } } },
      { method: 'PATCH', path, body: { spec: { nope: 1 } } },
      { method: 'PATCH', path, type: 'application/strategic-merge-patch+json', body: { spec: { size: 4 } } },
      {
        method: 'PATCH',
        path,
        type: 'application/json-patch+json',
        body: [{ op: 'add', path: '/spec/tags/-', value: 'b' }],
      },
      apply('a', { name: 'abc', tags: ['x'] }),
      apply('b', { name: 'xyz' }),
      apply('b', { name: 'xyz' }, '&force=true'),
      apply('a', { name: 'abc', crew: [{ id: 'b', role: 'x' }] }, '&force=true'),
      apply('b', { crew: [{ id: 'a' }, { id: 'c' }], atomic: { a: 'x' } }),
      apply('a', { name: 'abc', atomic: { b: 'x' } }),
      apply('a', { name: 'abc', nope: 1 }),
      apply('a', { name: 'abc', size: 'x' }),
      apply('c', { name: 'abc', size: 100 }, '&force=true'),
      ...[{ phase: 'x' }, { replicas: 2, selector: 'a=b' }, { nope: 1 }, { phase: 1 }].flatMap((status) => [
        { method: 'PATCH', path: `${path}/status`, body: { status } },
        { method: 'PATCH', path, body: { status } },
      ]),
      { method: 'PUT', path: `${path}/status`, body: body(whole) },
      { method: 'GET', path: `${path}/scale` },
      { method: 'PATCH', path: `${path}/scale`, body: { spec: { replicas: 5 } } },
      { method: 'PATCH', path: `${path}/scale`, body: { spec: { replicas: -1 } } },
      {
        method: 'PUT',
        path: `${path}/scale`,
        body: { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 's' }, spec: { replicas: 2 } },
      },
      { method: 'GET', path: `${path}/nope` },
      { method: 'GET', path: `/apis/${group}/v1/namespaces/${namespace}/plains/s/status` },
      { method: 'GET', path: `/apis/${group}/v1/namespaces/${namespace}/plains/s/scale` },
      { method: 'POST', path: collection, body: { metadata: { name: 'x' }, spec: { name: 'abc' } } },
      { method: 'POST', path: collection, body: { ...head, kind: 'Plain', metadata: { name: 'x' } } },
      { method: 'POST', path: collection, body: { ...head, metadata: 'x' } },
      { method: 'POST', path: collection, body: '{' },
      {
        method: 'POST',
        path: collection,
        type: 'application/yaml',
        body: `apiVersion: ${group}/v1\nkind: Boat\nmetadata: {name: y}\nspec: {name: abc}\n`,
      },
      { method: 'GET', path: `/apis/${group}/v1/namespaces/${namespace}/none` },
      { method: 'DELETE', path: `${path}?dryRun=All` },
      { method: 'DELETE', path },
      { method: 'GET', path },
      { method: 'DELETE', path: collection },
    ],
  }
}

function versions(group: string, namespace: string): Case {
  const at = (version: string, name = ''): string => `/apis/${group}/${version}/namespaces/${namespace}/boats${name}`
  const body = (version: string, spec: object): object => ({
    apiVersion: `${group}/${version}`,
    kind: 'Boat',
    metadata: { name: 'v' },
    spec,
  })
  return {
    name: 'versions',
    kind: 'crd',
    steps: [
      { method: 'POST', path: at('v2'), body: body('v2', { name: 'Anything', later: 'y', unknown: 1 }) },
      { method: 'GET', path: at('v2', '/v') },
      { method: 'GET', path: at('v1', '/v') },
      { method: 'POST', path: at('v2'), body: body('v1', { name: 'abc' }) },
      { method: 'GET', path: at('v0') },
      { method: 'GET', path: `/apis/${group}/v0` },
      { method: 'GET', path: `/apis/${group}/v9` },
      { method: 'PUT', path: at('v1', '/v'), body: body('v1', { name: 'abc', size: 5 }) },
      { method: 'PATCH', path: at('v2', '/v'), body: { spec: { later: 'z' } } },
      {
        method: 'PATCH',
        path: `${at('v2', '/v')}?fieldManager=a&force=true`,
        type: applyType,
        body: body('v2', { name: 'abc' }),
      },
      {
        method: 'PATCH',
        path: `${at('v1', '/v')}?fieldManager=a&force=true`,
        type: applyType,
        body: body('v1', { name: 'abc', size: 6 }),
      },
      { method: 'GET', path: at('v1', '/v') },
      { method: 'GET', path: at('v2') },
      { method: 'DELETE', path: at('v2', '/v') },
    ],
  }
}

function published(group: string): Case {
  return {
    name: 'published',
    kind: 'crd',
    steps: [
      { method: 'GET', path: `/apis/${group}`, afterMs: 1500 },
      { method: 'GET', path: `/apis/${group}/v1`, parts: 'resources' },
      { method: 'GET', path: `/apis/${group}/v2`, parts: 'resources' },
      { method: 'GET', path: `/openapi/v3/apis/${group}/v1`, parts: 'schemas' },
      { method: 'GET', path: `/openapi/v3/apis/${group}/v2`, parts: 'schemas' },
      { method: 'GET', path: `/apis/apiregistration.k8s.io/v1/apiservices/v1.${group}` },
    ],
  }
}

function changes(group: string): Case {
  const path = `${crds}/plains.${group}`
  const patch = (body: unknown, query = '?dryRun=All'): Step => ({ method: 'PATCH', path: `${path}${query}`, body })
  return {
    name: 'changes',
    kind: 'crd',
    steps: [
      patch({ spec: { scope: 'Cluster' } }),
      patch({ spec: { group: 'other.example.com' } }),
      patch({ spec: { names: { kind: 'Other' } } }),
      patch({ spec: { names: { plural: 'others' } } }),
      patch({ spec: { names: { shortNames: ['pl'] } } }),
      patch({ spec: { versions: [] } }),
      patch({ spec: { conversion: { strategy: 'Nope' } } }),
      patch({ spec: { preserveUnknownFields: true } }),
      patch({ status: { storedVersions: [] } }),
      { method: 'PATCH', path: `${path}/status?dryRun=All`, body: { status: { storedVersions: [] } } },
      { method: 'PATCH', path: `${path}/status?dryRun=All`, body: { status: { storedVersions: ['nope'] } } },
      { method: 'PATCH', path: `${path}/status?dryRun=All`, body: { status: { conditions: [] } } },
      { method: 'DELETE', path: `${path}?dryRun=All` },
    ],
  }
}

/** Objects that were valid before their definition became stricter. */
function ratcheting(group: string, namespace: string): Case[] {
  const of = (rules: object): object => ({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `ratchets.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: 'ratchets', kind: 'Ratchet' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: {
              type: 'object',
              properties: {
                spec: {
                  type: 'object',
                  properties: {
                    a: { type: 'string', ...rules },
                    b: { type: 'string' },
                    list: { type: 'array', items: { type: 'string', ...rules } },
                    map: { type: 'object', additionalProperties: { type: 'integer', ...rules } },
                  },
                },
              },
            },
          },
        },
      ],
    },
  })
  const collection = `/apis/${group}/v1/namespaces/${namespace}/ratchets`
  const spec = { a: 'long value', b: 'x', list: ['long value', 'y'], map: { k: 100 } }
  const patch = (body: unknown): Step => ({ method: 'PATCH', path: `${collection}/r`, body: { spec: body } })
  return [
    {
      name: 'ratcheting',
      kind: 'crd',
      steps: [
        { method: 'POST', path: crds, body: of({}) },
        {
          method: 'POST',
          path: collection,
          afterMs: 4000,
          body: { apiVersion: `${group}/v1`, kind: 'Ratchet', metadata: { name: 'r' }, spec },
        },
        {
          method: 'PATCH',
          path: `${crds}/ratchets.${group}`,
          body: { spec: (of({ maxLength: 3, maximum: 5 }) as { spec: object }).spec },
        },
        { method: 'GET', path: `${collection}/r`, afterMs: 3000 },
        patch({ b: 'y' }),
        patch({ a: 'other long value' }),
        patch({ list: ['long value', 'z'] }),
        patch({ list: ['z', 'long value'] }),
        patch({ list: ['long value', 'another long one'] }),
        patch({ map: { k: 100, l: 1 } }),
        patch({ map: { l: 100 } }),
        patch({ a: 'abc' }),
        patch({ a: 'long value' }),
        { method: 'GET', path: `${collection}/r` },
        { method: 'DELETE', path: `${collection}/r` },
      ],
    },
  ]
}
