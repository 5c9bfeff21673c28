import { parseCronSchedule } from '@pinnace/kinds'
import { kubernetesVocabulary as vocabulary } from '@pinnace/meta'
import { expect, it } from 'vitest'
import { scheduleTimes } from '../../src/workloads/cron-job/schedule-times.ts'
import { currentAnnotations, deploymentNames } from '../../src/workloads/deployment/deployment-annotations.ts'
import { startCluster, template } from './support.ts'

it.each([
  ['* 0-12 * * *', '2030-01-01T12:59:00Z'],
  ['* * 1 1 *', '2030-01-01T13:30:00Z'],
  ['*/7 * * * *', '2030-01-01T13:28:00Z'],
])('the last time of "%s" is found after sixty years within a hundred steps', (text, last) => {
  const schedule = parseCronSchedule(text)
  let asked = 0
  const counted = { ...schedule, next: (at: number) => (asked++, schedule.next(at)) }
  const { lastMs } = scheduleTimes(counted, Date.parse('1970-01-01T00:00:00Z'), Date.parse('2030-01-01T13:30:00Z'))
  expect(new Date(lastMs!).toISOString()).toBe(new Date(last).toISOString())
  expect(asked).toBeLessThan(100)
})

it('the revision history of a replica set is limited to two thousand characters', () => {
  const names = deploymentNames(vocabulary)
  let annotations: Record<string, string> = {}
  for (let revision = 1; revision <= 1000; revision++) {
    annotations = currentAnnotations({ metadata: {} }, { metadata: { annotations } }, BigInt(revision), names)
  }
  const history = annotations[names.revisionHistory]!
  expect(history.length).toBeLessThanOrEqual(2000)
  expect(history.length).toBeGreaterThan(1990)
  expect(history).toMatch(/^[0-9]+,.*,998,999$/)
})

it('a daemon set covers more nodes than it creates pods for in one reconciliation', async () => {
  const nodes = Array.from({ length: 260 }, (_, index) => ({ name: `n${index}` }))
  await using cluster = await startCluster({ nodes })
  const spec = { selector: { matchLabels: { app: 'web' } }, template: template() }
  await cluster.of('DaemonSet').create({ metadata: { name: 'd' }, spec })
  await cluster.waitFor('DaemonSet', 'd', ({ status }) => status?.numberReady === 260)
  expect(await cluster.pods()).toHaveLength(260)
  expect(cluster.failures).toEqual([])
}, 30_000)
