// Without an election two may work for the same server. They get in each other's way and come to the same end.
import { createCertificateRequest, createPrivateKeyPem, type CertificateSigningRequestLike } from '@pinnace/csr-signer'
import { createTestServer, eventually } from '@pinnace/testing'
import type { ConfigMap, Secret } from '@pinnace/types/core-v1'
import { Buffer } from 'node:buffer'
import { expect, it } from 'vitest'
import { optionsForServer, startControllers } from '../src/index.ts'

const many = Array.from({ length: 20 }, (_, index) => `x${index}`)

it('two sets of controllers over one server do everything once, and neither fails', async () => {
  await using server = await createTestServer()
  const failures: unknown[] = []
  const begin = (): ReturnType<typeof startControllers> =>
    startControllers({
      ...optionsForServer(server),
      controllers: ['*', 'bootstrapsigner', 'tokencleaner'],
      onError: (error, { controller }) => void failures.push([controller, error]),
    })
  await using first = begin()
  await using second = begin()
  await Promise.all([first.started, second.started])

  const requests = server.client<CertificateSigningRequestLike>({
    apiVersion: 'certificates.k8s.io/v1',
    kind: 'CertificateSigningRequest',
  })
  const secrets = server.client<Secret>({ apiVersion: 'v1', kind: 'Secret' })
  const info = server.client<ConfigMap>({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('kube-public')
  const privateKeyPem = await createPrivateKeyPem()
  const pem = await createCertificateRequest({
    commonName: 'system:node:a',
    organizations: ['system:nodes'],
    privateKeyPem,
  })
  await info.create({ metadata: { name: 'cluster-info' }, data: { kubeconfig: 'x' } })
  await Promise.all(
    many.map(async (name, index) => {
      await requests.create({
        metadata: { name },
        spec: {
          request: Buffer.from(pem).toString('base64'),
          signerName: 'kubernetes.io/kube-apiserver-client-kubelet',
          usages: ['digital signature', 'key encipherment', 'client auth'],
        },
      })
      await secrets.namespace('default').create({
        metadata: { name, annotations: { 'kubernetes.io/service-account.name': 'default' } },
        type: 'kubernetes.io/service-account-token',
      })
      const id = `token${index % 10}`
      if (index >= 10) return
      await secrets.namespace('kube-system').create({
        metadata: { name: `bootstrap-token-${id}` },
        type: 'bootstrap.kubernetes.io/token',
        stringData: { 'token-id': id, 'token-secret': '0123456789abcdef', 'usage-bootstrap-signing': 'true' },
      })
    }),
  )
  await eventually(
    async () => (await requests.list()).items,
    (items) => items.every(({ status }) => status?.certificate !== undefined),
  )
  await eventually(
    async () => (await secrets.namespace('default').list()).items,
    (items) => items.every(({ data }) => data?.['token'] !== undefined),
  )
  await eventually(
    () => info.get('cluster-info'),
    (found) => Object.keys(found.data!).length === 11,
  )
  for (const { status } of (await requests.list()).items) expect(status!.conditions).toHaveLength(1)
  expect((await secrets.namespace('default').list()).items).toHaveLength(many.length)
  expect(failures).toEqual([])
})
