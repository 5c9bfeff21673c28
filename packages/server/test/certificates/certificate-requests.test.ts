// Certificate signing requests through the whole line: who asked, who decided, who issued.
import { Buffer } from 'node:buffer'
import { formatPem } from '@pinnace/x509'
import { createFakeClock } from '@pinnace/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { call, openWatch, type Answer } from '../support/call.ts'
import { someRequest } from '../support/certificate-request.ts'

const path = '/apis/certificates.k8s.io/v1/certificatesigningrequests'
const group = 'certificates.k8s.io'
const signerName = 'example.com/x'
const now = '2030-01-01T00:00:00Z'

let server: Server

beforeEach(async () => {
  server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', clock: createFakeClock(now) })
})

const made = (spec: object = {}): object => ({
  apiVersion: `${group}/v1`,
  kind: 'CertificateSigningRequest',
  metadata: { name: 'r' },
  spec: { request: someRequest, signerName, usages: ['client auth'], ...spec },
})

const create = async (spec: object = {}): Promise<Answer['json']> => {
  const { status, json } = await call(server, 'POST', path, { body: made(spec) })
  expect(status).toBe(201)
  return json
}

const approved = { type: 'Approved', status: 'True', reason: 'Sure', message: 'known to us' }
const dated = { ...approved, lastUpdateTime: now, lastTransitionTime: now }

const patchTypes = {
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  json: 'application/json-patch+json',
  apply: 'application/apply-patch+yaml',
} as const

const patch = (view: string, type: keyof typeof patchTypes, body: unknown, query = ''): Promise<Answer> =>
  call(server, 'PATCH', `${path}/r/${view}${query}`, { body, headers: { 'Content-Type': patchTypes[type] } })

