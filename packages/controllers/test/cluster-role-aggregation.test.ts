import { createTestServer, eventually } from '@pinnace/testing'
import type { ClusterRole } from '@pinnace/types/rbac-v1'
import { expect, it } from 'vitest'
import { startControllers } from '../src/index.ts'

const controllers = ['clusterrole-aggregation-controller']
const label = { 'example.dev/part': 'yes' }
const rule = (resource: string): NonNullable<ClusterRole['rules']>[number] => ({
  apiGroups: [''],
  resources: [resource],
  verbs: ['get'],
})

it('the rules of an aggregated role follow every change of the roles it selects', async () => {
  await using server = await createTestServer()
  await using running = startControllers({ client: server.connect(), controllers })
  await running.started
  const roles = server.client<ClusterRole>({
    apiVersion: `${server.vocabulary.group('rbac.authorization')}/v1`,
    kind: 'ClusterRole',
  })
  const rulesAre = (resources: readonly string[]): Promise<unknown> =>
    eventually(async () => ((await roles.get('whole')).rules ?? []).map((one) => one.resources![0]), resources)
  await roles.create({
    metadata: { name: 'whole', labels: label },
    aggregationRule: { clusterRoleSelectors: [{ matchLabels: label }, { matchLabels: { other: 'yes' } }] },
    rules: [rule('overwritten')],
  })
  await rulesAre([])
  await roles.create({ metadata: { name: 'b', labels: label }, rules: [rule('secrets'), rule('pods')] })
  await roles.create({ metadata: { name: 'a', labels: label }, rules: [rule('pods')] })
  await roles.create({ metadata: { name: '0', labels: { other: 'yes' } }, rules: [rule('nodes')] })
  await rulesAre(['pods', 'secrets', 'nodes'])
  await roles.patch('whole', { rules: [rule('by-hand')] })
  await rulesAre(['pods', 'secrets', 'nodes'])
  expect((await roles.get('whole')).metadata.managedFields).toContainEqual(
    expect.objectContaining({ manager: 'clusterrole-aggregation-controller', operation: 'Apply' }),
  )
  await roles.delete('0')
  await roles.patch('b', { metadata: { labels: null } })
  await rulesAre(['pods'])
  await roles.delete('a')
  await rulesAre([])
})
