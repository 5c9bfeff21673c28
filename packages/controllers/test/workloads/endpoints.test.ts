import { kubernetesVocabulary } from '@pinnace/meta'
import type { Service } from '@pinnace/types/core-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { Endpoint, EndpointSlice } from '@pinnace/types/discovery-v1'
import { describe, expect, it } from 'vitest'
import { endpointSubsets } from '../../src/endpoint-slices/endpoint-subsets.ts'
import { planSlices } from '../../src/endpoint-slices/plan-slices.ts'
import {
  endpointGroups,
  hasManagedEndpoints,
  servicePods,
  servicePorts,
  type EndpointGroup,
} from '../../src/endpoint-slices/service-endpoints.ts'
import { createTriggerTimes, triggerAnnotations } from '../../src/endpoint-slices/trigger-times.ts'
import { namesOf, pod, type PodOptions } from './objects.ts'

function service(spec: Partial<NonNullable<Service['spec']>> = {}): Service {
  return {
    metadata: { name: 'web', namespace: 'default', uid: 'uid-web' },
    spec: { selector: { app: 'web' }, ports: [{ port: 80 }], ...spec },
  }
}

/** A ready pod with an address that the service selects. */
function member(name: string, ip: string, options: PodOptions = {}): Pod {
  const of = pod(name, { labels: { app: 'web' }, ready: true, node: 'n1', ...options })
  return { ...of, status: { ...of.status, podIP: ip } }
}

const noZone = (): undefined => undefined

describe('a service whose endpoints are managed', () => {
  it.each<[what: string, spec: Partial<NonNullable<Service['spec']>>, expected: boolean]>([
    ['has a selector', {}, true],
    ['has an empty selector', { selector: {} }, false],
    ['is an ExternalName', { type: 'ExternalName' }, false],
    ['is headless', { clusterIP: 'None' }, true],
  ])('%s: %s', (_, spec, expected) => {
    expect(hasManagedEndpoints(service(spec))).toBe(expected)
  })

  it('is not one without a spec', () => {
    expect(hasManagedEndpoints({ metadata: {} })).toBe(false)
  })
})

describe('the pods of a service', () => {
  it('are selected, have an address and are not finished', () => {
    const pods = [
      member('a', '10.0.0.1'),
      member('b', '10.0.0.2', { labels: { app: 'x' } }),
      member('c', ''),
      member('d', '10.0.0.4', { phase: 'Succeeded' }),
      member('e', '10.0.0.5', { phase: 'Failed' }),
      member('f', '10.0.0.6', { ready: false }),
      member('g', '10.0.0.7', { terminating: true }),
    ]
    expect(namesOf(servicePods(service(), pods))).toEqual(['a', 'f', 'g'])
  })
})

describe('the ports of a service', () => {
  type Container = NonNullable<Pod['spec']>['containers'][number]
  const named = (...ports: NonNullable<Container['ports']>): Pod =>
    member('a', '10.0.0.1', { spec: { containers: [{ name: 'x' }, { name: 'main', ports }] } })

  it.each<[what: string, port: object, of: Pod, expected: readonly object[]]>([
    ['its port without a target', { port: 80 }, named(), [{ name: '', protocol: 'TCP', port: 80 }]],
    ['its target', { port: 80, targetPort: 8080 }, named(), [{ name: '', protocol: 'TCP', port: 8080 }]],
    ['its port for target 0', { port: 80, targetPort: 0 }, named(), [{ name: '', protocol: 'TCP', port: 80 }]],
    [
      'the named port of a container',
      { name: 'http', port: 80, targetPort: 'web' },
      named({ name: 'web', containerPort: 9090 }),
      [{ name: 'http', protocol: 'TCP', port: 9090 }],
    ],
    ['none that the pod lacks', { port: 80, targetPort: 'web' }, named({ name: 'other', containerPort: 1 }), []],
    [
      'none of another protocol',
      { port: 80, targetPort: 'web', protocol: 'UDP' },
      named({ name: 'web', containerPort: 1 }),
      [],
    ],
    [
      'one of the same protocol',
      { port: 53, targetPort: 'dns', protocol: 'UDP' },
      named({ name: 'dns', containerPort: 1 }, { name: 'dns', containerPort: 2, protocol: 'UDP' }),
      [{ name: '', protocol: 'UDP', port: 2 }],
    ],
    [
      'its application protocol',
      { port: 80, appProtocol: 'http' },
      named(),
      [{ name: '', protocol: 'TCP', port: 80, appProtocol: 'http' }],
    ],
  ])('are %s', (_, port, of, expected) => {
    expect(servicePorts(service({ ports: [{ port: 1, ...port }] }), of)).toEqual(expected)
  })

  it('are named by sidecars, not by other init containers', () => {
    const ports = [{ name: 'web', containerPort: 7 }]
    const inSidecar = { initContainers: [{ name: 's', restartPolicy: 'Always', ports }] }
    const inInit = { initContainers: [{ name: 'i', ports }] }
    const wanted = service({ ports: [{ port: 80, targetPort: 'web' }] })
    expect(servicePorts(wanted, member('a', 'x', { spec: inSidecar }))).toMatchObject([{ port: 7 }])
    expect(servicePorts(wanted, member('a', 'x', { spec: inInit }))).toEqual([])
  })
})

