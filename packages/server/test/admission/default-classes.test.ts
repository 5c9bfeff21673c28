import { beforeEach, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { call, type Answer } from '../support/call.ts'

const claims = '/api/v1/namespaces/default/persistentvolumeclaims'
const classes = '/apis/storage.k8s.io/v1/storageclasses'
const ingresses = '/apis/networking.k8s.io/v1/namespaces/default/ingresses'
const mark = (kind: string): object => ({ [`${kind}.kubernetes.io/is-default-class`]: 'true' })
let server: Server

const post = (path: string, body: object): Promise<Answer> =>
  call(server, 'POST', path, { headers: { 'content-type': 'application/json' }, body })
const storageClass = (name: string): Promise<Answer> =>
  post(classes, { metadata: { name, annotations: mark('storageclass') }, provisioner: 'example.com/p' })
const claim = (name: string, spec: object = {}): Promise<Answer> =>
  post(claims, {
    metadata: { name },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
  })

beforeEach(async () => {
  server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
})

describe('a claim', () => {
  it('is of the default class and is protected', async () => {
    await storageClass('gold')
    const { json } = await claim('a')
    expect([json.spec.storageClassName, json.metadata.finalizers]).toEqual(['gold', ['kubernetes.io/pvc-protection']])
    expect((await claim('b', { storageClassName: '' })).json.spec.storageClassName).toBe('')
  })

  it('is of the first class by name where two defaults are of one second', async () => {
    await storageClass('lead')
    await storageClass('gold')
    expect((await claim('a')).json.spec.storageClassName).toBe('gold')
  })

  it('stays until nothing holds it any more', async () => {
    await claim('a')
    expect((await call(server, 'DELETE', `${claims}/a`)).json.metadata.deletionTimestamp).toBeDefined()
    expect((await call(server, 'GET', `${claims}/a`)).status).toBe(200)
    await call(server, 'PATCH', `${claims}/a`, {
      headers: { 'content-type': 'application/merge-patch+json' },
      body: { metadata: { finalizers: null } },
    })
    expect((await call(server, 'GET', `${claims}/a`)).status).toBe(404)
  })

  it('grows where it is bound and its class lets it', async () => {
    await storageClass('gold')
    await claim('a')
    const patch = (path: string, body: object): Promise<Answer> =>
      call(server, 'PATCH', path, { headers: { 'content-type': 'application/merge-patch+json' }, body })
    const grow = (): Promise<Answer> => patch(`${claims}/a`, { spec: { resources: { requests: { storage: '2Gi' } } } })
    await patch(`${claims}/a`, { spec: { volumeName: 'v' } })
    await patch(`${claims}/a/status`, { status: { phase: 'Bound', capacity: { storage: '1Gi' } } })
    expect((await grow()).json.message).toBe(
      'persistentvolumeclaims "a" is forbidden: only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize',
    )
    await patch(`${classes}/gold`, { allowVolumeExpansion: true })
    expect((await grow()).status).toBe(200)
  })
})

it('an ingress is of the default class', async () => {
  await post('/apis/networking.k8s.io/v1/ingressclasses', {
    metadata: { name: 'web', annotations: mark('ingressclass') },
    spec: { controller: 'example.com/c' },
  })
  const backend = { service: { name: 's', port: { number: 80 } } }
  const { json } = await post(ingresses, { metadata: { name: 'a' }, spec: { defaultBackend: backend } })
  expect(json.spec.ingressClassName).toBe('web')
})
