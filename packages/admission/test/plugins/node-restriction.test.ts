import type { ApiObject, Mutable, UserInfo } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import type { AdmissionAttributes, Operation } from '../../src/index.ts'
import { nodeRestriction } from '../../src/plugins/node-restriction/node-restriction.ts'
import { mastersRequest, nodeRequest } from '../support/certificate-requests.ts'
import { judgeOf, type Situation, type Stored } from '../support/judge.ts'

const n1: UserInfo = { username: 'system:node:n1', groups: ['system:nodes'], extra: {} }
type Request = Partial<AdmissionAttributes>

const asked = (
  operation: Operation,
  resource: string,
  object: object | undefined,
  over: Request & { readonly group?: string } = {},
): Request => {
  const { group = '', ...rest } = over
  const own = { metadata: { name: 'a', namespace: 'default' }, ...object } as Mutable<ApiObject>
  return {
    operation,
    resource: { group, version: 'v1', resource },
    user: n1,
    object: operation === 'DELETE' ? undefined : own,
    oldObject: operation === 'CREATE' ? undefined : own,
    ...rest,
  }
}
const stored = (resource: string, object: object, group = ''): Stored => ({
  group,
  resource,
  object: { metadata: { name: 'a', namespace: 'default', uid: 'u' }, ...object } as ApiObject,
})
const refusalOf = async (request: Request, situation: Situation = {}): Promise<string | undefined> =>
  (await (await judgeOf(nodeRestriction, { allows: () => false, ...situation })).judge(request)).refusal?.message

const cluster = (name: string, over: object = {}): object => ({ metadata: { name, ...over } })
const node = (over: object = {}, metadata: object = {}): object => ({ metadata: { name: 'n1', ...metadata }, ...over })
const named = (name: string): Request => ({ name, namespace: '' })

type Case = readonly [what: string, request: Request, situation: Situation, message: string | undefined]
/** Every case is a test. */
const judged = (cases: readonly Case[]): void =>
  it.each(cases)('%s', async (_what, request, situation, message) => {
    expect(await refusalOf(request, situation)).toBe(message)
  })

describe('the identity of a node', () => {
  judged([
    ['anybody else', asked('UPDATE', 'pods', {}, { user: { ...n1, username: 'bob' } }), {}, undefined],
    ['a node’s name without its group', asked('UPDATE', 'pods', {}, { user: { ...n1, groups: [] } }), {}, undefined],
    [
      'a node without a name',
      asked('CREATE', 'configmaps', {}, { user: { ...n1, username: 'system:node:' } }),
      {},
      'configmaps "a" is forbidden: could not determine node from user "system:node:"',
    ],
    ['a node, for an unrestricted resource', asked('CREATE', 'configmaps', {}), {}, undefined],
  ])
})

