import type { Area, Case, Step } from './case.ts'
import { embeddedDefaults, mixedVersions } from './mixed-versions.ts'
import { services } from './services.ts'
import { deleteNamespaces, makeNamespaces } from './namespaces.ts'

const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const applyType = 'application/apply-patch+yaml'

/** Values at the edge of what types allow, in custom resources and in objects of built-in kinds. */
export const corners: Area = {
  name: 'corners',
  title: 'values at the edge of what types allow',
  async stages({ prefix }) {
    const namespace = `${prefix}-corners`
    const group = `${prefix}.corners.example.com`
    return [
      makeNamespaces([namespace]),
      [makeDefinition(group, 'edges', 'Edge', edge)],
      [
        embedded(group, namespace),
        duplicates(group, namespace),
        numbers(group, namespace),
        patchedNumbers(namespace),
        scaled(group, namespace),
        ignoredStatus(group, namespace),
        bundles(prefix),
        services(namespace),
        mixedVersions(`m.${group}`, namespace),
        embeddedDefaults(group),
      ],
      [{ name: 'remove', steps: [{ method: 'DELETE', path: `${crds}/edges.${group}`, silent: true }] }],
      deleteNamespaces([namespace]),
    ]
  },
}

const any = { 'x-kubernetes-preserve-unknown-fields': true }
const embeddedObject = { type: 'object', 'x-kubernetes-embedded-resource': true, ...any }
const set = { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } }
const list = {
  type: 'array',
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['id'],
  items: { type: 'object', required: ['id'], properties: { id: { type: 'string' }, n: { type: 'integer' } } },
}

const edge = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        e: embeddedObject,
        es: { type: 'array', items: embeddedObject },
        em: { type: 'object', additionalProperties: embeddedObject },
        set,
        sets: { type: 'object', additionalProperties: set },
        list,
        lists: { type: 'object', additionalProperties: list },
        setsOfSets: { type: 'object', additionalProperties: { type: 'object', additionalProperties: set } },
        integer: { type: 'integer' },
        small: { type: 'integer', format: 'int32' },
        number: { type: 'number' },
        float: { type: 'number', format: 'float' },
        either: { 'x-kubernetes-int-or-string': true },
        any,
        replicas: { type: 'integer' },
      },
    },
    status: { type: 'object', properties: { replicas: { type: 'integer' }, phase: { type: 'string' } } },
  },
}

function makeDefinition(group: string, plural: string, kind: string, schema: object): Case {
  const path = `${crds}/${plural}.${group}`
  const subresources = {
    status: {},
    scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
  }
  const body = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural, kind },
      versions: [{ name: 'v1', served: true, storage: true, subresources, schema: { openAPIV3Schema: schema } }],
    },
  }
  return {
    name: `make ${plural}`,
    kind: 'crd',
    steps: [
      { method: 'POST', path: crds, body },
      { method: 'GET', path, afterMs: 3500, silent: true },
    ],
  }
}

/** Creates as dry runs, of objects with these texts as their spec. */
function tries(group: string, namespace: string, specs: readonly string[]): Step[] {
  const path = `/apis/${group}/v1/namespaces/${namespace}/edges`
  return specs.map((spec) => ({
    method: 'POST',
    path: `${path}?dryRun=All`,
    body: `{"apiVersion":"${group}/v1","kind":"Edge","metadata":{"name":"new"},"spec":${spec}}`,
  }))
}

function embedded(group: string, namespace: string): Case {
  const metas = ['"x"', '1', '[]', 'null', '{}', 'true', '{"name":1}', '{"labels":"x"}', '{"labels":{"a":1}}']
  const more = ['{"namespace":1}', '{"name":"x","nope":1}', '{"finalizers":"x"}', '{"creationTimestamp":"x"}']
  const further = ['{"ownerReferences":[{"kind":1}]}', '{"generation":"x"}', '{"managedFields":[1]}']
  const bodies = [
    ...[...metas, ...more, ...further].map((metadata) => `{"apiVersion":"v1","kind":"Pod","metadata":${metadata}}`),
    '{"apiVersion":1,"kind":"Pod"}',
    '{"apiVersion":"v1","kind":1}',
    '{"apiVersion":null,"kind":"Pod"}',
    '{"kind":"Pod"}',
    '{"apiVersion":"v1"}',
    '{"apiVersion":"","kind":""}',
    '{"apiVersion":"a/b/c","kind":"bad kind"}',
    '{}',
    'null',
  ]
  return {
    name: 'embedded objects',
    kind: 'crd',
    steps: tries(
      group,
      namespace,
      bodies.flatMap((body) => [
        `{"e":${body}}`,
        `{"es":[{"apiVersion":"v1","kind":"Pod"},${body}]}`,
        `{"em":{"k":${body}}}`,
      ]),
    ),
  }
}