describe('a certificate signing request', () => {
  it('records who asked, with uid, groups and extra', async () => {
    const headers = {
      'Impersonate-User': 'jane',
      'Impersonate-Uid': 'u-1',
      'Impersonate-Group': 'devs',
      'Impersonate-Extra-Team': 'blue',
    }
    const { status, json } = await call(server, 'POST', path, { body: made({ username: 'root' }), headers })
    expect(status).toBe(201)
    expect(json.spec).toEqual({
      request: someRequest,
      signerName,
      usages: ['client auth'],
      username: 'jane',
      uid: 'u-1',
      groups: ['devs', 'system:authenticated'],
      extra: { team: ['blue'] },
    })
    expect(json.status).toEqual({})
  })

  it('is refused with everything that is wrong with it', async () => {
    const body = made({ request: 'AAAA', signerName: 'kubernetes.io/legacy-unknown', usages: [], expirationSeconds: 1 })
    const { status, json } = await call(server, 'POST', path, { body })
    expect(status).toBe(422)
    expect(json.message).toBe(
      `CertificateSigningRequest.${group} "r" is invalid: [spec.request: Invalid value: "AAAA": PEM block type must be CERTIFICATE REQUEST, spec.usages: Required value, spec.signerName: Invalid value: "kubernetes.io/legacy-unknown": the legacy signerName is not allowed via this API version, spec.expirationSeconds: Invalid value: 1: may not specify a duration less than 600 seconds (10 minutes)]`,
    )
    expect(json.details.causes.map(({ reason, field }: Record<string, string>) => [field, reason])).toEqual([
      ['spec.request', 'FieldValueInvalid'],
      ['spec.usages', 'FieldValueRequired'],
      ['spec.signerName', 'FieldValueInvalid'],
      ['spec.expirationSeconds', 'FieldValueInvalid'],
    ])
  })

  it('does not change but for its metadata', async () => {
    const object = await create()
    const body = { ...object, metadata: { ...object.metadata, labels: { a: 'b' } }, status: { conditions: [approved] } }
    body.spec = { ...body.spec, usages: ['any'], username: 'root' }
    const { status, json } = await call(server, 'PUT', `${path}/r`, { body })
    expect(status).toBe(200)
    expect(json.metadata.labels).toEqual({ a: 'b' })
    expect(json.spec).toEqual(object.spec)
    expect(json.status).toEqual({})
  })

  it.each<[type: keyof typeof patchTypes, body: unknown, query: string]>([
    ['merge', { status: { conditions: [approved] } }, ''],
    ['strategic', { status: { conditions: [approved] } }, ''],
    ['json', [{ op: 'add', path: '/status/conditions', value: [approved] }], ''],
    [
      'apply',
      { apiVersion: `${group}/v1`, kind: 'CertificateSigningRequest', status: { conditions: [approved] } },
      '?fieldManager=approver',
    ],
  ])('is approved by a patch: %s', async (type, body, query) => {
    await create()
    const { status, json } = await patch('approval', type, body, query)
    expect(status).toBe(200)
    expect(json.status).toEqual({ conditions: [dated] })
    expect((await call(server, 'GET', `${path}/r/approval`)).json.status).toEqual({ conditions: [dated] })
  })

  it('is not approved by a dry run', async () => {
    const object = await create()
    const body = { ...object, status: { conditions: [approved] } }
    const dry = await call(server, 'PUT', `${path}/r/approval?dryRun=All`, { body })
    expect(dry.json.status).toEqual({ conditions: [dated] })
    expect((await call(server, 'GET', `${path}/r`)).json.status).toEqual({})
  })

  it('is not approved through its status, and not signed through its approval', async () => {
    const object = await create()
    const body = { ...object, status: { conditions: [approved], certificate: 'AAAA' } }
    const byStatus = await call(server, 'PUT', `${path}/r/status`, { body })
    expect([byStatus.status, byStatus.json.message]).toEqual([
      422,
      `CertificateSigningRequest.${group} "r" is invalid: [status.certificate: Invalid value: "<certificate data>": must contain at least one CERTIFICATE PEM block, status.conditions: Forbidden: updates may not add a condition of type "Approved"]`,
    ])
    const byApproval = await call(server, 'PUT', `${path}/r/approval`, { body })
    expect(byApproval.json.status).toEqual({ conditions: [dated] })
  })

  it('has the endpoints approval and status for reading and writing, and no others', async () => {
    await create()
    for (const view of ['approval', 'status']) {
      expect((await call(server, 'GET', `${path}/r/${view}`)).json.metadata.name).toBe('r')
      expect((await call(server, 'DELETE', `${path}/r/${view}`)).status).toBe(405)
      expect((await call(server, 'POST', `${path}/r/${view}`, { body: made() })).status).toBe(405)
    }
    expect((await call(server, 'GET', `${path}/r/scale`)).status).toBe(404)
    const { json } = await call(server, 'GET', `/apis/${group}/v1`)
    const served = json.resources
      .filter(({ name }: { name: string }) => name.startsWith('certificatesigningrequests'))
      .map(({ name, verbs }: { name: string; verbs: string[] }) => [name, verbs.join(' ')])
    expect(served).toEqual([
      ['certificatesigningrequests', 'create delete deletecollection get list patch update watch'],
      ['certificatesigningrequests/approval', 'get patch update'],
      ['certificatesigningrequests/status', 'get patch update'],
    ])
  })

  it('is found by its signer, in lists and watches', async () => {
    await create()
    const list = async (name: string): Promise<number> =>
      (await call(server, 'GET', `${path}?fieldSelector=spec.signerName=${name}`)).json.items.length
    expect([await list('example.com%2Fx'), await list('example.com%2Fy')]).toEqual([1, 0])
    const watch = await openWatch(server, `${path}?watch=1&fieldSelector=spec.signerName=example.com%2Fx`)
    await watch.until(1)
    await patch('approval', 'merge', { status: { conditions: [approved] } })
    await watch.until(2)
    expect(watch.events.map(({ type, object }) => [type, object.status])).toEqual([
      ['ADDED', {}],
      ['MODIFIED', { conditions: [dated] }],
    ])
    watch.leave()
  })

  it('is printed with who asked, whom and what became of it', async () => {
    await create({ expirationSeconds: 3600 })
    const headers = { Accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' }
    const { json } = await call(server, 'GET', path, { headers })
    expect(json.columnDefinitions.map(({ name }: { name: string }) => name)).toEqual([
      'Name',
      'Age',
      'SignerName',
      'Requestor',
      'RequestedDuration',
      'Condition',
    ])
    expect(json.rows[0].cells).toEqual(['r', '0s', signerName, expect.any(String), '60m', 'Pending'])
  })

  it('may hold a request of more than one line of text around its block', async () => {
    const text = Buffer.from(someRequest, 'base64').toString()
    const object = await create({ request: Buffer.from(`# of jane\n${text}# end\n`).toString('base64') })
    expect(object.metadata.name).toBe('r')
    const certificate = Buffer.from(formatPem('CERTIFICATE', Buffer.from('x'))).toString('base64')
    const refused = await patch('status', 'merge', { status: { certificate } })
    expect(refused.json.message).toBe(
      `CertificateSigningRequest.${group} "r" is invalid: status.certificate: Invalid value: "<certificate data>": x509: malformed certificate`,
    )
  })
})
