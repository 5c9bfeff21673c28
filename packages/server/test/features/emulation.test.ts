import { createTestServer } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { createServer } from '../../src/index.ts'
import { call } from '../support/call.ts'

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
