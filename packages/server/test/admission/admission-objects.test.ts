import type { AdmissionObjects, AdmissionPlugin } from '@pinnace/admission'
import type { ApiObject } from '@pinnace/meta'
import { afterEach, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { call } from '../support/call.ts'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

const classes = { group: 'storage.k8s.io', resource: 'storageclasses' }
const configMaps = { group: '', resource: 'configmaps' }
const post = (server: Server, path: string, body: object): ReturnType<typeof call> =>
  call(server, 'POST', path, { body })

async function serve(): Promise<{ readonly server: Server; readonly objects: () => AdmissionObjects }> {
  const lent: AdmissionObjects[] = []
  const borrower: AdmissionPlugin = {
    name: 'Borrower',
    handles: () => false,
    bind(host) {
      lent.push(host.objects)
      return { name: 'Borrower', handles: () => false }
    },
  }
  const server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', admission: [borrower] })
  servers.push(server)
  return { server, objects: () => lent.at(-1)! }
}

const names = (objects: readonly ApiObject[]): readonly (string | undefined)[] =>
  objects.map(({ metadata }) => metadata.name)

describe('the objects plugins read', () => {
  it('are listed as they are now, whatever was listed before', async () => {
    const { server, objects } = await serve()
    const list = async (): Promise<readonly (string | undefined)[]> => names(await objects().list(classes, ''))
    const path = '/apis/storage.k8s.io/v1/storageclasses'
    expect(await list()).toEqual([])
    await post(server, path, { metadata: { name: 'a' }, provisioner: 'p' })
    expect(await list()).toEqual(['a'])
    await post(server, path, { metadata: { name: 'b' }, provisioner: 'p' })
    expect(await list()).toEqual(['a', 'b'])
    await call(server, 'DELETE', `${path}/a`)
    expect(await list()).toEqual(['b'])
  })

  it('are the same list while nothing of theirs changes', async () => {
    const { server, objects } = await serve()
    await post(server, '/apis/storage.k8s.io/v1/storageclasses', { metadata: { name: 'a' }, provisioner: 'p' })
    const first = await objects().list(classes, '')
    await post(server, '/api/v1/namespaces/default/configmaps', { metadata: { name: 'a' } })
    expect(await objects().list(classes, '')).toBe(first)
  })

  it('are of one namespace, or of all', async () => {
    const { server, objects } = await serve()
    await post(server, '/api/v1/namespaces', { metadata: { name: 'team' } })
    await post(server, '/api/v1/namespaces/default/configmaps', { metadata: { name: 'a' } })
    await post(server, '/api/v1/namespaces/team/configmaps', { metadata: { name: 'b' } })
    for (const _ of ['first', 'kept']) {
      expect(names(await objects().list(configMaps, 'default'))).toContain('a')
      expect(names(await objects().list(configMaps, 'team'))).toEqual(['b'])
      expect(names(await objects().list(configMaps, ''))).toEqual(expect.arrayContaining(['a', 'b']))
    }
  })

  it('of a fork go their own way', async () => {
    const { server, objects } = await serve()
    const path = '/apis/storage.k8s.io/v1/storageclasses'
    await post(server, path, { metadata: { name: 'a' }, provisioner: 'p' })
    const before = objects()
    expect(names(await before.list(classes, ''))).toEqual(['a'])
    const fork = server.fork()
    servers.push(fork)
    await post(fork, path, { metadata: { name: 'b' }, provisioner: 'p' })
    expect(names(await before.list(classes, ''))).toEqual(['a'])
    expect(names(await objects().list(classes, ''))).toEqual(['a', 'b'])
  })

  it('are frozen', async () => {
    const { server, objects } = await serve()
    await post(server, '/api/v1/namespaces/default/configmaps', { metadata: { name: 'a' }, data: { k: 'v' } })
    const found = await objects().get(configMaps, 'default', 'a')
    expect(Object.isFrozen(found) && Object.isFrozen(found!.metadata)).toBe(true)
    expect(await objects().get(configMaps, 'default', 'none')).toBeUndefined()
    expect(await objects().list({ group: 'none', resource: 'things' }, '')).toEqual([])
  })
})
