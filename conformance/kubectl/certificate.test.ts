import { Buffer } from 'node:buffer'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  createAuthority,
  createAuthoritySigner,
  createCertificateRequest,
  createPrivateKeyPem,
  toSigningRequest,
  type CertificateSigningRequestLike,
} from '@pinnace/csr-signer'
import { systemClock as clock, systemRandom as random } from '@pinnace/meta'
import { expect, it } from 'vitest'
import type { Kubectl } from './support/kubectl.ts'
import type { Manifest } from './support/manifests.ts'
import { onNewestKubectl } from './support/on-kubectls.ts'

const csr = 'certificatesigningrequest.certificates.k8s.io'
const signerName = 'kubernetes.io/kube-apiserver-client'
const privateKeyPem = await createPrivateKeyPem()
const requestPem = await createCertificateRequest({ commonName: 'jane', organizations: ['dev'], privateKeyPem })
const authority = await createAuthority({ commonName: 'clients', clock, random })
const signer = createAuthoritySigner({ signerName, authority, clock })

const encoded = (text: string): string => Buffer.from(text).toString('base64')

/** The certificate for a request that was approved, as `status.certificate` holds it. */
async function certificateFor(object: CertificateSigningRequestLike): Promise<string> {
  const answer = await signer.sign(toSigningRequest(object))
  if (answer.type !== 'issued') throw new Error(JSON.stringify(answer))
  return encoded(answer.certificatePem)
}

const made = (name: string, pem: string = requestPem): Manifest => ({
  apiVersion: 'certificates.k8s.io/v1',
  kind: 'CertificateSigningRequest',
  metadata: { name },
  spec: { request: encoded(pem), signerName, usages: ['client auth'] },
})

onNewestKubectl(
  'certificate',
  (k) => {
    const approve =
      'jsonpath={.status.conditions[*].type}/{.status.conditions[*].status}/{.status.conditions[*].reason}'

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
      const certificate = await certificateFor(object)
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

    it('prints the error of an invalid request', async () => {
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

    it('lets in who made the request, as user and groups it names', async () => {
      const { key, pem } = await byOpenssl(k.folder)
      k.manifests('bob.json', made('bob', pem))
      await k.ok('create -f bob.json')
      await k.prints('certificate approve bob', `${csr}/bob approved\n`)
      const object = JSON.parse(await k.ok('get csr bob -o json')) as CertificateSigningRequestLike
      const certificate = await certificateFor(object)
      k.file('signed.json', JSON.stringify({ ...object, status: { ...object.status, certificate } }))
      await k.ok('replace --raw /apis/certificates.k8s.io/v1/certificatesigningrequests/bob/status -f signed.json')
      const issued = await k.ok('get csr bob -o jsonpath={.status.certificate}')
      const config = await withUser(k, `{ client-certificate-data: ${issued}, client-key-data: ${encoded(key)} }`)
      k.file('review.json', JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' }))
      const command = 'create --raw /apis/authentication.k8s.io/v1/selfsubjectreviews -f review.json'
      const { status } = JSON.parse(await k.ok(command, { env: { KUBECONFIG: config } }))
      expect(status.userInfo).toMatchObject({ username: 'bob', groups: ['devs', 'ops', 'system:authenticated'] })
    })
  },
  { authentication: { clientCa: authority.bundlePem } },
)

/** A key and a request of OpenSSL; of the library where there is no OpenSSL. */
async function byOpenssl(folder: string): Promise<{ readonly key: string; readonly pem: string }> {
  const subject = ['-subj', '/O=devs/O=ops/CN=bob']
  const args = ['req', '-new', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'bob.key', '-out', 'bob.csr', ...subject]
  const { status } = spawnSync('openssl', args, { cwd: folder })
  if (status === 0) {
    return { key: readFileSync(join(folder, 'bob.key'), 'utf8'), pem: readFileSync(join(folder, 'bob.csr'), 'utf8') }
  }
  const key = await createPrivateKeyPem('rsa-2048')
  const names = { commonName: 'bob', organizations: ['devs', 'ops'] }
  return { key, pem: await createCertificateRequest({ ...names, privateKeyPem: key }) }
}

/** A configuration of the same server under which `user` is who asks. */
async function withUser(k: Kubectl, user: string): Promise<string> {
  const own = await k.server.kubeconfig()
  const server = /server: .*/.exec(own)![0]
  const ca = /certificate-authority-data: .*/.exec(own)![0]
  const cluster = `{ name: c, cluster: { ${server}, ${ca} } }`
  const text = `{ apiVersion: v1, kind: Config, current-context: c, clusters: [${cluster}], contexts: [{ name: c, context: { cluster: c, user: u } }], users: [{ name: u, user: ${user} }] }`
  return k.file('config-of-bob', text)
}
