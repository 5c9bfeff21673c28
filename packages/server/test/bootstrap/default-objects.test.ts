import { createFakeClock } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { call } from '../support/call.ts'

const serve = (options: object = {}): Promise<Server> =>
  createServer({ vocabulary: 'kubernetes', preset: 'testing', authorization: ['RBAC'], ...options })

async function read(server: Server, path: string) {
  return (await call(server, 'GET', path)).json
}

/** A server that allows reading everything. */
const open = (options: object = {}): Promise<Server> => serve({ authorization: ['AlwaysAllow', 'RBAC'], ...options })

interface Schema {
  readonly metadata: { readonly name: string }
  readonly spec: {
    readonly priorityLevelConfiguration: { readonly name: string }
    readonly matchingPrecedence: number
    readonly distinguisherMethod?: { readonly type: string }
  }
  readonly status: { readonly conditions: readonly [{ readonly status: string }] }
}

interface Shares {
  readonly nominalConcurrencyShares?: number
  readonly lendablePercent?: number
  readonly limitResponse?: { readonly queuing?: { readonly queues: number } }
}

interface Level {
  readonly metadata: { readonly name: string }
  readonly spec: { readonly type: string; readonly limited?: Shares; readonly exempt?: Shares }
}

const flowControl = '/apis/flowcontrol.apiserver.k8s.io/v1'

describe('the objects of a new server', () => {
  it('has the flow schemas of 1.36, each with its level and precedence', async () => {
    const { items } = await read(await open(), `${flowControl}/flowschemas`)
    const rows = items.map((item: Schema) => [
      item.metadata.name,
      item.spec.priorityLevelConfiguration.name,
      item.spec.matchingPrecedence,
      item.spec.distinguisherMethod?.type,
      item.status.conditions[0].status,
    ])
    expect(rows).toEqual([
      ['catch-all', 'catch-all', 10_000, 'ByUser', 'False'],
      ['exempt', 'exempt', 1, undefined, 'False'],
      ['global-default', 'global-default', 9900, 'ByUser', 'False'],
      ['kube-controller-manager', 'workload-high', 800, 'ByNamespace', 'False'],
      ['kube-scheduler', 'workload-high', 800, 'ByNamespace', 'False'],
      ['kube-system-service-accounts', 'workload-high', 900, 'ByNamespace', 'False'],
      ['probes', 'exempt', 2, undefined, 'False'],
      ['service-accounts', 'workload-low', 9000, 'ByUser', 'False'],
      ['system-leader-election', 'leader-election', 100, 'ByUser', 'False'],
      ['system-node-high', 'node-high', 400, 'ByUser', 'False'],
      ['system-nodes', 'system', 500, 'ByUser', 'False'],
    ])
  })

  it('has the priority levels of 1.36', async () => {
    const { items } = await read(await open(), `${flowControl}/prioritylevelconfigurations`)
    const rows = items.map(({ metadata, spec }: Level) => {
      const { nominalConcurrencyShares, lendablePercent, limitResponse } = spec.limited ?? spec.exempt ?? {}
      return [metadata.name, spec.type, nominalConcurrencyShares, lendablePercent, limitResponse?.queuing?.queues]
    })
    expect(rows).toEqual([
      ['catch-all', 'Limited', 5, 0, undefined],
      ['exempt', 'Exempt', 0, 0, undefined],
      ['global-default', 'Limited', 20, 50, 128],
      ['leader-election', 'Limited', 10, 0, 16],
      ['node-high', 'Limited', 40, 25, 64],
      ['system', 'Limited', 30, 33, 64],
      ['workload-high', 'Limited', 40, 50, 128],
      ['workload-low', 'Limited', 100, 90, 128],
    ])
  })

  it('has the service range, the address of its service, and the date since when it tracks legacy tokens', async () => {
    const server = await open({ clock: createFakeClock('2030-05-06T07:08:09Z'), serviceCidr: '10.0.0.0/16' })
    expect(await read(server, '/apis/networking.k8s.io/v1/servicecidrs/kubernetes')).toMatchObject({
      spec: { cidrs: ['10.0.0.0/16'] },
      status: {
        conditions: [
          { type: 'Ready', status: 'True', reason: '', message: 'Kubernetes default Service CIDR is ready' },
        ],
      },
    })
    expect(await read(server, '/apis/networking.k8s.io/v1/ipaddresses/10.0.0.1')).toMatchObject({
      metadata: {
        labels: {
          'ipaddress.kubernetes.io/ip-family': 'IPv4',
          'ipaddress.kubernetes.io/managed-by': 'ipallocator.k8s.io',
        },
      },
      spec: { parentRef: { resource: 'services', namespace: 'default', name: 'kubernetes' } },
    })
    const tracking = 'kube-apiserver-legacy-service-account-token-tracking'
    expect(await read(server, `/api/v1/namespaces/kube-system/configmaps/${tracking}`)).toMatchObject({
      data: { since: '2030-05-06' },
    })
  })

  it('has only objects of the kinds the host has selected, in the words of its vocabulary', async () => {
    const none = await serve({ builtInKinds: [], vocabulary: 'platform', authorization: ['AlwaysAllow'] })
    expect((await call(none, 'GET', '/apis/flowcontrol.apiserver.platform.io/v1/flowschemas')).status).toBe(404)
    const platform = await open({ vocabulary: 'platform' })
    const schemas = await read(platform, '/apis/flowcontrol.apiserver.platform.io/v1/flowschemas')
    expect(JSON.stringify(schemas)).not.toMatch(/kube|k8s/)
    expect(schemas.items[0].metadata.annotations).toEqual({ 'apf.platform.io/autoupdate-spec': 'true' })
  })

  it('keeps what is there at the next start', async () => {
    const first = await open()
    const path = `${flowControl}/prioritylevelconfigurations/system`
    const level = await read(first, path)
    level.spec.limited.nominalConcurrencyShares = 7
    expect((await call(first, 'PUT', path, { body: level })).status).toBe(200)
    expect((await read(first.fork(), path)).spec.limited.nominalConcurrencyShares).toBe(7)
  })
})

