import { Buffer } from 'node:buffer'

import type { ApiObject, Mutable } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import type { AdmissionAttributes } from '../../src/index.ts'
import { certificateApproval } from '../../src/plugins/certificate-approval.ts'
import { certificateSigning } from '../../src/plugins/certificate-signing.ts'
import { certificateSubjectRestriction } from '../../src/plugins/certificate-subject-restriction.ts'
import { mastersRequest, nodeRequest } from '../support/certificate-requests.ts'
import { judgeOf } from '../support/judge.ts'

const signerName = 'example.com/one'
const requestOf = (over: object = {}, spec: object = {}): Mutable<ApiObject> =>
  ({ metadata: { name: 'c' }, spec: { request: nodeRequest, signerName, ...spec }, ...over }) as Mutable<ApiObject>
const asked = (over: Partial<AdmissionAttributes>): Partial<AdmissionAttributes> => ({
  operation: 'UPDATE',
  resource: { group: 'certificates.k8s.io', version: 'v1', resource: 'certificatesigningrequests' },
  namespace: '',
  name: 'c',
  object: requestOf(),
  oldObject: requestOf(),
  ...over,
})
const may =
  (...permissions: readonly string[]) =>
  ({ verb, name, group, resource }: { verb: string; name: string; group: string; resource: string }): boolean =>
    permissions.includes(`${verb} ${resource}.${group} ${name}`)

describe('CertificateApproval', () => {
  const approval = asked({ subresource: 'approval' })

  it.each([
    ['this signer', 'approve signers.certificates.k8s.io example.com/one'],
    ['all signers of its domain', 'approve signers.certificates.k8s.io example.com/*'],
  ])('allows users to decide who may approve for %s', async (_what, permission) => {
    const { judge } = await judgeOf(certificateApproval, { allows: may(permission) })
    expect((await judge(approval)).refusal).toBeUndefined()
  })

  it.each([
    ['no permission is granted', may()],
    ['another verb is allowed', may('sign signers.certificates.k8s.io example.com/one')],
    ['another domain is allowed', may('approve signers.certificates.k8s.io example.org/*')],
  ])('refuses if %s', async (_what, allows) => {
    const { judge } = await judgeOf(certificateApproval, { allows })
    expect((await judge(approval)).refusal).toMatchObject({
      reason: 'Forbidden',
      message:
        'certificatesigningrequests.certificates.k8s.io "c" is forbidden: user not permitted to approve requests with signerName "example.com/one"',
    })
  })

  it('uses the stored signer name, not that of the request', async () => {
    const { judge } = await judgeOf(certificateApproval, {
      allows: may('approve signers.certificates.k8s.io example.com/two'),
    })
    const object = requestOf({}, { signerName: 'example.com/two' })
    expect((await judge({ ...approval, object })).refusal).toBeDefined()
  })

  it('treats a failing authorizer as a denial', async () => {
    const failures: unknown[] = []
    const { judge } = await judgeOf(certificateApproval, {
      authorize: () => Promise.reject(new Error('away')),
      onError: (error) => void failures.push(error),
    })
    expect((await judge(approval)).refusal).toMatchObject({ reason: 'Forbidden' })
    expect(failures).toHaveLength(2)
  })

  it.each(['', 'status'])('ignores the subresource %j', async (subresource) => {
    const { judge } = await judgeOf(certificateApproval, { allows: () => false })
    expect((await judge(asked({ subresource }))).refusal).toBeUndefined()
  })
})

describe('CertificateSigning', () => {
  const condition = { type: 'Failed', status: 'True' }
  const allows = may('sign signers.certificates.k8s.io example.com/one')

  it.each([
    ['a certificate', { status: { certificate: 'eA==' } }],
    ['a condition', { status: { conditions: [condition] } }],
  ])('allows only users who may sign to write %s', async (_what, over) => {
    const update = asked({ subresource: 'status', object: requestOf(over) })
    expect((await (await judgeOf(certificateSigning, { allows })).judge(update)).refusal).toBeUndefined()
    expect((await (await judgeOf(certificateSigning, { allows: may() })).judge(update)).refusal).toMatchObject({
      message:
        'certificatesigningrequests.certificates.k8s.io "c" is forbidden: user not permitted to sign requests with signerName "example.com/one"',
    })
  })

  it('allows updates that change neither certificate nor conditions', async () => {
    const { judge } = await judgeOf(certificateSigning, { allows: () => false })
    const status = { conditions: [condition], certificate: 'eA==' }
    const same = asked({ subresource: 'status', object: requestOf({ status }), oldObject: requestOf({ status }) })
    expect((await judge(same)).refusal).toBeUndefined()
    expect((await judge(asked({ subresource: 'status', object: requestOf({ status: {} }) }))).refusal).toBeUndefined()
    expect((await judge(asked({ subresource: 'approval', object: requestOf({ status }) }))).refusal).toBeUndefined()
  })
})

describe('CertificateSubjectRestriction', () => {
  const create = (spec: object): Partial<AdmissionAttributes> => ({
    ...asked({ operation: 'CREATE', object: requestOf({}, spec) }),
    oldObject: undefined,
  })

  it.each([
    ['another group', { signerName: 'kubernetes.io/kube-apiserver-client', request: nodeRequest }],
    ['another signer', { signerName: 'kubernetes.io/legacy-unknown', request: mastersRequest }],
  ])('allows a request with %s', async (_what, spec) => {
    const { judge } = await judgeOf(certificateSubjectRestriction)
    expect((await judge(create(spec))).refusal).toBeUndefined()
  })

  it.each([
    [
      'the group that may do everything',
      mastersRequest,
      'use of kubernetes.io/kube-apiserver-client signer with system:masters group is not allowed',
    ],
    [
      'a request that cannot be read',
      Buffer.from('x').toString('base64'),
      'failed to parse CSR: PEM block type must be CERTIFICATE REQUEST',
    ],
  ])('refuses %s', async (_what, request, reason) => {
    const { judge } = await judgeOf(certificateSubjectRestriction)
    const { refusal } = await judge(create({ signerName: 'kubernetes.io/kube-apiserver-client', request }))
    expect(refusal.message).toBe(`certificatesigningrequests.certificates.k8s.io "c" is forbidden: ${reason}`)
  })
})
