import { afterEach, beforeEach, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { call } from '../support/call.ts'

const path = '/api/v1/namespaces/default/configmaps'
const forms = {
  json: 'application/json',
  metadata: 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1',
  table: 'application/json;as=Table;g=meta.k8s.io;v=v1',
}
const value = 'x'.repeat(2_000)

let server: Server
beforeEach(async () => {
  server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
  const client = server.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')
  for (let number = 0; number < 120; number++) {
    await client.create({ metadata: { name: `map-${String(number).padStart(3, '0')}` }, data: { value } })
  }
})
afterEach(() => server.close())

interface Item {
  readonly metadata: { readonly name: string }
  readonly data?: { readonly value: string }
}

interface Page {
  readonly names: readonly string[]
  readonly values: readonly (string | undefined)[]
  readonly token: string
}

async function page(limit: number, token = '', accept = forms.json): Promise<Page> {
  const target = `${path}?limit=${limit}&continue=${token}`
  const { json } = await call(server, 'GET', target, { headers: { accept } })
  const items: readonly Item[] = json.items ?? json.rows.map((row: { readonly object: Item }) => row.object)
  return {
    names: items.map(({ metadata }) => metadata.name),
    values: items.map(({ data }) => data?.value),
    token: encodeURIComponent(json.metadata.continue ?? ''),
  }
}

it.each(Object.entries(forms))(
  'pages that are asked for again and again are the same and complete, as %s',
  async (_form, accept) => {
    const seen: string[][] = []
    for (let round = 0; round < 4; round++) {
      const first = await page(50, '', accept)
      const second = await page(50, first.token, accept)
      const third = await page(50, second.token, accept)
      seen.push([...first.names, ...second.names, ...third.names])
    }
    for (const names of seen) expect(names).toEqual(seen[0])
    expect(new Set(seen[0]).size).toBe(120)
  },
)

it('pages of other sizes are not mixed up', async () => {
  for (let round = 0; round < 3; round++) {
    for (const limit of [40, 41, 100]) expect((await page(limit)).names).toHaveLength(limit)
  }
})

it('a page shows a write at once; one that goes on shows the list as it was', async () => {
  for (let round = 0; round < 3; round++) await page(50)
  const { token } = await page(50)
  for (let round = 0; round < 3; round++) await page(50, token)
  const body = { data: { value: 'changed' } }
  for (const name of ['map-010', 'map-060']) {
    await call(server, 'PATCH', `${path}/${name}`, {
      body,
      headers: { 'content-type': 'application/merge-patch+json' },
    })
  }
  for (let round = 0; round < 3; round++) {
    expect((await page(50)).values[10]).toBe('changed')
    expect((await page(50, token)).values[10]).toBe(value)
    expect((await page(50, (await page(50)).token)).values[10]).toBe('changed')
  }
})
