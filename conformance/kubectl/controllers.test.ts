import { Buffer } from 'node:buffer'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCertificateRequest, createPrivateKeyPem } from '@pinnace/csr-signer'
import { expect, it } from 'vitest'
import type { Kubectl } from './support/kubectl.ts'
import { configMap, namespace, pod, type Manifest } from './support/manifests.ts'
import { onNewestKubectl } from './support/on-kubectls.ts'

const csr = 'certificatesigningrequest.certificates.k8s.io'
const encoded = (text: string): string => Buffer.from(text).toString('base64')

onNewestKubectl(
  'controllers',
  (k) => {
    it('signs what is approved, and lets in who it names', async () => {
      const { key, pem } = await byOpenssl(k.folder)
      k.manifests('bob.json', {
        apiVersion: 'certificates.k8s.io/v1',
        kind: 'CertificateSigningRequest',
        metadata: { name: 'bob' },
        spec: { request: encoded(pem), signerName: 'kubernetes.io/kube-apiserver-client', usages: ['client auth'] },
      })
      await k.prints('create -f bob.json', `${csr}/bob created\n`)
      await k.prints('certificate approve bob', `${csr}/bob approved\n`)
      const issued = await printedBy(k, 'get csr bob -o jsonpath={.status.certificate}')
      expect(await k.ok('get csr bob')).toMatch(/ Approved,Issued\n$/)
      k.file('bob.crt', Buffer.from(issued, 'base64').toString())
      k.file('bob.key', key)
      k.file('config-of-bob', await k.ok('config view --raw'))
      const env = { KUBECONFIG: join(k.folder, 'config-of-bob') }
      await k.ok('config set-credentials bob --client-certificate=bob.crt --client-key=bob.key --embed-certs', { env })
      await k.ok('config set-context --current --user=bob', { env })
      expect(await whoIs(k, env)).toMatchObject({ username: 'bob', groups: ['devs', 'ops', 'system:authenticated'] })
    })

    it('deletes a namespace with all that is in it, and waits for that', async () => {
      await k.have(namespace('team'))
      await k.have({ ...configMap('a'), metadata: { name: 'a', namespace: 'team' } })
      await k.prints('delete namespace team', 'namespace "team" deleted\n')
      await k.fails('get namespace team', 'Error from server (NotFound): namespaces "team" not found\n')
    })

    it('gives a new namespace its account and the authority of the server, and a pod its token', async () => {
      await k.prints('create namespace team', 'namespace/team created\n')
      await printedBy(k, 'get serviceaccount default -n team -o name')
      await printedBy(k, 'get configmap kube-root-ca.crt -n team -o name')
      k.manifests('pod.json', pod('p'))
      await k.prints('create -f pod.json -n team', 'pod/p created\n')
      await k.prints('get pod p -n team -o jsonpath={.spec.serviceAccountName}', 'default')
    })

    it('fills the secret of an account with a token that logs in', async () => {
      k.manifests('secret.json', {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'kept', annotations: { 'kubernetes.io/service-account.name': 'robot' } },
        type: 'kubernetes.io/service-account-token',
      } as Manifest)
      await k.prints('create serviceaccount robot', 'serviceaccount/robot created\n')
      await k.prints('create -f secret.json', 'secret/kept created\n')
      const kept = await printedBy(k, 'get secret kept -o jsonpath={.data.token}')
      const token = Buffer.from(kept, 'base64').toString()
      k.file('config-of-robot', await k.ok('config view --raw'))
      const env = { KUBECONFIG: join(k.folder, 'config-of-robot') }
      await k.ok(`config set-credentials robot --token=${token}`, { env })
      await k.ok('config set-context --current --user=robot', { env })
      expect(await whoIs(k, env)).toMatchObject({ username: 'system:serviceaccount:default:robot' })
      await k.prints('delete serviceaccount robot', 'serviceaccount "robot" deleted\n')
      await k.ok('wait --for=delete secret/kept --timeout=30s')
    })
  },
  { controllers: true },
)

/** Runs a command until it prints something. Not every client can wait for that itself. */
async function printedBy(k: Kubectl, command: string): Promise<string> {
  for (;;) {
    const { stdout } = await k.run(command)
    if (stdout !== '') return stdout
  }
}

/** Who the server says that is; `auth whoami` of old clients asks for a version that is gone. */
async function whoIs(k: Kubectl, env: Readonly<Record<string, string>>): Promise<unknown> {
  k.file('review.json', JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' }))
  const command = 'create --raw /apis/authentication.k8s.io/v1/selfsubjectreviews -f review.json'
  return JSON.parse(await k.ok(command, { env })).status.userInfo
}

/** A key and a request of OpenSSL; of the library where there is no OpenSSL. */
async function byOpenssl(folder: string): Promise<{ readonly key: string; readonly pem: string }> {
  const args = ['-newkey', 'rsa:2048', '-nodes', '-keyout', 'asked.key', '-subj', '/O=devs/O=ops/CN=bob']
  const { status, stdout } = spawnSync('openssl', ['req', '-new', ...args], { cwd: folder, encoding: 'utf8' })
  if (status === 0) return { key: readFileSync(join(folder, 'asked.key'), 'utf8'), pem: stdout }
  const key = await createPrivateKeyPem('rsa-2048')
  const names = { commonName: 'bob', organizations: ['devs', 'ops'] }
  return { key, pem: await createCertificateRequest({ ...names, privateKeyPem: key }) }
}