describe('mirror pods', () => {
  const owner = { apiVersion: 'v1', kind: 'Node', name: 'n1', uid: 'u1', controller: true }
  const mirror = (spec: object = {}, metadata: object = {}): Request =>
    asked('CREATE', 'pods', {
      metadata: {
        name: 'a',
        namespace: 'default',
        annotations: { 'kubernetes.io/config.mirror': 'x' },
        ownerReferences: [owner],
        ...metadata,
      },
      spec: { nodeName: 'n1', containers: [{ name: 'c' }], ...spec },
    })
  const owned = (...references: object[]): Request => mirror({}, { ownerReferences: references })
  const known: Situation = { stored: [stored('nodes', cluster('n1', { uid: 'u1' }))] }
  const volume = (source: object): Request => mirror({ volumes: [{ name: 'v', ...source }] })
  const cannot = (what: string): string => `pods "a" is forbidden: node "n1" can not create pods that reference ${what}`
  const can = (how: string): string => `pods "a" is forbidden: node "n1" can only create pods with ${how}`

  judged([
    ['are a node’s to create', mirror(), known, undefined],
    ['may mount what is not stored', volume({ hostPath: { path: '/' } }), known, undefined],
    ['may know of themselves', volume({ projected: { sources: [{ downwardAPI: {} }] } }), known, undefined],
    [
      'are the only ones',
      mirror({}, { annotations: {} }),
      known,
      'pods "a" is forbidden: pod does not have "kubernetes.io/config.mirror" annotation, node "n1" can only create mirror pods',
    ],
    ['are on that node', mirror({ nodeName: 'n2' }), known, can('spec.nodeName set to itself')],
    ['have an owner', owned(), known, can('an owner reference set to itself')],
    ['have one owner', owned(owner, owner), known, can('a single owner reference set to itself')],
    ['have that node as owner', owned({ ...owner, name: 'n2' }), known, can('an owner reference set to itself')],
    [
      'have it as controller',
      owned({ ...owner, controller: false }),
      known,
      can('a controller owner reference set to itself'),
    ],
    [
      'do not block it',
      owned({ ...owner, blockOwnerDeletion: true }),
      known,
      'pods "a" is forbidden: node "n1" must not set blockOwnerDeletion on an owner reference',
    ],
    [
      'have the node that is there',
      owned({ ...owner, uid: 'u2' }),
      known,
      'pods "a" is forbidden: node n1 UID mismatch: expected u2 got u1',
    ],
    ['have a node that is there', mirror(), {}, 'node "n1" not found'],
    ['have no account', mirror({ serviceAccountName: 's' }), known, cannot('serviceaccounts')],
    ['have no secrets', mirror({ imagePullSecrets: [{ name: 's' }] }), known, cannot('secrets')],
    [
      'have no config maps',
      mirror({ containers: [{ name: 'c', envFrom: [{ configMapRef: { name: 'm' } }] }] }),
      known,
      cannot('configmaps'),
    ],
    ['have no devices', mirror({ resourceClaims: [{ name: 'r' }] }), known, cannot('resourceclaims')],
    ['have no claims', volume({ persistentVolumeClaim: { claimName: 'p' } }), known, cannot('persistentvolumeclaims')],
    [
      'have no claims made for them',
      volume({ ephemeral: {} }),
      known,
      cannot('persistentvolumeclaims (via ephemeral volumes)'),
    ],
    ['have no drivers', volume({ csi: { driver: 'd' } }), known, cannot('csidrivers (via CSI volumes)')],
    [
      'have no tokens',
      volume({ projected: { sources: [{ serviceAccountToken: { path: 't' } }] } }),
      known,
      cannot('serviceaccounts (via projected volumes)'),
    ],
    [
      'have no trust bundles',
      volume({ projected: { sources: [{ clusterTrustBundle: { path: 't' } }] } }),
      known,
      cannot('clustertrustbundles'),
    ],
  ])
})

