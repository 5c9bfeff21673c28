import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestServer, objectsAt, readHistory, type TestServer } from '../src/index.ts'

const configMap = { apiVersion: 'v1', kind: 'ConfigMap' } as const
const maps = (server: TestServer) => server.client(configMap).namespace('default')

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pinnace-manifests-'))
})
afterEach(() => rm(folder, { recursive: true }))

describe('the history of an object', () => {
  it('has what each write changed, and its manager', async () => {
    await using server = await createTestServer()
    await maps(server).create({ metadata: { name: 'a' }, data: { color: 'blue' } }, { fieldManager: 'painter' })
    await maps(server).create({ metadata: { name: 'other' } })
    await maps(server).patch('a', { data: { color: 'red', size: 'large' } }, { fieldManager: 'tailor' })
    await maps(server).patch('a', { data: { size: null } }, { fieldManager: 'painter' })
    const history = await readHistory(maps(server), 'a')
    expect(history.map(({ type }) => type)).toEqual(['ADDED', 'MODIFIED', 'MODIFIED'])
    expect(history.slice(0, 2).map(({ manager }) => manager)).toEqual(['painter', 'tailor'])
    expect(history[1]?.fields).toEqual([
      { path: 'data.color', before: 'blue', after: 'red' },
      { path: 'data.size', before: undefined, after: 'large' },
    ])
    expect(history[2]?.fields).toEqual([{ path: 'data.size', before: 'large', after: undefined }])
    await expect(readHistory(maps(server), 'none')).rejects.toMatchObject({ code: 404 })
  })

  it('can be read at any version', async () => {
    await using server = await createTestServer()
    const { metadata } = await maps(server).create({ metadata: { name: 'a' }, data: { color: 'blue' } })
    await maps(server).patch('a', { data: { color: 'red' } })
    await maps(server).create({ metadata: { name: 'b' } })
    const past = objectsAt(server.client(configMap), metadata.resourceVersion).namespace('default')
    expect((await past.list()).items.map(({ metadata: { name } }) => name)).toEqual(['a'])
    expect((await past.get('a')).data).toEqual({ color: 'blue' })
    await expect(past.get('b')).rejects.toMatchObject({ code: 404 })
  })
})

describe('snapshots', { timeout: 100_000 }, () => {
  it('are restored as often as needed', async () => {
    await using server = await createTestServer()
    await maps(server).create({ metadata: { name: 'a' } })
    const snapshot = server.snapshot()
    for (let turn = 0; turn < 2; turn++) {
      await maps(server).delete('a')
      server.restore(snapshot)
      expect((await maps(server).get('a')).metadata.name).toBe('a')
    }
    await snapshot.close()
  })

  it('are equal text for equal content, one file for each object, and can be loaded', async () => {
    const fill = async (server: TestServer): Promise<void> => {
      await maps(server).create({ metadata: { name: 'a' }, data: { color: 'blue' } })
      await server
        .client({ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole' })
        .create({ metadata: { name: 'team:reader' }, rules: [] })
    }
    await using one = await createTestServer()
    await using other = await createTestServer()
    await fill(one)
    await fill(other)
    const manifests = await one.manifests()
    expect(manifests.get('v1/ConfigMap/default/a.yaml')).toBe(
      'apiVersion: v1\ndata:\n  color: blue\nkind: ConfigMap\nmetadata:\n  name: a\n  namespace: default\n',
    )
    const ownParts = (all: ReadonlyMap<string, string>): readonly string[] =>
      [...all.keys()].filter((path) => /ConfigMap\/default|team_reader/.test(path))
    expect(ownParts(manifests)).toEqual([
      expect.stringMatching(/^rbac\.authorization\.k8s\.io_v1\/ClusterRole\/team_reader_[0-9a-f]{8}\.yaml$/),
      'v1/ConfigMap/default/a.yaml',
    ])
    expect([...(await other.manifests()).keys()]).toEqual([...manifests.keys()])

    await writeFile(join(folder, 'old.yaml'), 'old')
    const target = join(folder, 'state')
    await one.writeManifests(target)
    await one.writeManifests(target)
    expect(await readFile(join(target, 'v1/ConfigMap/default/a.yaml'), 'utf8')).toBe(
      manifests.get('v1/ConfigMap/default/a.yaml'),
    )
    await using third = await createTestServer()
    await third.load(join(target, 'v1/ConfigMap'))
    expect((await maps(third).get('a')).data).toEqual({ color: 'blue' })
    expect(await readdir(folder)).toEqual(['old.yaml', 'state'])
  })

  it('load YAML text in any order, and name what cannot be applied', async () => {
    await using server = await createTestServer()
    const namespace = 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: team\n'
    const map = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  namespace: team\n'
    const applied = await server.load(`${map}---\n${namespace}`)
    expect(applied.map(({ kind }) => kind)).toEqual(['Namespace', 'ConfigMap'])
    const file = join(folder, 'bad.yaml')
    await writeFile(file, `${map}data: [1]\n`)
    await expect(server.load(file)).rejects.toThrow(`${file}, document 1: ConfigMap a: `)
  })
})
