import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'vitest'
import { configMap } from './support/manifests.ts'
import { onNewestKubectl } from './support/on-kubectls.ts'
import type { Kubectl } from './support/kubectl.ts'

/** A configuration of the same server under which `user` is who asks. */
function configure(k: Kubectl, user: string): string {
  const own = readFileSync(join(k.folder, 'home', 'config'), 'utf8')
  const server = /server: .*/.exec(own)![0]
  const authority = /certificate-authority-data: .*/.exec(own)![0]
  return k.file(
    'other-config',
    `apiVersion: v1
kind: Config
current-context: c
contexts: [{ name: c, context: { cluster: c, user: u } }]
clusters:
- name: c
  cluster:
    ${server}
    ${authority}
users:
- name: u
  user: ${user}
`,
  )
}

const unauthorized = 'error: You must be logged in to the server (Unauthorized)\n'

onNewestKubectl('credentials', (k) => {
  it('rejects an unknown token', async () => {
    const env = { KUBECONFIG: configure(k, '{ token: wrong }') }
    await k.ok('get configmaps')
    await k.fails('get --raw /api/v1/configmaps', unauthorized, { env })
  })

  it('rejects an unknown token from a file', async () => {
    const tokenFile = k.file('token', 'wrong')
    const env = { KUBECONFIG: configure(k, `{ tokenFile: ${tokenFile} }`) }
    await k.fails('get --raw /api/v1/configmaps', unauthorized, { env })
  })

  it('knows the holder of a certificate it signed', async () => {
    await k.have(configMap('a'))
    const { cert, key } = k.server.issueClientCertificate({ username: 'jane', groups: ['readers'] })
    const encoded = (pem: string): string => Buffer.from(pem).toString('base64')
    const user = `{ client-certificate-data: ${encoded(cert)}, client-key-data: ${encoded(key)} }`
    await k.prints('get configmap a -o name', 'configmap/a\n', { env: { KUBECONFIG: configure(k, user) } })
  })
})

onNewestKubectl(
  'credentials, where not everyone may do everything',
  (k) => {
    it('refuses who may not, and names what', async () => {
      const { cert, key } = k.server.issueClientCertificate({ username: 'jane', groups: ['readers'] })
      const encoded = (pem: string): string => Buffer.from(pem).toString('base64')
      const user = `{ client-certificate-data: ${encoded(cert)}, client-key-data: ${encoded(key)} }`
      const env = { KUBECONFIG: configure(k, user) }
      await k.fails(
        'get --raw /api/v1/namespaces/default/configmaps/a',
        'Error from server (Forbidden): configmaps "a" is forbidden: User "jane" cannot get resource "configmaps" in API group "" in the namespace "default"\n',
        { env },
      )
      await k.fails(
        'get --raw /api/v1/nodes',
        'Error from server (Forbidden): nodes is forbidden: User "jane" cannot list resource "nodes" in API group "" at the cluster scope\n',
        { env },
      )
    })
  },
  { authorization: ['RBAC'] },
)
