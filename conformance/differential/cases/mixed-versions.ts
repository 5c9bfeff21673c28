import type { Case, Step } from './case.ts'

const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const text = { type: 'string' }
const object = (properties: object, more: object = {}): object => ({ type: 'object', properties, ...more })
const map = object({}, { additionalProperties: text })
const any = object({}, { 'x-kubernetes-preserve-unknown-fields': true })
const list = {
  type: 'array',
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['id'],
  items: object({ id: text, v: text }, { required: ['id'] }),
}

function definition(group: string, versions: Readonly<Record<string, object>>): object {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `mixes.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: 'mixes', kind: 'Mix' },
      versions: Object.entries(versions).map(([name, openAPIV3Schema], index) => ({
        name,
        served: true,
        storage: index === 0,
        schema: { openAPIV3Schema },
      })),
    },
  }
}

const fields = object({ map, any, list, d: { ...text, default: 'dd' }, r: text })

/** Applies of one object at two versions, and schemas of the members that every object has. */
export function mixedVersions(group: string, namespace: string): Case {
  const path = (version: string, name: string): string =>
    `/apis/${group}/${version}/namespaces/${namespace}/mixes/${name}`
  let count = 0
  const sequence = (...applies: readonly (readonly [string, string, unknown])[]): Step[] => {
    const name = `m${count++}`
    return [
      ...applies.map(([manager, version, spec]): Step => ({
        method: 'PATCH',
        path: `${path(version, name)}?fieldManager=${manager}`,
        type: 'application/apply-patch+yaml',
        body: { apiVersion: `${group}/${version}`, kind: 'Mix', metadata: { name }, spec },
      })),
      { method: 'GET', path: path('v1', name) },
      { method: 'DELETE', path: path('v1', name), silent: true },
    ]
  }
  const values = [null, { b: null }, { b: 'x' }, {}, [1], 'x']
  const pairs = values.flatMap((one) => values.filter((two) => two !== one).map((two) => [one, two] as const))
  const patched = (version: string): Step => ({
    method: 'PATCH',
    path: path(version, 'typed'),
    body: { spec: { r: 'x' } },
  })
  const typed = object({ spec: fields, apiVersion: { ...text, pattern: '/v1$' } })
  const items = [{ id: 'a', v: 'x' }, { id: 'b' }]
  return {
    name: 'mixed versions',
    kind: 'crd',
    steps: [
      {
        method: 'POST',
        path: crds,
        body: definition(group, { v1: object({ spec: fields }), v2: object({ spec: fields }) }),
      },
      { method: 'GET', path: `${crds}/mixes.${group}`, afterMs: 3500, silent: true },
      ...sequence(['one', 'v1', { map: { k: 'v' } }], ['two', 'v2', { map: {} }], ['one', 'v1', undefined]),
      ...sequence(['one', 'v1', { map: { k: 'v' } }], ['two', 'v2', { map: { l: 'w' } }], ['one', 'v1', undefined]),
      ...sequence(['one', 'v1', { d: 'x', r: 'r' }], ['two', 'v2', { r: 'r' }], ['one', 'v1', { r: 'r' }]),
      ...sequence(['one', 'v1', { d: 'x', r: 'r' }], ['two', 'v2', { r: 'r' }], ['one', 'v2', { r: 'r' }]),
      ...sequence(['one', 'v1', { list: items }], ['two', 'v2', { list: [{ id: 'a' }] }], ['one', 'v1', undefined]),
      ...sequence(['one', 'v1', { list: items }], ['two', 'v2', { list: [{ id: 'a' }] }], ['one', 'v2', { list: [] }]),
      ...pairs.flatMap(([a, b]) => sequence(['one', 'v1', { any: { a } }], ['two', 'v1', { any: { a: b } }])),
      {
        method: 'POST',
        path: `/apis/${group}/v1/namespaces/${namespace}/mixes`,
        body: { apiVersion: `${group}/v1`, kind: 'Mix', metadata: { name: 'typed' } },
      },
      {
        method: 'PATCH',
        path: `${crds}/mixes.${group}`,
        body: { spec: (definition(group, { v1: typed, v2: typed }) as { spec: object }).spec },
      },
      { method: 'GET', path: `${crds}/mixes.${group}`, afterMs: 3500, silent: true },
      patched('v1'),
      patched('v2'),
      { method: 'DELETE', path: `${crds}/mixes.${group}`, silent: true },
    ],
  }
}

/** Defaults of what objects within objects say they are, and of their metadata. */
export function embeddedDefaults(group: string): Case {
  const within = (properties: object, more: object = {}): object =>
    object({ spec: object(properties, { 'x-kubernetes-embedded-resource': true, ...more }) })
  const open = { 'x-kubernetes-preserve-unknown-fields': true }
  const given = (value: unknown): object => ({ ...text, default: value })
  const schemas = [
    ...['%', '', 'Kind'].map((kind) => within({ kind: given(kind) })),
    ...['%', 'a/b/c'].map((apiVersion) => within({ apiVersion: given(apiVersion) })),
    ...['name', 'generateName', 'namespace'].map((name) => within({ metadata: object({ [name]: given('%') }) })),
    ...[{ name: '%' }, { name: 5 }, { labels: { 'bad key': 'x' } }, { name: 'ok', nope: 'x' }].map((value) =>
      within({ metadata: object({ name: text, labels: map }, { default: value }) }),
    ),
    within({ metadata: object({ labels: { ...map, default: { a: 'bad value!' } } }) }),
    within({ metadata: object({ labels: object({ a: given('bad value!') }) }) }),
    within({ metadata: object({ finalizers: { type: 'array', items: text, default: ['a b'] } }) }),
    within({ metadata: object({ name: { ...given('ok'), maxLength: 1 } }) }),
    ...[{ name: 'x' }, { name: '%' }].map((value) => object({ metadata: { type: 'object', default: value } })),
    object({ metadata: object({ name: given('%') }) }),
    object({ kind: given('%') }),
    object({ apiVersion: given('%') }),
    ...[{ apiVersion: 'a/b/c', kind: '%', metadata: { name: '%' } }, { metadata: { name: 5 } }].map((value) =>
      within({}, { ...open, default: value }),
    ),
    within({ inner: object({ kind: given('%') }, { 'x-kubernetes-embedded-resource': true }) }),
  ]
  return {
    name: 'defaults of embedded objects',
    kind: 'crd',
    steps: schemas.map((v1) => ({
      method: 'POST',
      path: `${crds}?dryRun=All`,
      body: definition(`e.${group}`, { v1 }),
    })),
  }
}