function duplicates(group: string, namespace: string): Case {
  return {
    name: 'duplicates',
    kind: 'crd',
    steps: tries(group, namespace, [
      '{"set":["a","a"]}',
      '{"set":["a","a","a"]}',
      '{"set":["a","b","a","b"]}',
      '{"sets":{"k":["a","a"]}}',
      '{"sets":{"k.x/y":["a","a"]}}',
      '{"sets":{"k":["a","a"],"l":["b","b"]}}',
      '{"setsOfSets":{"k":{"l":["a","a"]}}}',
      '{"list":[{"id":"a"},{"id":"a"}]}',
      '{"list":[{"id":"a"},{"id":"a"},{"id":"a"}]}',
      '{"lists":{"k":[{"id":"a"},{"id":"a"}]}}',
      '{"lists":{"k":[{"id":"a","n":"x"},{"n":1}]}}',
      '{"lists":{"k":[1]}}',
      '{"em":{"k":{"apiVersion":"v1"}}}',
    ]),
  }
}

function numbers(group: string, namespace: string): Case {
  const values = ['1.0', '1e2', '-0.0', '1.5', '9223372036854775807', '9223372036854775808', '1e19']
  const more = ['-9223372036854775809', '2147483648', '3.5e38', '0.1', '1E2', '-0', '100000000000000000000']
  const fields = ['integer', 'small', 'number', 'float', 'either', 'any']
  const specs = [...values, ...more].flatMap((value) => fields.map((field) => `{"${field}":${value}}`))
  const pod = (value: string): Step => ({
    method: 'POST',
    path: `/api/v1/namespaces/${namespace}/pods?dryRun=All`,
    body: `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"n"},"spec":{"automountServiceAccountToken":false,"containers":[{"name":"c","image":"i","resources":{"limits":{"cpu":${value}}}}]}}`,
  })
  const replicas = (value: string): Step => ({
    method: 'POST',
    path: `/api/v1/namespaces/${namespace}/replicationcontrollers?dryRun=All`,
    body: `{"apiVersion":"v1","kind":"ReplicationController","metadata":{"name":"n"},"spec":{"replicas":${value},"selector":{"a":"b"},"template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}]}}}}`,
  })
  return {
    name: 'numbers',
    kind: 'crd',
    steps: [
      ...tries(group, namespace, specs),
      ...[...values, ...more].flatMap((value) => [pod(value), replicas(value)]),
    ],
  }
}

/** Numbers in patches of a built-in kind, whose results are text that is decoded, or are converted. */
function patchedNumbers(namespace: string): Case {
  const collection = `/api/v1/namespaces/${namespace}/replicationcontrollers`
  const path = `${collection}/patched`
  const strategic = 'application/strategic-merge-patch+json'
  const jsonPatch = 'application/json-patch+json'
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
  const made: Step = {
    method: 'POST',
    path: collection,
    body: { metadata: { name: 'patched' }, spec: { replicas: 1, selector: { a: 'b' }, template } },
  }
  const tried = ['1.0', '1e2', '-0.0', '1.5', '1E2', '-0'].flatMap((value): Step[] => {
    const merged = `{"spec":{"replicas":${value}}}`
    const replaced = `[{"op":"replace","path":"/spec/replicas","value":${value}}]`
    const tested = `[{"op":"test","path":"/spec/replicas","value":${value}}]`
    return [
      { method: 'PATCH', path: `${path}?dryRun=All`, body: merged },
      { method: 'PATCH', path: `${path}?dryRun=All`, body: merged, type: strategic },
      { method: 'PATCH', path: `${path}?dryRun=All`, body: replaced, type: jsonPatch },
      { method: 'PATCH', path: `${path}?dryRun=All`, body: tested, type: jsonPatch },
      { method: 'PATCH', path: `${path}/scale?dryRun=All`, body: merged },
      { method: 'PATCH', path: `${path}/scale?dryRun=All`, body: replaced, type: jsonPatch },
      {
        method: 'PUT',
        path: `${path}/scale?dryRun=All`,
        body: `{"metadata":{"name":"patched"},"spec":{"replicas":${value}}}`,
      },
      { method: 'DELETE', path: `${path}?dryRun=All`, body: `{"gracePeriodSeconds":${value}}` },
    ]
  })
  return { name: 'patched numbers', kind: 'replicationcontrollers', steps: [made, ...tried] }
}

