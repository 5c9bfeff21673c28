// The specification's own spelling: nothing here may depend on the other one.
import { createCertificateRequest, createPrivateKeyPem, type CertificateSigningRequestLike } from '@pinnace/csr-signer'
import { createFakeClock, createTestServer, eventually } from '@pinnace/testing'
import type { ConfigMap, Secret } from '@pinnace/types/core-v1'
import { Buffer } from 'node:buffer'
import { expect, it } from 'vitest'

it('certificates, tokens and cluster-info use the names of the vocabulary', async () => {
  const clock = createFakeClock('2030-01-01T00:00:00Z')
  await using server = await createTestServer({
    vocabulary: 'platform',
    clock,
    controllers: ['*', 'bootstrapsigner', 'tokencleaner'],
  })
  const requests = server.client<CertificateSigningRequestLike>({
    apiVersion: 'certificates.platform.io/v1',
    kind: 'CertificateSigningRequest',
  })
  const secrets = server.client<Secret>({ apiVersion: 'v1', kind: 'Secret' })
  const info = server.client<ConfigMap>({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('platform-public')

  const privateKeyPem = await createPrivateKeyPem()
  const subject = { commonName: 'system:node:a', organizations: ['system:nodes'] }
  const pem = await createCertificateRequest({ ...subject, privateKeyPem })
  await requests.create({
    metadata: { name: 'node' },
    spec: {
      request: Buffer.from(pem).toString('base64'),
      signerName: 'platform.io/apiserver-client-node-agent',
      usages: ['key encipherment', 'digital signature', 'client auth'],
    },
  })
  await eventually(
    () => requests.get('node'),
    (found) => found.status?.certificate !== undefined,
  )
  expect((await requests.get('node')).status).toMatchObject({
    conditions: [{ message: 'Auto approving node-agent client certificate after SubjectAccessReview.' }],
  })

  await secrets.namespace('default').create({
    metadata: { name: 'kept', annotations: { 'platform.io/service-account.name': 'default' } },
    type: 'platform.io/service-account-token',
  })
  await eventually(
    () => secrets.namespace('default').get('kept'),
    (found) => found.data?.['token'] !== undefined,
  )

  await info.create({ metadata: { name: 'cluster-info' }, data: { kubeconfig: 'x' } })
  await secrets.namespace('platform-system').create({
    metadata: { name: 'bootstrap-token-abcdef' },
    type: 'bootstrap.platform.io/token',
    stringData: {
      'token-id': 'abcdef',
      'token-secret': '0123456789abcdef',
      'usage-bootstrap-signing': 'true',
      expiration: '2030-01-01T01:00:00Z',
    },
  })
  await eventually(
    () => info.get('cluster-info'),
    (found) => found.data?.['jws-kubeconfig-abcdef'] !== undefined,
  )
  await clock.advance(3_600_000)
  await eventually(
    async () => (await secrets.namespace('platform-system').list()).items,
    (items) => items.length === 0,
  )
})