describe('the endpoints of a service', () => {
  const endpointOf = (of: Pod, spec: Partial<NonNullable<Service['spec']>> = {}, zone?: string): Endpoint | undefined =>
    endpointGroups(service(spec), [of], () => zone)[0]?.endpoints[0]

  it.each<[what: string, of: Pod, publishNotReadyAddresses: boolean, conditions: object]>([
    ['ready', member('a', '10.0.0.1'), false, { ready: true, serving: true, terminating: false }],
    [
      'not ready',
      member('a', '10.0.0.1', { ready: false }),
      false,
      { ready: false, serving: false, terminating: false },
    ],
    [
      'terminating',
      member('a', '10.0.0.1', { terminating: true }),
      false,
      { ready: false, serving: true, terminating: true },
    ],
    [
      'not ready and published',
      member('a', '10.0.0.1', { ready: false }),
      true,
      { ready: true, serving: false, terminating: false },
    ],
    [
      'terminating and published',
      member('a', '10.0.0.1', { terminating: true }),
      true,
      { ready: true, serving: true, terminating: true },
    ],
  ])('of a pod that is %s', (_, of, publishNotReadyAddresses, conditions) => {
    expect(endpointOf(of, { publishNotReadyAddresses })?.conditions).toEqual(conditions)
  })

  it('name address, node, zone and pod', () => {
    expect(endpointOf(member('a', '10.0.0.1'), {}, 'z1')).toMatchObject({
      addresses: ['10.0.0.1'],
      nodeName: 'n1',
      zone: 'z1',
      targetRef: { kind: 'Pod', namespace: 'default', name: 'a', uid: 'uid-a' },
    })
    expect(Object.keys(endpointOf(member('a', '10.0.0.1', { node: '' })) ?? {})).toEqual([
      'addresses',
      'conditions',
      'targetRef',
    ])
  })

  it('have a host name when the pod has one in the subdomain of the service', () => {
    const spec = { hostname: 'a-0', subdomain: 'web' }
    expect(endpointOf(member('a', '10.0.0.1', { spec }))?.hostname).toBe('a-0')
    expect(endpointOf(member('a', '10.0.0.1', { spec: { ...spec, subdomain: 'other' } }))?.hostname).toBeUndefined()
  })

  it('are grouped by the ports that pods serve', () => {
    const at = (name: string, containerPort: number): Pod =>
      member(name, `10.0.0.${containerPort}`, {
        spec: { containers: [{ name: 'main', ports: [{ name: 'web', containerPort }] }] },
      })
    const groups = endpointGroups(
      service({ ports: [{ port: 80, targetPort: 'web' }] }),
      [at('a', 1), at('b', 2), at('c', 1)],
      noZone,
    )
    expect(groups.map(({ ports, endpoints }) => [ports[0]?.port, endpoints.length])).toEqual([
      [1, 2],
      [2, 1],
    ])
  })

  it('are grouped by address type, by the families of the service', () => {
    const dual = member('a', '10.0.0.1')
    const both = { ...dual, status: { ...dual.status, podIPs: [{ ip: '10.0.0.1' }, { ip: 'fd00::1' }] } }
    const groups = endpointGroups(service({ ipFamilies: ['IPv6', 'IPv4'] }), [both, member('b', '10.0.0.2')], noZone)
    expect(
      groups.map(({ addressType, endpoints }) => [addressType, endpoints.map(({ addresses }) => addresses[0])]),
    ).toEqual([
      ['IPv4', ['10.0.0.1', '10.0.0.2']],
      ['IPv6', ['fd00::1']],
    ])
  })

  it('are one empty group without pods', () => {
    expect(endpointGroups(service(), [], noZone)).toEqual([{ addressType: 'IPv4', ports: [], endpoints: [] }])
  })
})

