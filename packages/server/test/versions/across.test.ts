import { beforeEach, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { call, openWatch } from '../support/call.ts'
import { later, oldWidget, widget, type Shown } from './widgets.ts'

const newer = '/apis/example.dev/v1/namespaces/default/widgets'
const older = '/apis/example.dev/v1beta1/namespaces/default/widgets'

/** What begins in one version and goes on in the other. */
describe.each([
  ['v1', 'at once'],
  ['v1beta1', 'at once'],
  ['v1', 'later'],
  ['v1beta1', 'later'],
])('versions of a kind that is stored as %s and converted %s', (stored, when) => {
  let server: Server

  beforeEach(async () => {
    const hub = widget(stored)
    const resources = when === 'later' ? later(hub, oldWidget(hub)) : [hub, oldWidget(hub)]
    server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', resources })
    for (const [index, color] of ['red', 'blue', 'red', 'blue'].entries()) {
      const body = { metadata: { name: `w${index}`, labels: { color } }, spec: { size: index, color } }
      expect((await call(server, 'POST', newer, { body })).status).toBe(201)
    }
  })

  const names = async (target: string): Promise<string[]> =>
    (await call(server, 'GET', target)).json.items.map((item: Shown) => item.metadata.name)
  const revision = async (): Promise<string> => (await call(server, 'GET', newer)).json.metadata.resourceVersion
  const patch = (target: string, spec: object) =>
    call(server, 'PATCH', target, { body: { spec }, headers: { 'content-type': 'application/merge-patch+json' } })

  it('deletecollection takes what the version asked for selects', async () => {
    const byLabel = await call(server, 'DELETE', `${older}?labelSelector=color%3Dred&dryRun=All`)
    expect(byLabel.json.items.map(({ spec }: Shown) => spec.length)).toEqual(['0mm', '2mm'])
    expect(await names(older)).toHaveLength(4)
    const refused = await call(server, 'DELETE', `${older}?fieldSelector=spec.color%3Dred`)
    expect([refused.status, await names(newer)]).toEqual([400, ['w0', 'w1', 'w2', 'w3']])
    if (when === 'at once') {
      const gone = await call(server, 'DELETE', `${older}?fieldSelector=spec.colour%3Dred`)
      expect(gone.json.items.map(({ apiVersion, spec }: Shown) => [apiVersion, spec.length])).toEqual([
        ['example.dev/v1beta1', '0mm'],
        ['example.dev/v1beta1', '2mm'],
      ])
      expect(await names(newer)).toEqual(['w1', 'w3'])
    }
  })

  it('a list that began in one goes on in the other, at one snapshot', async () => {
    const first = await call(server, 'GET', `${older}?limit=2`)
    await call(server, 'DELETE', `${newer}/w3`)
    await patch(`${older}/w2`, { length: '20mm' })
    const token = encodeURIComponent(first.json.metadata.continue)
    const second = await call(server, 'GET', `${newer}?limit=2&continue=${token}`)
    expect(first.json.items.map(({ spec }: Shown) => spec.length)).toEqual(['0mm', '1mm'])
    expect(second.json.items.map(({ spec }: Shown) => spec.size)).toEqual([2, 3])
    expect(second.json.metadata.resourceVersion).toBe(first.json.metadata.resourceVersion)
  })

  it('a list at the version that a write through the other answered shows it', async () => {
    const { json } = await patch(`${older}/w2`, { length: '20mm' })
    await patch(`${newer}/w2`, { size: 30 })
    const at = `resourceVersion=${json.metadata.resourceVersion}&resourceVersionMatch=Exact`
    const sizes = (await call(server, 'GET', `${newer}?${at}`)).json.items.map(({ spec }: Shown) => spec.size)
    expect(sizes).toEqual([0, 1, 20, 3])
  })

  it('a watch goes on in one from where it was in the other, for what it selects', async () => {
    const start = await revision()
    const before = await openWatch(server, `${newer}?watch=true&resourceVersion=${start}&labelSelector=color%3Dred`)
    await patch(`${older}/w0`, { length: '7mm' })
    await before.until(1)
    before.leave()
    expect(before.events.map(({ object }) => object.spec.size)).toEqual([7])
    const reached = before.events[0].object.metadata.resourceVersion
    await call(server, 'PATCH', `${newer}/w0`, {
      body: { metadata: { labels: { color: 'green' } } },
      headers: { 'content-type': 'application/merge-patch+json' },
    })
    await call(server, 'PATCH', `${older}/w1`, {
      body: { metadata: { labels: { color: 'red' } } },
      headers: { 'content-type': 'application/merge-patch+json' },
    })
    await call(server, 'DELETE', `${newer}/w2`)
    const after = await openWatch(server, `${older}?watch=true&resourceVersion=${reached}&labelSelector=color%3Dred`)
    await after.until(3)
    after.leave()
    expect(after.events.map(({ type, object }) => [type, object.apiVersion, object.spec.length])).toEqual([
      ['DELETED', 'example.dev/v1beta1', '7mm'],
      ['ADDED', 'example.dev/v1beta1', '1mm'],
      ['DELETED', 'example.dev/v1beta1', '2mm'],
    ])
  })

  it('an update through one is refused where the other has written since', async () => {
    const { json } = await call(server, 'GET', `${older}/w0`)
    await patch(`${newer}/w0`, { size: 9 })
    const stale = await call(server, 'PUT', `${older}/w0`, { body: json })
    expect([stale.status, stale.json.reason]).toEqual([409, 'Conflict'])
    const gone = await call(server, 'DELETE', `${older}/w0`, {
      body: { preconditions: { resourceVersion: json.metadata.resourceVersion } },
    })
    expect([gone.status, gone.json.reason]).toEqual([409, 'Conflict'])
  })

  it('what each wrote is owned at its version, and stays so through the other', async () => {
    await call(server, 'PATCH', `${older}/w0?fieldManager=old`, {
      body: { spec: { length: '5cm' } },
      headers: { 'content-type': 'application/merge-patch+json' },
    })
    const owners = async (target: string): Promise<unknown> =>
      (await call(server, 'GET', `${target}/w0`)).json.metadata.managedFields
        .filter(({ manager }: { manager: string }) => manager === 'old')
        .map(({ apiVersion, fieldsV1 }: { apiVersion: string; fieldsV1: object }) => [apiVersion, fieldsV1])
    const wanted = [['example.dev/v1beta1', { 'f:spec': { 'f:length': {} } }]]
    expect([await owners(newer), await owners(older)]).toEqual([wanted, wanted])
    await patch(`${newer}/w0`, { color: 'green' })
    expect([await owners(newer), await owners(older)]).toEqual([wanted, wanted])
  })
})