describe('pods', () => {
  const mine: Situation = { stored: [stored('pods', { spec: { nodeName: 'n1' } })] }
  const other: Situation = { stored: [stored('pods', { spec: { nodeName: 'n2' } })] }
  const on = (nodeName: string, over: object = {}): object => ({ spec: { nodeName }, ...over })
  const status = (next: object, live: object): Request =>
    asked('UPDATE', 'pods', next, { subresource: 'status', oldObject: asked('CREATE', 'pods', live).object })
  const labelled = { metadata: { name: 'a', labels: { a: 'b' } } }

  judged([
    ['of its own it deletes', asked('DELETE', 'pods', {}), mine, undefined],
    [
      'of others it does not delete',
      asked('DELETE', 'pods', {}),
      other,
      'pods "a" is forbidden: node "n1" can only delete pods with spec.nodeName set to itself',
    ],
    ['that are gone it does not delete', asked('DELETE', 'pods', {}), {}, 'pod "a" not found'],
    [
      'it does not update',
      asked('UPDATE', 'pods', on('n1')),
      mine,
      'pods "a" is forbidden: unexpected operation "UPDATE", node "n1" can only create and delete mirror pods',
    ],
    ['of its own it says how they are', status(on('n1', { status: { phase: 'Running' } }), on('n1')), {}, undefined],
    [
      'of others it does not say',
      status(on('n1'), on('n2')),
      {},
      'pods "a" is forbidden: node "n1" can only update pod status for pods with spec.nodeName set to itself',
    ],
    [
      'keep their labels',
      status(on('n1', labelled), on('n1')),
      {},
      'pods "a" is forbidden: node "n1" cannot update labels through pod status',
    ],
    [
      'keep their claims',
      status(on('n1', { status: { resourceClaimStatuses: [{ name: 'r', resourceClaimName: 'c' }] } }), on('n1')),
      {},
      'pods "a" is forbidden: node "n1" cannot update resource claim statues',
    ],
    [
      'keep the claim made for them',
      status(on('n1', { status: { extendedResourceClaimStatus: { resourceClaimName: 'c' } } }), on('n1')),
      {},
      'pods "a" is forbidden: node "n1" cannot update extended resource claim status',
    ],
    [
      'have no status that is deleted',
      asked('DELETE', 'pods', on('n1'), { subresource: 'status' }),
      mine,
      'pods "a" is forbidden: unexpected operation "DELETE"',
    ],
    ['of its own it evicts', asked('CREATE', 'pods', {}, { subresource: 'eviction' }), mine, undefined],
    ['by the name in the body', asked('CREATE', 'pods', {}, { subresource: 'eviction', name: '' }), mine, undefined],
    [
      'of others it does not evict',
      asked('CREATE', 'pods', {}, { subresource: 'eviction' }),
      other,
      'pods "a" is forbidden: node n1 can only evict pods with spec.nodeName set to itself',
    ],
    [
      'without a name it does not evict',
      asked('CREATE', 'pods', { metadata: {} }, { subresource: 'eviction', name: '' }),
      mine,
      'pods "Unknown" is forbidden: could not determine pod from request data',
    ],
    [
      'it does not bind',
      asked('CREATE', 'pods', {}, { subresource: 'binding' }),
      mine,
      `pods "a" is forbidden: unexpected pod subresource "binding", only 'status' and 'eviction' are allowed`,
    ],
  ])
})

describe('the own node of a node', () => {
  const create = (over: object, metadata: object = {}): Request =>
    asked('CREATE', 'nodes', node(over, metadata), named('n1'))
  const update = (next: object, live: object, name = 'n1'): Request =>
    asked('UPDATE', 'nodes', next, { ...named(name), oldObject: live as ApiObject })
  const labels = (...keys: string[]): object => ({ labels: Object.fromEntries(keys.map((key) => [key, 'x'])) })
  const config = { configSource: { configMap: { name: 'c' } } }
  const taint = { key: 'k', effect: 'NoSchedule' }
  const not = (what: string): string => `nodes "n1" is forbidden: node "n1" is not allowed to ${what}`

  judged([
    ['it creates', create({}), {}, undefined],
    [
      'may have labels of its own',
      create(
        {},
        labels(
          'example.com/x',
          'kubernetes.io/hostname',
          'kubernetes.io/os',
          'beta.kubernetes.io/arch',
          'topology.kubernetes.io/zone',
          'node.kubernetes.io/instance-type',
          'node.kubernetes.io/x',
          'sub.kubelet.kubernetes.io/x',
        ),
      ),
      {},
      undefined,
    ],
    [
      'is not another',
      update(cluster('n2'), cluster('n2'), 'n2'),
      {},
      'nodes "n2" is forbidden: node "n1" is not allowed to modify node "n2"',
    ],
    [
      'is created without a source of settings',
      create({ spec: config }),
      {},
      not('create pods with a non-nil configSource'),
    ],
    [
      'is created without labels that are not its own',
      create({}, labels('z.node-restriction.kubernetes.io/x', 'kubernetes.io/x', 'a.k8s.io/x', 'node.kubernetes.io/x')),
      {},
      not('set the following labels: a.k8s.io/x, kubernetes.io/x, z.node-restriction.kubernetes.io/x'),
    ],
    ['may lose its source of settings', update(node(), node({ spec: config })), {}, undefined],
    ['keeps it', update(node({ spec: config }), node({ spec: config })), {}, undefined],
    [
      'gets no other',
      update(node({ spec: config }), node()),
      {},
      not('update configSource to a new non-nil configSource'),
    ],
    ['keeps its taints', update(node({ spec: {} }), node({ spec: { taints: [taint] } })), {}, not('modify taints')],
    [
      'keeps its owners',
      update(node({}, { ownerReferences: [{ uid: 'x' }] }), node()),
      {},
      not('modify ownerReferences'),
    ],
    [
      'keeps labels that are not its own',
      update(node(), node({}, labels('node-restriction.kubernetes.io/x'))),
      {},
      'nodes "n1" is forbidden: is not allowed to modify labels: node-restriction.kubernetes.io/x',
    ],
    [
      'may have had some before',
      update(node({}, labels('kubernetes.io/x', 'y')), node({}, labels('kubernetes.io/x'))),
      {},
      undefined,
    ],
    ['may be deleted', asked('DELETE', 'nodes', node(), named('n1')), {}, undefined],
  ])
})