describe('the subsets of Endpoints', () => {
  const target = (name: string): object => ({ kind: 'Pod', namespace: 'default', name, uid: `uid-${name}` })

  it('have ready and other addresses, sorted', () => {
    const pods = [
      member('b', '10.0.0.2'),
      member('a', '10.0.0.1'),
      member('d', '10.0.0.4', { ready: false }),
      member('c', '10.0.0.3', { ready: false }),
    ]
    expect(endpointSubsets(service({ ports: [{ name: 'http', port: 80 }] }), pods)).toEqual([
      {
        addresses: [
          { ip: '10.0.0.1', nodeName: 'n1', targetRef: target('a') },
          { ip: '10.0.0.2', nodeName: 'n1', targetRef: target('b') },
        ],
        notReadyAddresses: [
          { ip: '10.0.0.3', nodeName: 'n1', targetRef: target('c') },
          { ip: '10.0.0.4', nodeName: 'n1', targetRef: target('d') },
        ],
        ports: [{ name: 'http', port: 80, protocol: 'TCP' }],
      },
    ])
  })

  it('leave out an empty port name', () => {
    expect(endpointSubsets(service(), [member('a', '10.0.0.1')])[0]?.ports).toEqual([{ port: 80, protocol: 'TCP' }])
  })

  it('leave out terminating pods, unless all addresses are published', () => {
    const going = member('a', '10.0.0.1', { terminating: true, ready: false })
    expect(endpointSubsets(service(), [going])).toEqual([])
    expect(endpointSubsets(service({ publishNotReadyAddresses: true }), [going])).toMatchObject([
      { addresses: [{ ip: '10.0.0.1' }] },
    ])
  })

  it('leave out pods that serve none of the ports, unless the service has none', () => {
    const byName = service({ ports: [{ port: 80, targetPort: 'web' }] })
    expect(endpointSubsets(byName, [member('a', '10.0.0.1')])).toEqual([])
    expect(endpointSubsets(service({ ports: [] }), [member('a', '10.0.0.1')])).toEqual([
      { addresses: [{ ip: '10.0.0.1', nodeName: 'n1', targetRef: target('a') }] },
    ])
  })

  it('have host names of the subdomain', () => {
    const spec = { hostname: 'a-0', subdomain: 'web' }
    expect(endpointSubsets(service(), [member('a', '10.0.0.1', { spec })])[0]?.addresses?.[0]?.hostname).toBe('a-0')
  })
})

