import type { Attack } from '../attack.ts'
import { many } from '../tools/many.ts'

/** Headers that claim to be another user. */
const claims: readonly Readonly<Record<string, string>>[] = [
  { 'impersonate-user': 'admin' },
  { 'impersonate-user': 'system:admin', 'impersonate-group': 'system:masters' },
  { 'impersonate-group': 'system:masters' },
  { 'impersonate-uid': 'admin-uid' },
  { 'impersonate-extra-scopes': 'all' },
  { 'impersonate-user': '' },
  { 'Impersonate-User': 'admin', 'impersonate-extra-%00': 'x' },
  { 'x-remote-user': 'admin', 'x-remote-group': 'system:masters' },
  { 'x-remote-user': 'admin', 'x-remote-extra-scopes': 'all' },
  { 'x-forwarded-user': 'admin' },
  { 'x-forwarded-for': '127.0.0.1' },
  { 'x-client-cert': 'admin' },
  { 'x-original-url': '/api/v1/secrets' },
  { 'x-rewrite-url': '/api/v1/secrets' },
  { 'x-http-method-override': 'DELETE' },
  { connection: 'authorization' },
]

export const attack: Attack = {
  title: `${claims.length} headers that claim another identity, over two identities without rights`,
  limits: { cpuMs: 1_000, stopMs: 50 },
  async run(target, judge) {
    const statuses = await many(claims.length * 2, 4, async (index) => {
      const headers = claims[index % claims.length] ?? {}
      const as = index < claims.length ? 'anonymous' : 'viewer'
      return (await target.send({ path: '/api/v1/secrets', headers, as })).status
    })
    judge.expectEach(statuses, [400, 401, 403], 'secrets')
  },
}
