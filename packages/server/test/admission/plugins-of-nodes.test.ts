import { describe, expect, it } from 'vitest'
import { createServer, type Server, type ServerOptions } from '../../src/index.ts'
import { call } from '../support/call.ts'

const pods = '/api/v1/namespaces/default/pods'
const start = (options: ServerOptions = {}): Promise<Server> =>
  createServer({ vocabulary: 'kubernetes', preset: 'testing', ...options })
const resources = (cpu: string): object => ({ resources: { requests: { cpu }, limits: { cpu: '9' } } })

describe('plugins about the node of a pod, on by default with the vocabulary of Kubernetes', () => {
  const patch = (server: Server, path: string, body: object): ReturnType<typeof call> =>
    call(server, 'PATCH', path, { body, headers: { 'content-type': 'application/strategic-merge-patch+json' } })
  const setUp = async (options?: ServerOptions): Promise<Server> => {
    const server = await start(options)
    const status = { allocatable: { cpu: '2' }, declaredFeatures: ['A'] }
    await call(server, 'POST', '/api/v1/nodes', { body: { metadata: { name: 'n' }, status } })
    const containers = [{ name: 'c', image: 'i', ...resources('1') }]
    const initContainers = [{ name: 'i', image: 'i', ...resources('1') }]
    for (const nodeName of ['n', 'none']) {
      const body = { metadata: { name: `on-${nodeName}` }, spec: { nodeName, containers, initContainers } }
      expect((await call(server, 'POST', pods, { body })).status).toBe(201)
    }
    return server
  }
  const resize = async (server: Server, node: string, cpu: string): Promise<readonly unknown[]> => {
    const containers = [{ name: 'c', ...resources(cpu) }]
    const { status, json } = await patch(server, `${pods}/on-${node}/resize`, { spec: { containers } })
    return [status, json.message, json.details?.causes]
  }
  const resizeInit = async (server: Server): Promise<readonly unknown[]> => {
    const initContainers = [{ name: 'i', ...resources('2') }]
    const { status, json } = await patch(server, `${pods}/on-n/resize`, { spec: { initContainers } })
    return [status, json.message]
  }

  it('refuse a resize that the node cannot make', async () => {
    const server = await setUp()
    const small = "node didn't have enough allocatable resources: cpu, requested: 3000, allocatable: 2000"
    expect(await resize(server, 'n', '3')).toEqual([
      403,
      `pods "on-n" is forbidden: ${small}`,
      [{ reason: 'NodeCapacity' }],
    ])
    expect(await resize(server, 'none', '2')).toEqual([
      403,
      'pods "on-none" is forbidden: node "none" not found',
      undefined,
    ])
    expect((await resize(server, 'n', '2'))[0]).toBe(200)
  })

  it('can be disabled', async () => {
    const server = await setUp({ admissionControl: { disable: ['PodResizeValidator'] } })
    expect((await resize(server, 'none', '3'))[0]).toBe(200)
  })

  it('refuse a change that needs a feature the node does not declare, since 1.36', async () => {
    const feature = 'InPlacePodVerticalScalingInitContainers'
    expect(await resizeInit(await setUp())).toEqual([
      403,
      `pods "on-n" is forbidden: pod update requires features ${feature} which are not available on node "n"`,
    ])
    expect((await resizeInit(await setUp({ featureGates: { NodeDeclaredFeatures: false } })))[0]).toBe(200)
  })

  it('are preceded by validation, which refused resizes of init containers before 1.36', async () => {
    const problem = 'Pod "on-n" is invalid: spec: Forbidden: resources for non-sidecar init containers are immutable'
    for (const emulatedVersion of ['1.35', '1.34']) {
      const server = await setUp({ emulatedVersion })
      expect(await resizeInit(server)).toEqual([422, problem])
      expect((await resize(server, 'n', '3'))[0]).toBe(403)
    }
    const off = { InPlacePodVerticalScalingInitContainers: false }
    expect(await resizeInit(await setUp({ featureGates: off }))).toEqual([422, problem])
  })

  it('keep the features that new nodes declare only with their gate', async () => {
    const declaredOf = async (server: Server): Promise<unknown> =>
      (await call(server, 'GET', '/api/v1/nodes/n')).json.status.declaredFeatures
    const declared = async (options?: ServerOptions): Promise<unknown> => declaredOf(await setUp(options))
    expect(await declared()).toEqual(['A'])
    expect(await declared({ emulatedVersion: '1.35' })).toBeUndefined()
    expect(await declared({ emulatedVersion: '1.35', featureGates: { NodeDeclaredFeatures: true } })).toEqual(['A'])
    // kube-apiserver keeps those of an update of the status.
    const older = await setUp({ emulatedVersion: '1.35' })
    await patch(older, '/api/v1/nodes/n/status', { status: { declaredFeatures: ['B'] } })
    expect(await declaredOf(older)).toEqual(['B'])
  })
})

describe('JobValidation over HTTP', () => {
  const jobs = '/apis/batch/v1/namespaces/default/jobs'
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } }
  const body = { metadata: { name: 'j' }, spec: { parallelism: 2, template } }
  const scale = async (server: Server): Promise<readonly unknown[]> => {
    const headers = { 'content-type': 'application/merge-patch+json' }
    const { status, json } = await call(server, 'PATCH', `${jobs}/j`, { body: { spec: { parallelism: 1 } }, headers })
    return [status, json.message]
  }

  it('refuses to change the parallelism of a job with a gang, and nothing where groups are not served', async () => {
    const server = await start({
      runtimeConfig: 'scheduling.k8s.io/v1alpha2=true',
      featureGates: { GenericWorkload: true },
    })
    const { json: job } = await call(server, 'POST', jobs, { body })
    const owner = { apiVersion: 'batch/v1', kind: 'Job', name: 'j', uid: job.metadata.uid, controller: true }
    const group = {
      metadata: { name: 'g', ownerReferences: [owner] },
      spec: { schedulingPolicy: { gang: { minCount: 2 } } },
    }
    const groups = '/apis/scheduling.k8s.io/v1alpha2/namespaces/default/podgroups'
    expect((await call(server, 'POST', groups, { body: group })).status).toBe(201)
    expect(await scale(server)).toEqual([
      403,
      'jobs.batch "j" is forbidden: cannot change parallelism for a Job referencing gang-scheduled PodGroup "g"',
    ])
    const older = await start({ emulatedVersion: '1.35', featureGates: { GenericWorkload: true } })
    await call(older, 'POST', jobs, { body })
    expect((await scale(older))[0]).toBe(200)
  })
})