describe('the slices of a service', () => {
  const ports = [{ name: '', protocol: 'TCP', port: 80 }]
  const endpoint = (name: string, ready = true): Endpoint => ({
    addresses: [`ip-${name}`],
    conditions: { ready },
    targetRef: { kind: 'Pod', uid: name },
  })
  const group = (...names: readonly string[]): EndpointGroup => ({
    addressType: 'IPv4',
    ports,
    endpoints: names.map((name) => endpoint(name)),
  })
  const slice = (name: string, ...names: readonly string[]): EndpointSlice => ({
    metadata: { name },
    addressType: 'IPv4',
    ports,
    endpoints: names.map((one) => endpoint(one)),
  })
  const uids = (endpoints: readonly Endpoint[] = []): string => endpoints.map(({ targetRef }) => targetRef?.uid).join()
  const plan = (groups: readonly EndpointGroup[], slices: readonly EndpointSlice[], max = 3): unknown => {
    const { create, update, keep, remove } = planSlices(groups, slices, max)
    return {
      create: create.map(({ endpoints }) => uids(endpoints)),
      update: update.map(({ slice: of, endpoints }) => `${of.metadata.name} ${uids(endpoints)}`),
      keep: namesOf(keep),
      remove: namesOf(remove),
    }
  }
  const nothing = { create: [], update: [], keep: [], remove: [] }

  it.each<[what: string, groups: readonly EndpointGroup[], slices: readonly EndpointSlice[], expected: object]>([
    ['are created', [group('a', 'b')], [], { create: ['a,b'] }],
    ['are created of at most three endpoints', [group('a', 'b', 'c', 'd')], [], { create: ['a,b,c', 'd'] }],
    ['are kept when nothing changes', [group('a', 'b')], [slice('s', 'a', 'b')], { keep: ['s'] }],
    ['keep their order of endpoints', [group('b', 'a')], [slice('s', 'a', 'b')], { keep: ['s'] }],
    ['get new endpoints where there is room', [group('a', 'b')], [slice('s', 'a')], { update: ['s a,b'] }],
    ['lose endpoints', [group('a')], [slice('s', 'a', 'b')], { update: ['s a'] }],
    [
      'are left alone when full',
      [group('a', 'b', 'c', 'd')],
      [slice('s', 'a', 'b', 'c')],
      { keep: ['s'], create: ['d'] },
    ],
    ['are removed when empty', [group('a')], [slice('s', 'a'), slice('t', 'b')], { keep: ['s'], remove: ['t'] }],
    ['keep one that is empty without endpoints', [group()], [slice('s'), slice('t')], { keep: ['s'], remove: ['t'] }],
    ['become one empty slice without endpoints', [group()], [slice('s', 'a')], { update: ['s '] }],
    ['are one empty slice at the beginning', [group()], [], { create: [''] }],
    [
      'lose an endpoint that is in another slice too',
      [group('a')],
      [slice('s', 'a'), slice('t', 'a')],
      { keep: ['s'], remove: ['t'] },
    ],
    [
      'fill the first with room',
      [group('a', 'b', 'c')],
      [slice('s', 'a'), slice('t', 'b')],
      { update: ['s a,c'], keep: ['t'] },
    ],
    ['are removed when they have no group', [], [slice('s', 'a')], { remove: ['s'] }],
  ])('%s', (_, groups, slices, expected) => {
    expect(plan(groups, slices)).toEqual({ ...nothing, ...expected })
  })

  it('are updated when an endpoint changes its conditions', () => {
    const changed = { ...group('a'), endpoints: [endpoint('a', false)] }
    expect(plan([changed], [slice('s', 'a')])).toEqual({ ...nothing, update: ['s a'] })
  })

  it('belong to a group by ports and address type', () => {
    const other = { ...group('b'), ports: [{ name: '', protocol: 'TCP', port: 81 }] }
    const six = { ...slice('six', 'a'), addressType: 'IPv6' }
    expect(plan([group('a'), other], [slice('s', 'a'), six])).toEqual({
      create: ['b'],
      update: [],
      keep: ['s'],
      remove: ['six'],
    })
  })
})

describe('the time of the change that endpoints follow', () => {
  const created = '2030-01-01T11:00:00Z'
  const of = { ...service(), metadata: { ...service().metadata, creationTimestamp: created } }

  it('is that of the first change since the last time', () => {
    const times = createTriggerTimes()
    expect(times.next(of, [])).toBe(created)
    expect(times.next(of, [])).toBeUndefined()
    const pods = [
      member('a', '10.0.0.1', { readySince: '2030-01-01T11:30:00Z' }),
      member('b', '10.0.0.2', { readySince: '2030-01-01T11:20:00Z' }),
    ]
    expect(times.next(of, pods)).toBe('2030-01-01T11:20:00Z')
    expect(times.next(of, pods)).toBeUndefined()
    expect(times.next(of, [member('a', '10.0.0.1', { readySince: '2030-01-01T11:40:00Z' })])).toBe(
      '2030-01-01T11:40:00Z',
    )
    expect(times.next(of, [])).toBeUndefined()
    times.forget('default/web')
    expect(times.next(of, [])).toBe(created)
  })

  it('is an annotation of what is written, and removed by a write without one', () => {
    const key = 'endpoints.kubernetes.io/last-change-trigger-time'
    expect(triggerAnnotations(undefined, kubernetesVocabulary, undefined)).toBeUndefined()
    expect(triggerAnnotations({ a: 'b' }, kubernetesVocabulary, created)).toEqual({ a: 'b', [key]: created })
    expect(triggerAnnotations({ a: 'b', [key]: created }, kubernetesVocabulary, undefined)).toEqual({ a: 'b' })
  })
})