describe('claims', () => {
  const status = (next: object, live: object = {}): Request =>
    asked('UPDATE', 'persistentvolumeclaims', next, {
      subresource: 'status',
      oldObject: asked('CREATE', 'pods', live).object,
    })
  const only =
    'persistentvolumeclaims "a" is forbidden: node "n1" is not allowed to update fields other than status.quantity and status.conditions'

  judged([
    [
      'may have grown',
      status({
        metadata: { name: 'a', namespace: 'default', resourceVersion: '7', managedFields: [] },
        status: {
          capacity: { storage: '2Gi' },
          conditions: [{ type: 'Resizing', status: 'True' }],
          allocatedResources: { storage: '2Gi' },
          allocatedResourceStatuses: { storage: 'x' },
        },
      }),
      {},
      undefined,
    ],
    ['are not bound by nodes', status({ status: { phase: 'Bound' } }), {}, `${only}: status.phase`],
    [
      'are not labelled',
      status({ metadata: { name: 'a', namespace: 'default', labels: { a: 'b' } } }),
      {},
      `${only}: metadata.labels`,
    ],
    [
      'are not written otherwise',
      asked('UPDATE', 'persistentvolumeclaims', {}),
      {},
      'persistentvolumeclaims "a" is forbidden: may only update PVC status',
    ],
    [
      'are not made',
      asked('CREATE', 'persistentvolumeclaims', {}, { subresource: 'status' }),
      {},
      'persistentvolumeclaims "a" is forbidden: unexpected operation "CREATE"',
    ],
  ])
})

