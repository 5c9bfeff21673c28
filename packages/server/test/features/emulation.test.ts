import { createTestServer } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { createMemoryStore } from '@pinnace/store/memory'
import { createServer } from '../../src/index.ts'
import { call, type Answer } from '../support/call.ts'

const options = { vocabulary: 'kubernetes', preset: 'testing' } as const
const policies = 'admissionregistration.k8s.io/v1 mutatingadmissionpolicies'
const devices = ['deviceclasses', 'resourceclaims', 'resourceclaimtemplates', 'resourceslices'].map(
  (resource) => `resource.k8s.io/v1 ${resource}`,
)

interface ResourceList {
  readonly groupVersion: string
  readonly resources: readonly { readonly name: string }[]
}

/** The resources of a server that emulates a release, as discovery lists them. */
async function resourcesOf(emulatedVersion: string): Promise<readonly string[]> {
  await using server = await createTestServer({ ...options, emulatedVersion })
  const { groups } = (await call(server, 'GET', '/apis')).json
  const versions: readonly string[] = groups.flatMap((group: { versions: readonly { groupVersion: string }[] }) =>
    group.versions.map(({ groupVersion }) => groupVersion),
  )
  const lists = await Promise.all(versions.map((version) => call(server, 'GET', `/apis/${version}`)))
  return lists.flatMap(({ json }) => {
    const { groupVersion, resources } = json as ResourceList
    return resources.filter(({ name }) => !name.includes('/')).map(({ name }) => `${groupVersion} ${name}`)
  })
}

describe('a server that emulates an older release', () => {
  it.each([
    ['1.35', [policies, 'admissionregistration.k8s.io/v1 mutatingadmissionpolicybindings']],
    ['1.34', [policies, 'admissionregistration.k8s.io/v1 mutatingadmissionpolicybindings']],
    [
      '1.33',
      [
        policies,
        'admissionregistration.k8s.io/v1 mutatingadmissionpolicybindings',
        ...devices,
        'storage.k8s.io/v1 volumeattributesclasses',
      ],
    ],
  ])('does not serve what came after %s', async (release, missing) => {
    const [all, emulated] = await Promise.all([resourcesOf('1.36'), resourcesOf(release)])
    expect(all.filter((resource) => !emulated.includes(resource)).sort()).toEqual([...missing].sort())
    expect(emulated.filter((resource) => !all.includes(resource))).toEqual([])
  })

  it('says so in its version, and has no group whose resources are all newer', async () => {
    await using server = await createTestServer({
      ...options,
      emulatedVersion: '1.33',
      minCompatibilityVersion: '1.33',
    })
    expect((await call(server, 'GET', '/version')).json).toMatchObject({
      minor: '36',
      emulationMajor: '1',
      emulationMinor: '33',
      minCompatibilityMajor: '1',
      minCompatibilityMinor: '33',
    })
    expect((await call(server, 'GET', '/statusz')).text).toContain('Binary version:  1.36\nEmulation version:  1.33\n')
    expect((await call(server, 'GET', '/apis/resource.k8s.io')).status).toBe(404)
    expect((await call(server, 'GET', '/apis/resource.k8s.io/v1/deviceclasses')).status).toBe(404)
    const watch = '/api/v1/pods?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan'
    expect((await call(server, 'GET', watch)).json.message).toContain('unless the WatchList feature gate is enabled')
  })

  it('refuses versions that it does not know, and a runtime configuration that needs a newer one', async () => {
    await expect(createServer({ ...options, emulatedVersion: '1.37' })).rejects.toThrow(
      'emulation version 1.37 is not between [1.33, 1.36.0]',
    )
    await expect(
      createServer({ ...options, emulatedVersion: '1.33', runtimeConfig: 'resource.k8s.io/v1=true' }),
    ).rejects.toThrow(
      'cannot enable version resource.k8s.io/v1 in runtime-config because all the resources have been introduced after the current version 1.33',
    )
    await using server = await createTestServer({
      ...options,
      emulatedVersion: '1.33',
      runtimeConfig: 'storage.k8s.io/v1,resource.k8s.io/v1=false',
    })
    expect((await call(server, 'GET', '/apis/storage.k8s.io/v1/volumeattributesclasses')).status).toBe(404)
  })
})

