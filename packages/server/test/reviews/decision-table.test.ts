import { expect, describe, it } from 'vitest'
import { rules as all } from '../../../rbac/test/decision-rows.ts'
import { group, request } from '../../../rbac/test/policy.ts'
import { createServer, type Server } from '../../src/index.ts'
import { call } from '../support/call.ts'

/** Rules a server does not take: they are refused where they are written. */
const incomplete = ['no verbs', 'no groups', 'no resources']
const rules = all.filter(([title]) => !incomplete.includes(title))
/** What the server opens to everybody, whatever roles say. */
const open = ['get /healthz', 'head /healthz']
const path = '/apis/authorization.k8s.io/v1/subjectaccessreviews'

/** A server where user `u0` holds the first rule of the table, `u1` the second, and so on; every user may create reviews. */
async function serve(): Promise<Server> {
  const server = await createServer({
    vocabulary: 'kubernetes',
    authenticators: [() => ({ username: 'root', groups: ['system:masters'], extra: {} })],
  })
  for (const [index, [, rule]] of rules.entries()) {
    const roles = server.client({ apiVersion: `${group}/v1`, kind: 'ClusterRole' })
    await roles.create({ metadata: { name: `r${index}` }, rules: [rule] } as never)
    const bindings = server.client({ apiVersion: `${group}/v1`, kind: 'ClusterRoleBinding' })
    const roleRef = { apiGroup: group, kind: 'ClusterRole', name: `r${index}` }
    const subjects = [{ apiGroup: group, kind: 'User', name: `u${index}` }]
    await bindings.create({ metadata: { name: `b${index}` }, roleRef, subjects } as never)
  }
  return server
}

const served = serve()
const rows = rules.flatMap(([title, , allowed, refused], index) => [
  ...allowed.map((text) => [title, text, index, true] as const),
  ...refused.map((text) => [title, text, index, open.includes(text)] as const),
])

describe('a SubjectAccessReview decides by the rule that is held', () => {
  it.each(rows)('%s: %s', async (_title, text, index, allowed) => {
    const asked = request({ username: `u${index}`, groups: [], extra: {} }, text)
    const { verb, namespace, group: apiGroup, resource, subresource, name, isResourceRequest } = asked
    const attributes = isResourceRequest
      ? { resourceAttributes: { verb, namespace, group: apiGroup, resource, subresource, name } }
      : { nonResourceAttributes: { verb, path: asked.path } }
    const { status, json } = await call(await served, 'POST', path, {
      body: { spec: { user: `u${index}`, ...attributes } },
    })
    expect([status, json.status.allowed]).toEqual([201, allowed])
  })

  it.each(all.filter(([title]) => incomplete.includes(title)))('and takes no rule with %s', async (_title, rule) => {
    const body = { metadata: { name: 'incomplete' }, rules: [rule] }
    expect((await call(await served, 'POST', `/apis/${group}/v1/clusterroles`, { body })).status).toBe(422)
  })

  it('in at least 150 rows', () => {
    expect(rows.length).toBeGreaterThanOrEqual(150)
  })
})