function scaled(group: string, namespace: string): Case {
  const collection = `/apis/${group}/v1/namespaces/${namespace}/edges`
  const values = ['1', '1.5', '"x"', '-1', '3000000000', '{}']
  const make = (value: string, at: number): Step[] => [
    {
      method: 'POST',
      path: collection,
      body: `{"apiVersion":"${group}/v1","kind":"Edge","metadata":{"name":"s${at}"},"spec":{"replicas":${value}}}`,
    },
    { method: 'GET', path: `${collection}/s${at}/scale` },
    { method: 'PATCH', path: `${collection}/s${at}/scale`, body: { spec: { replicas: 2 } } },
    { method: 'DELETE', path: `${collection}/s${at}`, silent: true },
  ]
  const whole: Step = {
    method: 'POST',
    path: collection,
    body: `{"apiVersion":"${group}/v1","kind":"Edge","metadata":{"name":"whole"},"spec":{"replicas":1}}`,
  }
  const tried = [...values, '1.0', '1e2', '-0.0'].flatMap((value): Step[] => [
    { method: 'PATCH', path: `${collection}/whole?dryRun=All`, body: `{"spec":{"replicas":${value}}}` },
    ...(value === '1.5'
      ? []
      : [{ method: 'PATCH', path: `${collection}/whole/status?dryRun=All`, body: `{"status":{"replicas":${value}}}` }]),
    { method: 'PATCH', path: `${collection}/whole/scale?dryRun=All`, body: `{"spec":{"replicas":${value}}}` },
  ])
  return { name: 'scale', kind: 'crd', steps: [...values.flatMap(make), whole, ...tried] }
}

function ignoredStatus(group: string, namespace: string): Case {
  const collection = `/apis/${group}/v1/namespaces/${namespace}/edges`
  const path = `${collection}/i`
  const body = (status: unknown, replicas = 1): object => ({
    apiVersion: `${group}/v1`,
    kind: 'Edge',
    metadata: { name: 'i' },
    spec: { replicas },
    status,
  })
  return {
    name: 'ignored status',
    kind: 'crd',
    steps: [
      { method: 'POST', path: collection, body: body({ phase: 1 }) },
      { method: 'PUT', path: `${path}?fieldManager=one`, body: body({ phase: 1 }, 2) },
      { method: 'GET', path },
      { method: 'PUT', path: `${path}?fieldManager=two`, body: body({ phase: {} }, 3) },
      { method: 'PUT', path: `${path}?fieldManager=two`, body: body('x', 4) },
      { method: 'PATCH', path: `${path}?fieldManager=three`, body: { spec: { replicas: 5 }, status: { phase: 1 } } },
      { method: 'PATCH', path: `${path}?fieldManager=four&force=true`, type: applyType, body: body({ phase: 1 }, 6) },
    ],
  }
}

/** Webhooks with an empty CA bundle. */
function bundles(prefix: string): Case {
  const collection = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations'
  const name = `${prefix}-bundle`
  const webhook = (config: object): object => ({
    name: 'a.b.c',
    clientConfig: { url: 'https://a.b/c', ...config },
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    failurePolicy: 'Ignore',
  })
  const body = (config: object): object => ({
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    metadata: { name },
    webhooks: [webhook(config)],
  })
  const put = (config: object, query = ''): Step => ({
    method: 'PUT',
    path: `${collection}/${name}${query}`,
    body: body(config),
  })
  return {
    name: 'bundles',
    kind: 'validatingwebhookconfigurations',
    steps: [
      { method: 'POST', path: collection, body: body({ caBundle: '' }) },
      { method: 'GET', path: `${collection}/${name}` },
      put({}),
      put({ caBundle: '' }),
      put({ caBundle: null }),
      { method: 'GET', path: `${collection}/${name}`, headers: { accept: 'application/vnd.kubernetes.protobuf' } },
      put({ caBundle: '' }),
      put({ caBundle: '' }),
      {
        method: 'PATCH',
        path: `${collection}/${name}?fieldManager=a&force=true`,
        type: applyType,
        body: body({ caBundle: '' }),
      },
      { method: 'GET', path: `${collection}/${name}` },
      { method: 'DELETE', path: `${collection}/${name}` },
    ],
  }
}
