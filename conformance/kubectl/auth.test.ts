import { expect, it } from 'vitest'
import { lines } from './support/lines.ts'
import { onNewestKubectl } from './support/on-kubectls.ts'

const group = 'rbac.authorization.k8s.io'
const viewForJane = {
  apiVersion: `${group}/v1`,
  kind: 'ClusterRoleBinding',
  metadata: { name: 'jane-views' },
  roleRef: { apiGroup: group, kind: 'ClusterRole', name: 'view' },
  subjects: [{ apiGroup: group, kind: 'User', name: 'jane' }],
}

onNewestKubectl(
  'auth',
  (k) => {
    it('says what the caller may do, and what another may', async () => {
      await k.prints('auth can-i create pods', 'yes\n')
      await k.ends('auth can-i list pods --as=jane', { code: 1, stdout: 'no\n' })
      await k.have(viewForJane)
      await k.prints('auth can-i list pods --as=jane', 'yes\n')
      await k.ends('auth can-i delete pods --as=jane', { code: 1, stdout: 'no\n' })
      await k.prints('auth can-i get /version --as=jane', 'yes\n')
    })

    it('lists the permissions of a user', async () => {
      await k.have(viewForJane)
      const listed = await k.ok('auth can-i --list --as=jane')
      expect(listed).toMatch(/^Resources +Non-Resource URLs +Resource Names +Verbs\n/)
      expect(listed).toMatch(/\nconfigmaps +\[\] +\[\] +\[get list watch\]\n/)
      expect(listed).toMatch(/\nselfsubjectaccessreviews\.authorization\.k8s\.io +\[\] +\[\] +\[create\]\n/)
    })

    it('acts as another, with their permissions', async () => {
      await k.fails(
        'get pods --as=jane',
        'Error from server (Forbidden): pods is forbidden: User "jane" cannot list resource "pods" in API group "" in the namespace "default"\n',
      )
      await k.have(viewForJane)
      await k.ends('get pods --as=jane', { stderr: 'No resources found in default namespace.\n' })
    })

    it('reconciles a role', async () => {
      const role = {
        apiVersion: `${group}/v1`,
        kind: 'ClusterRole',
        metadata: { name: 'pod-reader' },
        rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
      }
      k.manifests('role.json', role)
      expect(await k.ok('auth reconcile -f role.json')).toContain(`clusterrole.${group}/pod-reader reconciled`)
      k.manifests('more.json', { ...role, rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] }] })
      await k.ok('auth reconcile -f more.json')
      await k.prints('get clusterrole pod-reader -o jsonpath={.rules[*].verbs[*]}', 'get list')
    })

    // Older ones ask for a beta version that is gone.
    if (k.minor >= 28)
      it('says who the caller is', async () => {
        await k.prints(
          'auth whoami --as=jane --as-group=devs',
          lines`
          ATTRIBUTE   VALUE
          Username    jane
          Groups      [devs system:authenticated]
        `,
        )
      })

    if (k.minor >= 24)
      it('makes a token of a service account, which names it', async () => {
        await k.have({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'robot' } })
        const token = (await k.ok('create token robot')).trim()
        const review = await k.server.fetch(
          new Request('http://server/apis/authentication.k8s.io/v1/selfsubjectreviews', {
            method: 'POST',
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
            body: '{}',
          }),
        )
        const { status } = (await review.json()) as {
          readonly status: { readonly userInfo: { readonly username: string } }
        }
        expect(status.userInfo.username).toBe('system:serviceaccount:default:robot')
        await k.fails('create token nobody', 'error: failed to create token: serviceaccounts "nobody" not found\n')
      })
  },
  { authorization: ['RBAC'] },
)
