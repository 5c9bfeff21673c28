import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apply, jsonPatch, policyScene, type PolicyScene } from './policy-scene.ts'

const count = "Object{data: {'count': has(object.data.count) ? object.data.count + 'I' : 'I'}}"

/** The data of the object, or why it was rejected. */
async function changed(scene: PolicyScene, data?: object): Promise<unknown> {
  const { status, json } = await scene.create(data)
  return status === 201 ? json.data : [status, json.reason, json.message]
}

const denied = (message: string): readonly unknown[] => [
  403,
  'Invalid',
  `policy 'p' with binding 'p' denied request: ${message}`,
]

describe('a MutatingAdmissionPolicy', () => {
  let shared: PolicyScene
  beforeAll(async () => {
    shared = await policyScene()
  })
  afterAll(() => shared.server.close())

  it.each<[string, object, unknown]>([
    ['merges an object', apply("Object{data: {'b': object.data.a + '!'}}"), { a: '1', b: '1!' }],
    [
      'rejects a merged object that cannot be read',
      apply("Object{binaryData: {'x': 'not base64!'}}"),
      denied(
        'unable to convert unstructured object to /v1, Kind=ConfigMap: error decoding from json: illegal base64 data at input byte 3',
      ),
    ],
    [
      'ignores a merged object that cannot be read, where the failure policy says so',
      { failurePolicy: 'Ignore', ...apply("Object{binaryData: {'x': 'not base64!'}}") },
      { a: '1' },
    ],
    ['applies a JSON patch', jsonPatch("[JSONPatch{op: 'add', path: '/data/b', value: 'x'}]"), { a: '1', b: 'x' }],
    [
      'stops a patch whose test fails',
      jsonPatch("[JSONPatch{op: 'test', path: '/data/a', value: '2'}, JSONPatch{op: 'remove', path: '/data/a'}]"),
      { a: '1' },
    ],
    [
      'runs mutations one after the other',
      {
        mutations: [
          ...(apply("Object{data: {'b': 'x'}}") as { mutations: object[] }).mutations,
          ...(jsonPatch("[JSONPatch{op: 'copy', from: '/data/b', path: '/data/c'}]") as { mutations: object[] })
            .mutations,
        ],
      },
      { a: '1', b: 'x', c: 'x' },
    ],
    [
      'rejects types that are not named after their path',
      apply("Object{metadata: Object.spec{labels: {'x': 'y'}}}"),
      denied(
        'type mismatch: unexpected type name "Object.spec", expected "Object.metadata", which matches field name path from root Object type',
      ),
    ],
    [
      'rejects fields that the kind does not have',
      apply('Object{nothing: true}'),
      denied(
        'error applying patch: failed to convert patch object to typed object: .nothing: field not declared in schema',
      ),
    ],
    [
      'rejects null',
      apply('Object{data: null}'),
      denied(
        'error applying patch: failed to convert patch object to typed object: .data: expected map, got &{NULL_VALUE}',
      ),
    ],
    ['may ignore failures', apply("Object{data: {'x': object.data.none}}", { failurePolicy: 'Ignore' }), { a: '1' }],
    ['is not reinvoked unless it says so', apply(count), { a: '1', count: 'I' }],
    ['is reinvoked after a change', apply(count, { reinvocationPolicy: 'IfNeeded' }), { a: '1', count: 'II' }],
    ...(
      [
        [
          'another kind',
          '/kind',
          'Secret',
          'failed to convert object: converting (v1.Secret) to (core.ConfigMap): unknown conversion',
        ],
        [
          'no kind that is known',
          '/kind',
          'Nothing',
          'no kind "Nothing" is registered for version "v1" in scheme "pkg/runtime/scheme.go:111"',
        ],
        [
          'another version',
          '/apiVersion',
          'apps/v1',
          'no kind "ConfigMap" is registered for version "apps/v1" in scheme "pkg/runtime/scheme.go:111"',
        ],
      ] as const
    ).map(([what, path, value, message]): [string, object, unknown] => [
      `may set ${what}, which is refused`,
      jsonPatch(`[JSONPatch{op: 'replace', path: '${path}', value: '${value}'}]`),
      [500, 'InternalError', `Internal error occurred: ${message}`],
    ]),
    [
      'may remove the kind, which stays',
      jsonPatch("[JSONPatch{op: 'remove', path: '/kind'}, JSONPatch{op: 'remove', path: '/apiVersion'}]"),
      { a: '1' },
    ],
    [
      'may set another namespace, which is refused',
      jsonPatch("[JSONPatch{op: 'replace', path: '/metadata/namespace', value: 'other'}]"),
      [400, 'BadRequest', 'the namespace of the provided object does not match the namespace sent on the request'],
    ],
    ['may remove the namespace, which stays', apply("Object{metadata: Object.metadata{namespace: ''}}"), { a: '1' }],
    [
      'rejects fields that a JSON patch adds and the kind does not have',
      jsonPatch("[JSONPatch{op: 'add', path: '/nothing', value: 1}]"),
      [500, 'InternalError', 'Internal error occurred: strict decoding error: unknown field "nothing"'],
    ],
  ])('%s', async (_, spec, expected) => {
    await shared.mutating('p', spec)
    expect(await changed(shared)).toEqual(expected)
    await shared.remove('mutating', 'p')
  })

  it('does not change what merges as a whole', async () => {
    const scene = await policyScene()
    await scene.mutating('p', {
      matchConstraints: {
        resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
      },
      ...apply("Object{spec: Object.spec{containers: [Object.spec.containers{name: 'c', command: ['x']}]}}"),
    })
    const { json } = await scene.post('/api/v1/namespaces/default/pods?dryRun=All', {
      metadata: { name: 'p' },
      spec: { containers: [{ name: 'c', image: 'i' }] },
    })
    expect(json.message).toBe(
      "policy 'p' with binding 'p' denied request: error applying patch: invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: .spec.containers[0].command",
    )
    await scene.server.close()
  })

  it('adds an item without its key, which the kind refuses', async () => {
    const scene = await policyScene()
    const rules = (resource: string): object => ({
      matchConstraints: {
        resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: [resource] }],
      },
    })
    await scene.mutating('p', {
      ...rules('pods'),
      ...apply("Object{spec: Object.spec{containers: [Object.spec.containers{image: 'x'}]}}"),
    })
    const pod = await scene.post('/api/v1/namespaces/default/pods?dryRun=All', {
      metadata: { name: 'p' },
      spec: { containers: [{ name: 'c', image: 'i' }] },
    })
    expect(pod.json.message).toBe('Pod "p" is invalid: spec.containers[1].name: Required value')
    await scene.mutating('s', {
      ...rules('services'),
      ...apply("Object{spec: Object.spec{ports: [Object.spec.ports{name: 'x'}]}}"),
    })
    const service = await scene.post('/api/v1/namespaces/default/services?dryRun=All', {
      metadata: { name: 's' },
      spec: { ports: [{ port: 80 }] },
    })
    expect(service.json.message).toBe(
      'Service "s" is invalid: [spec.ports[0].name: Required value, spec.ports[1].port: Invalid value: 0: must be between 1 and 65535, inclusive, spec.ports[1].targetPort: Invalid value: 0: must be between 1 and 65535, inclusive]',
    )
    await scene.server.close()
  })

  it('reports every failure as a cause', async () => {
    const scene = await policyScene()
    const broken = "Object{data: {'x': object.data.none}}"
    await scene.mutating('p', apply(broken))
    await scene.mutating('q', { paramKind: { apiVersion: 'v1', kind: 'Nothing' }, ...apply('Object{}') })
    const { json } = await scene.create()
    expect(json.details.causes).toEqual([
      {
        message:
          'policy "q" denied request: failed to configure policy: failed to find resource referenced by paramKind: \'/v1, Kind=Nothing\'',
      },
      {
        message: `policy 'p' with binding 'p' denied request: expression '${broken}' resulted in error: no such key: none`,
      },
    ])
    await scene.server.close()
  })

  it('changes custom resources', async () => {
    const scene = await policyScene()
    const schema = {
      openAPIV3Schema: {
        type: 'object',
        properties: {
          spec: {
            type: 'object',
            properties: { size: { type: 'integer' }, tags: { type: 'array', items: { type: 'string' } } },
          },
        },
      },
    }
    await scene.post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
      metadata: { name: 'widgets.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Cluster',
        names: { plural: 'widgets', kind: 'Widget' },
        versions: [{ name: 'v1', served: true, storage: true, schema }],
      },
    })
    const matchConstraints = {
      resourceRules: [{ apiGroups: ['example.com'], apiVersions: ['v1'], operations: ['*'], resources: ['widgets'] }],
    }
    await scene.mutating('p', {
      matchConstraints: { resourceRules: [{ ...matchConstraints.resourceRules[0], operations: ['CREATE'] }] },
      ...apply('Object{spec: Object.spec{size: has(object.spec.size) ? object.spec.size : 3}}'),
    })
    const create = async (spec: object): Promise<unknown> => {
      const { status, json } = await scene.post('/apis/example.com/v1/widgets?dryRun=All', {
        apiVersion: 'example.com/v1',
        kind: 'Widget',
        metadata: { name: 'w' },
        spec,
      })
      return status === 201 ? json.spec : status
    }
    await expect.poll(() => create({})).toEqual({ size: 3 })
    expect(await create({ size: 7, tags: ['a'] })).toEqual({ size: 7, tags: ['a'] })
    await scene.server.close()
  })
})
