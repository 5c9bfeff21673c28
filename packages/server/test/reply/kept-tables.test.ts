import { createFakeClock, createTestServer, type TestServer } from '@pinnace/testing'
import { expect, it } from 'vitest'

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const accept = 'application/json;as=Table;g=meta.k8s.io;v=v1'
const path = '/api/v1/namespaces/default/pods'

async function tableOf(server: TestServer, query = ''): Promise<{ readonly text: string; readonly cells: unknown[] }> {
  const response = await server.fetch(new Request(`http://server${path}${query}`, { headers: { accept } }))
  const text = await response.text()
  return { text, cells: JSON.parse(text).rows.map((row: { readonly cells: unknown }) => row.cells) }
}

async function createPods(server: TestServer, names: readonly string[]): Promise<void> {
  const pods = server.client({ apiVersion: 'v1', kind: 'Pod' }).namespace('default')
  for (const name of names) await pods.create({ metadata: { name }, spec: { containers: [{ name: 'a', image: 'a' }] } })
}

const namesOf = (group: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${group}${index}`)

it('a table that is kept has the ages of the time when it is sent', async () => {
  const clock = createFakeClock()
  await using server = await createTestServer({ clock })
  await createPods(server, namesOf('a', 100))
  clock.jumpTo(clock.now() + 50 * minuteMs)
  await createPods(server, namesOf('b', 100))
  const restarted = server.client({ apiVersion: 'v1', kind: 'Pod' }).namespace('default')
  const state = { terminated: { exitCode: 1, finishedAt: new Date(clock.now()).toISOString().replace(/\.\d+/, '') } }
  await restarted.patchStatus('b7', {
    status: {
      phase: 'Running',
      containerStatuses: [{ name: 'a', image: 'a', imageID: '', ready: true, restartCount: 2, lastState: state }],
    },
  })
  const steps = [
    0,
    300,
    700,
    secondMs,
    59 * secondMs,
    minuteMs,
    9 * minuteMs,
    minuteMs,
    3 * hourMs,
    30 * minuteMs,
    5 * hourMs,
  ]
  const seen = new Set<string>()
  for (const step of [...steps, 2 * dayMs, hourMs, 9 * dayMs, 800 * dayMs, -400 * dayMs, -801 * dayMs]) {
    clock.jumpTo(clock.now() + step)
    const first = await tableOf(server)
    expect((await tableOf(server)).text).toBe(first.text)
    // Rows with whole objects are made from these objects, and not kept.
    expect(first.cells).toEqual((await tableOf(server, '?includeObject=Object')).cells)
    seen.add(first.text)
  }
  expect(seen.size).toBeGreaterThan(14)
})

it('a table that is kept changes with its objects', async () => {
  await using server = await createTestServer({ clock: createFakeClock() })
  await createPods(server, namesOf('a', 200))
  const before = await tableOf(server)
  await server.client({ apiVersion: 'v1', kind: 'Pod' }).namespace('default').delete('a7')
  await createPods(server, ['a7b'])
  const after = await tableOf(server)
  expect(after.cells).toHaveLength(200)
  expect(after.cells.map((cells) => (cells as string[])[0])).toContain('a7b')
  expect(before.cells.map((cells) => (cells as string[])[0])).toContain('a7')
})

it('tables that differ in what they show of the objects are kept apart', async () => {
  await using server = await createTestServer({ clock: createFakeClock() })
  await createPods(server, namesOf('a', 200))
  for (let round = 0; round < 2; round++) {
    expect(JSON.parse((await tableOf(server)).text).rows[0].object).toMatchObject({ kind: 'PartialObjectMetadata' })
    expect(JSON.parse((await tableOf(server, '?includeObject=None')).text).rows[0].object).toBeNull()
  }
})

it('a table of custom resources has the columns of their present definition', async () => {
  await using server = await createTestServer({ clock: createFakeClock() })
  const crds = server.client({ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' })
  const version = (jsonPath: string) => ({
    name: 'v1',
    served: true,
    storage: true,
    additionalPrinterColumns: [{ name: 'Shown', type: 'string', jsonPath }],
    schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
  })
  const spec = { group: 'a.example', scope: 'Namespaced' as const, names: { plural: 'bs', kind: 'B' } }
  await crds.create({ metadata: { name: 'bs.a.example' }, spec: { ...spec, versions: [version('.spec.x')] } })
  const objects = server.client({ apiVersion: 'a.example/v1', kind: 'B' }).namespace('default')
  for (const name of namesOf('b', 300)) {
    await objects.create({ metadata: { name, labels: { long: 'x'.repeat(60) } }, spec: { x: 'first', y: 'second' } })
  }
  const shown = async (): Promise<unknown> => {
    const url = 'http://server/apis/a.example/v1/namespaces/default/bs'
    const { rows } = await (await server.fetch(new Request(url, { headers: { accept } }))).json()
    return rows[0].cells[1]
  }
  expect([await shown(), await shown()]).toEqual(['first', 'first'])
  await crds.patch('bs.a.example', { spec: { versions: [version('.spec.y')] } }, { type: 'merge' })
  expect([await shown(), await shown()]).toEqual(['second', 'second'])
})
