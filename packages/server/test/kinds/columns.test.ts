import { beforeAll, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { call } from '../support/call.ts'

let server: Server
beforeAll(async () => {
  server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
})

const asTable = { headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' } }

interface Column {
  readonly name: string
  readonly type: string
  readonly format: string
  readonly priority: number
}

describe('columns of tables', () => {
  it.each([
    ['/api/v1/serviceaccounts', 'Name string name, Age string'],
    ['/apis/networking.k8s.io/v1/ipaddresses', 'Name string name, ParentRef string'],
    ['/apis/storage.k8s.io/v1/csistoragecapacities', 'Name string name, Created At date'],
    [
      '/apis/storage.k8s.io/v1/volumeattachments',
      'Name string name, Attacher string name, PV string, Node string, Attached boolean, Age string',
    ],
    [
      '/api/v1/events',
      'Last Seen string, Type string, Reason string, Object string, Subobject string 1, Source string 1, Message string, First Seen string 1, Count string 1, Name string name 1',
    ],
  ])('of %s are %s', async (path, wanted) => {
    const { columnDefinitions } = (await call(server, 'GET', path, asTable)).json
    const columns = columnDefinitions.map(({ name, type, format, priority }: Column) =>
      [name, type, format, priority === 0 ? '' : priority].filter((word) => word !== '').join(' '),
    )
    expect(columns.join(', ')).toBe(wanted)
  })

  it('count the data of a config map as a number', async () => {
    const path = '/api/v1/namespaces/default/configmaps'
    const body = { metadata: { name: 'a' }, data: { k: 'v' }, binaryData: { b: '' } }
    const { rows } = (await call(server, 'POST', path, { body, ...asTable })).json
    expect(rows[0].cells.slice(0, 2)).toEqual(['a', 2])
  })

  it.each([
    [{ kernelVersion: '5.1', architecture: 'amd64' }, '5.1 (amd64)'],
    [{ kernelVersion: '5.1' }, '5.1'],
    [{ architecture: 'amd64' }, '<unknown> (amd64)'],
  ])('print the kernel of a node with its architecture: %j', async (nodeInfo, wanted) => {
    const body = { metadata: { name: 'n' }, status: { nodeInfo } }
    const { rows } = (await call(server, 'POST', '/api/v1/nodes?dryRun=All', { body, ...asTable })).json
    expect(rows[0].cells[8]).toBe(wanted)
  })
})
