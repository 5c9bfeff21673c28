import type { Attack } from '../attack.ts'
import { many } from '../tools/many.ts'

const secret = 'do-not-tell'
const base = '/api/v1/namespaces/kube-system/secrets'
/** Spellings of a path that one reader could take for another path. */
const variants: readonly string[] = [
  `/${base}`,
  `${base}/`,
  `${base}//`,
  `/.${base}`,
  `/api/v1/./namespaces/kube-system/secrets`,
  `/api/v1/namespaces/default/../kube-system/secrets`,
  `/version/..${base}`,
  `/healthz/..${base}`,
  `/%61pi/v1/namespaces/kube-system/secrets`,
  `/api%2fv1/namespaces/kube-system/secrets`,
  `/api/v1/namespaces/kube-system%2fsecrets`,
  `/api/v1/namespaces/kube-system/%73ecrets`,
  `/api/v1/namespaces/kube-system/secrets%00`,
  `/api/v1/namespaces/kube-system/secrets%20`,
  `/api/v1/namespaces/kube-system/SECRETS`,
  `/API/V1/namespaces/kube-system/secrets`,
  `${base};a=b`,
  `${base}\\`,
  `${base}?watch=true&timeoutSeconds=1`,
  `/api/v1/watch/namespaces/kube-system/secrets?timeoutSeconds=1`,
  `${base}/hidden/status`,
  `${base}/hidden?pretty=true`,
  `/api/v1/secrets?fieldSelector=metadata.namespace=kube-system`,
  `/api/v1/namespaces/kube-system/configmaps/../secrets`,
  `/api/v1/namespaces/kube-system/configmaps/..%2fsecrets`,
  `/api/v1/namespaces/%2e%2e/kube-system/secrets`,
  `/openapi/v2/..${base}`,
  `/readyz?x=${base}`,
]

export const attack: Attack = {
  title: `${variants.length} spellings of a path to secrets, asked by three identities that may not read them`,
  limits: { cpuMs: 2_000, stopMs: 100 },
  async prepare(target) {
    const body = { metadata: { name: 'hidden' }, stringData: { text: secret } }
    await target.send({ method: 'POST', path: base, body })
  },
  async run(target, judge) {
    const identities = ['anonymous', 'viewer', 'nobody-token']
    const found = await many(variants.length * identities.length, 8, async (index) => {
      const path = variants[index % variants.length] ?? ''
      const as = identities[Math.floor(index / variants.length)] ?? ''
      const { status, text } = await target.send({ path, as })
      const isTold = text.includes(secret) || text.includes(Buffer.from(secret).toString('base64'))
      return isTold || (status === 200 && !path.startsWith('/readyz')) ? `${path} as ${as}: ${status}` : undefined
    })
    for (const leak of found) judge.expect(leak === undefined, leak ?? '')
    await target.send({ method: 'DELETE', path: `${base}/hidden` })
  },
}