describe('tokens', () => {
  const bound = { apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'u' }
  const token = (over: object = {}): Request =>
    asked(
      'CREATE',
      'serviceaccounts',
      { spec: { boundObjectRef: bound, audiences: [], ...over } },
      { name: 's', subresource: 'token' },
    )
  const pod = (volumes: readonly object[], nodeName = 'n1'): Stored => stored('pods', { spec: { nodeName, volumes } })
  const mounted = (audience?: string): object => ({
    name: 'v',
    projected: { sources: [{ serviceAccountToken: { path: 't', ...(audience === undefined ? {} : { audience }) } }] },
  })
  const driver = (name: string): Stored =>
    stored('csidrivers', { metadata: { name }, spec: { tokenRequests: [{ audience: 'x' }] } }, 'storage.k8s.io')
  const claim = (name: string): Stored =>
    stored('persistentvolumeclaims', { metadata: { name, namespace: 'default' }, spec: { volumeName: 'pv' } })
  const volume = (source: object): Stored => stored('persistentvolumes', { metadata: { name: 'pv' }, spec: source })
  const ofX = token({ audiences: ['x'] })
  const refused = (why: string): string => `serviceaccounts "s" is forbidden: ${why}`
  const unused = refused(
    'audience "x" not found in pod spec volume, system:node:n1 is not authorized to request tokens for this audience',
  )
  const invalid = (why: string): string => refused(`error validating audience "x": ${why}`)
  const uses = (...all: Stored[]): Situation => ({ stored: all })
  const claimed = { name: 'v', persistentVolumeClaim: { claimName: 'c' } }

  judged([
    ['are for a pod on it that mounts one', token(), uses(pod([mounted()])), undefined],
    ['are bound', token({ boundObjectRef: undefined }), {}, refused('node requested token not bound to a pod')],
    [
      'are bound to a pod',
      token({ boundObjectRef: { ...bound, kind: 'Secret' } }),
      {},
      refused('node requested token not bound to a pod'),
    ],
    [
      'are bound to one pod',
      token({ boundObjectRef: { ...bound, uid: undefined } }),
      {},
      refused('node requested token with a pod binding without a uid'),
    ],
    ['are bound to a pod that is there', token(), {}, 'pod "a" not found'],
    [
      'are bound to the pod that is there',
      token({ boundObjectRef: { ...bound, uid: 'u2' } }),
      uses(pod([])),
      refused(
        'the UID in the bound object reference (u2) does not match the UID in record. The object might have been deleted and then recreated',
      ),
    ],
    [
      'are for pods on it',
      token(),
      uses(pod([], 'n2')),
      refused('node requested token bound to a pod scheduled on a different node'),
    ],
    [
      'are for one audience',
      token({ audiences: ['x', 'y'] }),
      uses(pod([])),
      refused('node may only request 0 or 1 audiences'),
    ],
    ['are for an audience a token is mounted for', ofX, uses(pod([mounted(), mounted('x')])), undefined],
    ['are not for one that none is mounted for', ofX, uses(pod([mounted('y')])), unused],
    [
      'are for one the node may ask for',
      ofX,
      {
        ...uses(pod([])),
        allows: ({ verb, resource, name, namespace }) =>
          `${verb} ${resource} ${name} ${namespace}` === 'request-serviceaccounts-token-audience x s default',
      },
      undefined,
    ],
    ['are for one a driver asks for', ofX, uses(pod([{ name: 'v', csi: { driver: 'd' } }]), driver('d')), undefined],
    [
      'are not for one a driver does not ask for',
      token({ audiences: ['y'] }),
      uses(pod([{ name: 'v', csi: { driver: 'd' } }]), driver('d')),
      refused(
        'audience "y" not found in pod spec volume, system:node:n1 is not authorized to request tokens for this audience',
      ),
    ],
    [
      'are not where the driver is not known',
      ofX,
      uses(pod([{ name: 'v', csi: { driver: 'd' } }])),
      invalid('csidriver.storage.k8s.io "d" not found'),
    ],
    [
      'are for one the driver of a claim asks for',
      ofX,
      uses(pod([claimed]), claim('c'), volume({ csi: { driver: 'd' } }), driver('d')),
      undefined,
    ],
    ['are not where the claim is not known', ofX, uses(pod([claimed])), invalid('persistentvolumeclaim "c" not found')],
    [
      'are not where the volume is not known',
      ofX,
      uses(pod([claimed]), claim('c')),
      invalid('persistentvolume "pv" not found'),
    ],
    [
      'are where a claim is not known and another driver asks',
      ofX,
      uses(pod([claimed, { name: 'w', csi: { driver: 'd' } }]), driver('d')),
      undefined,
    ],
    [
      'are for one the driver of a claim made for the pod asks for',
      ofX,
      uses(
        pod([{ name: 'v', ephemeral: { volumeClaimTemplate: {} } }]),
        claim('a-v'),
        volume({ csi: { driver: 'd' } }),
        driver('d'),
      ),
      undefined,
    ],
    [
      'are for one a driver asks for that has taken over the kind of volume',
      ofX,
      uses(pod([{ name: 'v', azureFile: { shareName: 's' } }]), driver('file.csi.azure.com')),
      undefined,
    ],
    ['are all it is asked about of accounts', asked('UPDATE', 'serviceaccounts', {}), {}, undefined],
  ])
})

