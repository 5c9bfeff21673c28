import { Buffer } from 'node:buffer'
import {
  createAuthority,
  createAuthoritySigner,
  createCertificateRequest,
  createPrivateKeyPem,
} from '@pinnace/csr-signer'
import { toSigningRequest, type CertificateSigningRequestLike } from '@pinnace/csr-signer'
import { systemClock as clock, systemRandom as random } from '@pinnace/meta'
import { expect, it } from 'vitest'
import type { Manifest } from './support/manifests.ts'
import { onEveryKubectl } from './support/on-every-kubectl.ts'

const csr = 'certificatesigningrequest.certificates.k8s.io'
const signerName = 'kubernetes.io/kube-apiserver-client'
const privateKeyPem = await createPrivateKeyPem()
const requestPem = await createCertificateRequest({ commonName: 'jane', organizations: ['dev'], privateKeyPem })
const signer = createAuthoritySigner({
  signerName,
  authority: await createAuthority({ commonName: 'ca', clock, random }),
  clock,
})

const made = (name: string): Manifest => ({
  apiVersion: 'certificates.k8s.io/v1',
  kind: 'CertificateSigningRequest',
  metadata: { name },
  spec: { request: Buffer.from(requestPem).toString('base64'), signerName, usages: ['client auth'] },
})

onEveryKubectl('certificate', (k) => {
  const approve = 'jsonpath={.status.conditions[*].type}/{.status.conditions[*].status}/{.status.conditions[*].reason}'

  it('approves a request', async () => {
    k.manifests('a.json', made('a'))
    await k.prints('create -f a.json', `${csr}/a created\n`)
    await k.prints('certificate approve a', `${csr}/a approved\n`)
    await k.prints(`get csr a -o ${approve}`, 'Approved/True/KubectlApprove')
  })

  it('denies a request, and what is denied stays denied', async () => {
    await k.have(made('a'))
    await k.prints('certificate deny a', `${csr}/a denied\n`)
    await k.prints(`get csr a -o ${approve}`, 'Denied/True/KubectlDeny')
    await k.fails('certificate approve a --force', 'error: certificate signing request "a" is already Denied\n')
  })

  it('prints a request as it goes its way, and describes it', async () => {
    await k.have(made('a'))
    const condition = async (): Promise<string> => {
      const [header, row] = (await k.ok('get csr')).trim().split('\n')
      expect(header).toMatch(/^NAME +AGE +SIGNERNAME +REQUESTOR +(REQUESTEDDURATION +)?CONDITION$/)
      return row!.split(/ +/).at(-1)!
    }
    expect(await condition()).toBe('Pending')
    await k.ok('certificate approve a')
    expect(await condition()).toBe('Approved')
    const object = JSON.parse(await k.ok('get csr a -o json')) as CertificateSigningRequestLike
    const answer = await signer.sign(toSigningRequest(object))
    if (answer.type !== 'issued') throw new Error(answer.type)
    const certificate = Buffer.from(answer.certificatePem).toString('base64')
    k.file('signed.json', JSON.stringify({ ...object, status: { ...object.status, certificate } }))
    await k.ok('replace --raw /apis/certificates.k8s.io/v1/certificatesigningrequests/a/status -f signed.json')
    expect(await condition()).toBe('Approved,Issued')
    const described = await k.ok('describe csr a')
    expect(described).toMatch(/\nStatus: +Approved,Issued\n/)
    expect(described).toMatch(/\n +Common Name: +jane\n/)
    expect(described).toMatch(/\n +Organization: +dev\n/)
  })

  it('finds requests by their signer', async () => {
    await k.have(made('a'))
    await k.prints(`get csr --field-selector=spec.signerName=${signerName} -o name`, `${csr}/a\n`)
    await k.prints('get csr --field-selector=spec.signerName=a.b/c -o name', '')
  })

  it('is told what is wrong with a request', async () => {
    k.manifests('a.json', {
      ...made('a'),
      spec: { request: 'AAAA', signerName: 'x', usages: ['tea', 'tea'] },
    } as Manifest)
    const { code, stderr } = await k.run('create -f a.json --validate=false')
    expect(code).toBe(1)
    expect(stderr).toContain('spec.request: Invalid value: "AAAA": PEM block type must be CERTIFICATE REQUEST')
    expect(stderr).toContain('spec.usages[0]: Unsupported value: "tea"')
    expect(stderr).toContain('spec.usages[1]: Duplicate value: "tea"')
    expect(stderr).toContain('must be a fully qualified domain and path of the form')
  })
})