describe('expressions of a server that must be compatible with 1.33', () => {
  // The functions of lists came with 1.34.
  const newer = 'lists.range(2).size() == 2'
  const undeclared = "undeclared reference to 'lists' (in container '')"
  const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }
  const admission = '/apis/admissionregistration.k8s.io/v1'
  const objects: Readonly<Record<string, { readonly path: string; readonly body: (more?: string) => object }>> = {
    'a validating policy': {
      path: `${admission}/validatingadmissionpolicies`,
      body: (more) => ({
        metadata: { name: 'p' },
        spec: {
          matchConstraints: { resourceRules: [rule] },
          matchConditions: [{ name: 'c', expression: newer }],
          variables: [{ name: 'v', expression: newer }],
          validations: [{ expression: `${newer}${more ?? ''}`, messageExpression: `string(${newer})` }],
          auditAnnotations: [{ key: 'a', valueExpression: `string(${newer})` }],
        },
      }),
    },
    'a mutating policy': {
      path: `${admission}/mutatingadmissionpolicies`,
      body: (more) => ({
        metadata: { name: 'p' },
        spec: {
          reinvocationPolicy: 'Never',
          matchConstraints: { resourceRules: [rule] },
          mutations: [
            {
              patchType: 'JSONPatch',
              jsonPatch: { expression: `${newer}${more ?? ''} ? [JSONPatch{op: 'test', path: '/kind'}] : []` },
            },
          ],
        },
      }),
    },
    'a webhook': {
      path: `${admission}/validatingwebhookconfigurations`,
      body: (more) => ({
        metadata: { name: 'p' },
        webhooks: [
          {
            name: 'w.example.dev',
            clientConfig: { url: 'https://w.example.dev' },
            sideEffects: 'None',
            admissionReviewVersions: ['v1'],
            rules: [rule],
            matchConditions: [{ name: 'c', expression: `${newer}${more ?? ''}` }],
          },
        ],
      }),
    },
    'a device class': {
      path: '/apis/resource.k8s.io/v1/deviceclasses',
      body: (more) => ({
        metadata: { name: 'p' },
        spec: { selectors: [{ cel: { expression: `${newer}${more ?? ''}` } }] },
      }),
    },
    'a CRD': {
      path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
      body: (more) => ({
        metadata: { name: 'widgets.example.dev' },
        spec: {
          group: 'example.dev',
          scope: 'Namespaced',
          names: { plural: 'widgets', kind: 'Widget' },
          versions: [
            {
              name: 'v1',
              served: true,
              storage: true,
              schema: {
                openAPIV3Schema: {
                  type: 'object',
                  'x-kubernetes-validations': [{ rule: `${newer}${more ?? ''}` }],
                },
              },
            },
          ],
        },
      }),
    },
  }

  it.each(Object.keys(objects))(
    'cannot use the functions of 1.34 where %s is new, and can where it is stored',
    async (name) => {
      const { path, body } = objects[name]!
      const store = createMemoryStore()
      const newest = await createServer({ ...options, store })
      const created = await call(newest, 'POST', path, { body: body() })
      expect(created.status).toBe(201)
      const stored = `${path}/${created.json.metadata.name}`
      await newest.close()

      await using older = await createServer({ ...options, store, minCompatibilityVersion: '1.33' })
      const post = await call(older, 'POST', `${path}?dryRun=All`, { body: body(' && true') })
      expect(post.status).toBe(422)
      expect(post.json.message).toContain(undeclared)
      const change = async (more: string): Promise<Answer> => {
        const { json } = await call(older, 'GET', stored)
        const changed = { ...json, ...body(more), metadata: { ...json.metadata, labels: { changed: 'yes' } } }
        return call(older, 'PUT', stored, { body: changed })
      }
      expect((await change('')).status).toBe(200)
      const put = await change(' || false')
      expect(put.status).toBe(422)
      expect(put.json.message).toContain(undeclared)
    },
  )

  it('which is the release before the one that it emulates', async () => {
    const { path, body } = objects['a validating policy']!
    await using older = await createTestServer({ ...options, emulatedVersion: '1.34' })
    expect((await call(older, 'POST', path, { body: body() })).status).toBe(422)
    await using newer = await createTestServer({ ...options, emulatedVersion: '1.35' })
    expect((await call(newer, 'POST', path, { body: body() })).status).toBe(201)
  })
})

describe('fields and rules that came after the emulated release', () => {
  const driver = {
    metadata: { name: 'd' },
    spec: { tokenRequests: [{ audience: 'a' }], serviceAccountTokenInSecrets: true },
  }
  const pod = {
    metadata: { name: 'p' },
    spec: {
      hostnameOverride: 'other',
      containers: [
        {
          name: 'c',
          image: 'i',
          restartPolicy: 'Never',
          env: [{ name: 'A', valueFrom: { configMapKeyRef: { name: 'm', key: 'k' } } }],
        },
      ],
      initContainers: [{ name: 's', image: 'i', restartPolicy: 'Always' }],
    },
  }

  async function readBack(emulatedVersion: string): Promise<unknown> {
    await using server = await createTestServer({ ...options, emulatedVersion })
    const made = await call(server, 'POST', '/api/v1/namespaces/default/pods', { body: pod })
    const { spec } = made.json
    const csi = await call(server, 'POST', '/apis/storage.k8s.io/v1/csidrivers', { body: driver })
    return [
      spec.hostnameOverride,
      spec.containers[0].restartPolicy,
      spec.initContainers[0].restartPolicy,
      csi.json.spec.serviceAccountTokenInSecrets,
    ]
  }

  it.each([
    ['1.36', ['other', 'Never', 'Always', true]],
    ['1.35', ['other', 'Never', 'Always', true]],
    ['1.34', [undefined, undefined, 'Always', undefined]],
  ])('%s reads back %j', async (release, wanted) => {
    expect(await readBack(release)).toEqual(wanted)
  })

  it.each([
    ['1.36', 'deviceclasses', 'Yk2PTc1Ybxk='],
    ['1.34', 'deviceclasses', 'weQRMT6DeYM='],
  ])('%s advertises the version that it stores %s in', async (emulatedVersion, name, hash) => {
    await using server = await createTestServer({ ...options, emulatedVersion })
    const { resources } = (await call(server, 'GET', '/apis/resource.k8s.io/v1')).json
    const found = resources.find((resource: { name: string }) => resource.name === name)
    expect(found.storageVersionHash).toBe(hash)
  })
})