describe('objects named after a node', () => {
  const lease = (operation: Operation, name: string, namespace = 'kube-node-lease'): Request =>
    asked(operation, 'leases', { metadata: { name } }, { group: 'coordination.k8s.io', name, namespace })
  const driver = (operation: Operation, name: string): Request =>
    asked(operation, 'csinodes', { metadata: { name } }, { group: 'storage.k8s.io', ...named(name) })
  const slice = (operation: Operation, nodeName: string): Request =>
    asked(operation, 'resourceslices', { spec: { nodeName } }, { group: 'resource.k8s.io', ...named('a') })
  const request = (signerName: string, pem: string, operation: Operation = 'CREATE'): Request =>
    asked(
      operation,
      'certificatesigningrequests',
      { spec: { signerName, request: pem } },
      { group: 'certificates.k8s.io', ...named('a') },
    )
  const serving = 'kubernetes.io/kubelet-serving'
  const others = 'can only access node lease with the same name as the requesting node'
  const csi =
    'csinodes.storage.k8s.io "n2" is forbidden: can only access CSINode with the same name as the requesting node'
  const csr = 'certificatesigningrequests.certificates.k8s.io "a" is forbidden:'

  judged([
    ['a lease', lease('CREATE', 'n1'), {}, undefined],
    [
      'the lease of another, made',
      lease('CREATE', 'n2'),
      {},
      `leases.coordination.k8s.io "n2" is forbidden: ${others}`,
    ],
    ['the lease of another', lease('DELETE', 'n2'), {}, `leases.coordination.k8s.io "n2" is forbidden: ${others}`],
    [
      'a lease elsewhere',
      lease('UPDATE', 'n1', 'default'),
      {},
      'leases.coordination.k8s.io "n1" is forbidden: can only access leases in the "kube-node-lease" system namespace',
    ],
    ['its drivers', driver('CREATE', 'n1'), {}, undefined],
    ['the drivers of another, made', driver('CREATE', 'n2'), {}, csi],
    ['the drivers of another', driver('UPDATE', 'n2'), {}, csi],
    ['its slice', slice('CREATE', 'n1'), {}, undefined],
    [
      'the slice of another, made',
      slice('CREATE', 'n2'),
      {},
      'resourceslices.resource.k8s.io "a" is forbidden: can only create ResourceSlice with the same NodeName as the requesting node',
    ],
    [
      'the slice of another, deleted',
      slice('DELETE', 'n2'),
      {},
      'resourceslices.resource.k8s.io "a" is forbidden: can only delete ResourceSlice with the same NodeName as the requesting node',
    ],
    ['a slice that is updated, which the authorizer has judged', slice('UPDATE', 'n2'), {}, undefined],
    ['its certificate', request(serving, nodeRequest), {}, undefined],
    ['a certificate of another signer', request('example.com/x', mastersRequest), {}, undefined],
    [
      'a certificate of another',
      request('kubernetes.io/kube-apiserver-client-kubelet', mastersRequest),
      {},
      `${csr} can only create a node CSR with CN=system:node:n1`,
    ],
    [
      'an invalid certificate request',
      request(serving, 'eA=='),
      {},
      `${csr} unable to parse csr: PEM block type must be CERTIFICATE REQUEST`,
    ],
    ['a request that is there', request(serving, mastersRequest, 'UPDATE'), {}, undefined],
  ])
})