describe('managedFields of the objects of a new server', () => {
  const producer = 'api-priority-and-fairness-config-producer-v1'

  it.each([
    ['/api/v1/namespaces/default', 'kube-apiserver'],
    ['/api/v1/namespaces/default/services/kubernetes', 'kube-apiserver'],
    ['/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication', 'kube-apiserver'],
    ['/apis/apiregistration.k8s.io/v1/apiservices/v1.apps', 'kube-apiserver'],
    ['/apis/networking.k8s.io/v1/servicecidrs/kubernetes', 'kubernetes-service-cidr-controller kube-apiserver'],
    ['/apis/networking.k8s.io/v1/ipaddresses/10.96.0.1', 'kube-apiserver'],
    ['/apis/scheduling.k8s.io/v1/priorityclasses/system-node-critical', 'kube-apiserver'],
    ['/apis/rbac.authorization.k8s.io/v1/clusterroles/view', 'kube-apiserver'],
    [`${flowControl}/prioritylevelconfigurations/system`, producer],
    [`${flowControl}/flowschemas/exempt`, `api-priority-and-fairness-config-consumer-v1 ${producer}`],
  ])('%s belongs to %s', async (path, managers) => {
    const { metadata } = await read(await open(), path)
    expect(metadata.managedFields.map(({ manager }: { manager: string }) => manager).join(' ')).toBe(managers)
  })

  // Seeded objects are not compared with an empty one: their owners are computed from their shape.
  it.each([
    ['/apis/rbac.authorization.k8s.io/v1/clusterroles', 'cluster-admin'],
    ['/apis/rbac.authorization.k8s.io/v1/clusterroles', 'view'],
    ['/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', 'cluster-admin'],
    ['/apis/rbac.authorization.k8s.io/v1/namespaces/kube-system/roles', 'system:controller:token-cleaner'],
    ['/apis/rbac.authorization.k8s.io/v1/namespaces/kube-system/rolebindings', 'system:controller:token-cleaner'],
    [`${flowControl}/prioritylevelconfigurations`, 'catch-all'],
    [`${flowControl}/prioritylevelconfigurations`, 'system'],
    [`${flowControl}/flowschemas`, 'system-nodes'],
    ['/apis/networking.k8s.io/v1/servicecidrs', 'kubernetes'],
  ])('%s %s has the owners that a client would have after creating the same', async (path, name) => {
    const server = await open()
    const { metadata, status: _status, ...rest } = await read(server, `${path}/${name}`)
    const { labels, annotations, managedFields } = metadata
    const copy = { ...rest, metadata: { name: 'copy', labels, annotations } }
    const created = await call(server, 'POST', `${path}?fieldManager=x`, { body: copy })
    expect(created.status).toBe(201)
    const owned = managedFields.filter(({ operation }: { operation: string }) => operation === 'Update')
    expect(owned.map((entry: { fieldsV1: object }) => entry.fieldsV1)).toEqual([
      created.json.metadata.managedFields[0].fieldsV1,
    ])
  })
})
