import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createServer } from '@pinnace/server'
import type { Store } from '@pinnace/store'
import { createMemoryStore } from '@pinnace/store/memory'
import { createLmdbStore } from '@pinnace/store-lmdb'
import { createPostgresStore } from '@pinnace/store-postgres'
import { eventually } from '@pinnace/testing'
import { warningOfKeys } from '../src/open-persistence.ts'
import {
  postgresBin,
  startPostgres,
  type TestPostgres,
  withoutPostgres,
} from '../../store-postgres/test/start-postgres.ts'
import { parseFlags, type CommandOptions } from '../src/flags.ts'
import { main } from '../src/index.ts'
import { run } from '../src/run.ts'
import { loadKubeconfig } from './load-kubeconfig.ts'
import { copyStore } from '../src/stores/copy-store.ts'
import { formatSpec, openStore } from '../src/stores/open-store.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pinnace-stores-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Runs the command; returns its exit code and everything it has printed. */
async function command(...args: readonly string[]): Promise<{ readonly code: number; readonly printed: string }> {
  let printed = ''
  const print = (part: string): void => void (printed += part)
  return { code: await main(args, { out: print, err: print }), printed }
}

function ask(url: string, config: string, body?: object): Promise<{ readonly status: number; readonly body: unknown }> {
  return new Promise((resolve, reject) => {
    const outgoing = httpsRequest(
      url,
      {
        ...loadKubeconfig(config),
        agent: false,
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'content-type': 'application/json' },
      },
      (response) => {
        let text = ''
        response.on('data', (data: Buffer) => (text += data.toString()))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) as unknown }))
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

const textOf = async (store: Store, key: string): Promise<string> =>
  Buffer.from((await store.get(key))?.value ?? []).toString()

describe('copyStore', () => {
  it('copies every key of one state, with the revisions of the target', async () => {
    const [source, target] = [createMemoryStore(), createMemoryStore()]
    for (let index = 0; index < 350; index++) {
      source.put(`/${index % 250}`, { before: '{"metadata":{"resourceVersion":"', after: `"},"n":${index}}` })
    }
    source.delete('/7', { before: '', after: '' })
    source.put('/bytes', { bytes: Uint8Array.of(0, 255, 128) })
    const report = await copyStore(source, target)
    expect(report).toEqual({ keys: 250, sourceRevision: 353n, targetRevision: 251n })
    expect(target.list('').entries.map(({ key }) => key)).toEqual(source.list('').entries.map(({ key }) => key))
    for (const { key, value, modRevision } of target.list('/').entries) {
      if (key === '/bytes') expect(Buffer.from(value)).toEqual(Buffer.of(0, 255, 128))
      else
        expect(JSON.parse(Buffer.from(value).toString())).toMatchObject({
          metadata: { resourceVersion: String(modRevision) },
        })
    }
  })

  it('changes the revision of the object only, also where a client has written the same text', async () => {
    const [source, target] = [createMemoryStore(), createMemoryStore()]
    target.put('/x', { before: '', after: '' })
    target.delete('/x', { before: '', after: '' })
    const after = '","annotations":{"a":"{\\"resourceVersion\\":\\"2\\"}"}},"ref":{"resourceVersion":"2"}}'
    source.put('/a', { before: '{"kind":"A","metadata":{"name":"a","resourceVersion":"', after })
    const others = ['\n{"resourceVersion":"3"}', '{"metadata":{"name":"c"},"ref":{"resourceVersion":"4"}}\n']
    for (const [index, text] of others.entries()) source.put(`/b${index}`, { bytes: Buffer.from(text) })
    await copyStore(source, target)
    expect(await textOf(target, '/a')).toBe(`{"kind":"A","metadata":{"name":"a","resourceVersion":"4${after}`)
    for (const [index, text] of others.entries()) expect(await textOf(target, `/b${index}`)).toBe(text)
  })

  it('leaves the revision out for a store that takes bytes only, and copies from one as it is', async () => {
    const source = createMemoryStore()
    source.put('/a', { before: '{"metadata":{"name":"a","resourceVersion":"', after: '","uid":"u"}}' })
    source.put('/b', { before: '{"metadata":{"name":"b","resourceVersion":"', after: '"}}' })
    source.put('/c', { before: '{"metadata":{"resourceVersion":"', after: '"}}' })
    const memory = createMemoryStore()
    const target: Store = Object.assign(createMemoryStore(), { bytesOnly: true })
    await copyStore(source, target)
    const texts = ['{"metadata":{"name":"a","uid":"u"}}', '{"metadata":{"name":"b"}}', '{"metadata":{}}']
    for (const [index, key] of ['/a', '/b', '/c'].entries()) expect(await textOf(target, key)).toBe(texts[index])
    await copyStore(target, memory)
    expect(await textOf(memory, '/a')).toBe(texts[0])
  })

  it('gives keys the time to live of its option', async () => {
    let nowMs = 0
    const clock = { monotonic: () => nowMs, after: () => ({ cancel: () => undefined }) }
    const [source, target] = [createMemoryStore(), createMemoryStore({ clock })]
    for (const key of ['/registry/events/default/a', '/registry/pods/default/a']) {
      source.put(key, { before: '{"metadata":{"name":"a","resourceVersion":"', after: '"}}' })
    }
    await copyStore(source, target, { ttlSecondsOf: (key) => (key.includes('/events/') ? 3600 : undefined) })
    nowMs = 3_600_000
    expect(target.list('').entries.map(({ key }) => key)).toEqual(['/registry/pods/default/a'])
  })

  it('refuses a target that has objects', async () => {
    const [source, target] = [createMemoryStore(), createMemoryStore()]
    target.put('/a', { before: '', after: '' })
    await expect(copyStore(source, target)).rejects.toThrow('the target has objects: copy into an empty store')
  })
})

describe('pinnace data copy', () => {
  it('copies a data directory, which a server then serves', async () => {
    const [from, to] = [join(folder, 'from'), join(folder, 'to')]
    const kind = { apiVersion: 'v1', kind: 'ConfigMap' } as const
    const first = await createLmdbStore({ path: from })
    const before = await createServer({ store: first })
    await before
      .client(kind)
      .namespace('default')
      .create({ metadata: { name: 'kept' } })
    await before.close()
    await first.close()
    const { code, printed } = await command('data', 'copy', '--from', `lmdb:${from}`, `--to=lmdb:${to}`)
    expect({ code, printed }).toMatchObject({ code: 0 })
    expect(printed).toMatch(/^copied \d+ keys of lmdb:\S+ at revision \d+ to lmdb:\S+, now at revision \d+\n$/)
    const second = await createLmdbStore({ path: to })
    const after = await createServer({ store: second })
    const maps = after.client(kind).namespace('default')
    const kept = await maps.get('kept')
    expect(await maps.update({ ...kept, metadata: { ...kept.metadata, labels: { a: 'b' } } })).toBeDefined()
    await after.close()
    await second.close()
    expect(await command('data', 'copy', '--from', `lmdb:${from}`, '--to', `lmdb:${to}`)).toEqual({
      code: 1,
      printed: 'pinnace: the target has objects: copy into an empty store\nsee "command-failed" in docs/errors.md\n',
    })
  })

  it.each([
    [['--help'], 0, 'Usage: pinnace data copy --from SPEC --to SPEC'],
    [['--from', 'lmdb:a'], 2, 'data copy requires --from and --to'],
    [['--from', 'lmdb:a', '--to', 'lmdb:a'], 2, '--from and --to name the same store'],
    [['postgres://app:hunter2@host/x'], 2, 'data copy takes --from SPEC and --to SPEC only'],
    [['--from', 'mysql://app:hunter2@host/x', '--to', 'lmdb:b'], 2, ', not mysql:'],
    [['--from', 'app:hunter2@host', '--to', 'lmdb:b'], 2, 'a store is one of lmdb:DIR, postgres://'],
    [['--from', 'lmdb:/nowhere/at/all', '--to', 'lmdb:b'], 1, 'there is no store in /nowhere/at/all'],
    [['--from', 'lmdb:', '--to', 'lmdb:b'], 2, 'lmdb: needs a directory'],
    [['--from', 'postgres://app:hunter2@[', '--to', 'lmdb:b'], 2, 'the URL of a postgres store is invalid'],
    [['--from', 'postgres://app:hunter2@127.0.0.1:9/x?schema=BAD', '--to', 'lmdb:b'], 1, 'schema must be 1 to 48 of'],
  ])('answers %j without a password', async (args, code, text) => {
    const answer = await command('data', 'copy', ...args)
    expect(answer.code).toBe(code)
    expect(answer.printed).toContain(text)
    expect(answer.printed).not.toContain('hunter2')
  })
})

describe('specs', () => {
  it.each([
    ['lmdb:/data', 'lmdb:/data'],
    ['postgres://app:hunter2@db:5432/app?schema=x&password=hunter2', 'postgres://db:5432/app'],
    ['postgres://app:hunter2@[', 'postgres://…'],
  ])('are printed without secrets: %s', (spec, printed) => {
    expect(formatSpec(spec)).toBe(printed)
  })
})

describe('--postgres-url', () => {
  it('is a URL, which --postgres-schema requires, and stands in no message', () => {
    const url = 'postgres://app@db/app'
    expect(parseFlags([`--postgres-url=${url}`, '--postgres-schema=x'])).toMatchObject({
      postgresUrl: url,
      postgresSchema: 'x',
    })
    expect(() => parseFlags(['--postgres-schema=x'])).toThrow('--postgres-schema requires --postgres-url')
    for (const wrong of ['db:hunter2', 'mysql://app:hunter2@db/x', 'postgres://:hunter2@[']) {
      expect(() => parseFlags([`--postgres-url=${wrong}`])).toThrow(
        /^--postgres-url must be a URL such as postgres:\/\/USER@HOST:5432\/DATABASE$/,
      )
    }
  })
})

describe('the keys of a server', () => {
  const postgresUrl = 'postgres://app@db/app'

  it.each([
    ['in memory', {}, undefined],
    ['over a directory', { dataDir: 'a' }, undefined],
    ['over a database and with a directory', { postgresUrl, dataDir: 'a' }, undefined],
    ['over etcd', { etcdServers: ['http://etcd:2379'] }, /^without --data-dir/],
    ['over a database', { postgresUrl }, /^without --data-dir the keys of this server are new/],
  ])('%s', (_, flags, expected) => {
    const warning = warningOfKeys({ vocabulary: 'kubernetes', ...flags })
    if (expected === undefined) expect(warning).toBeUndefined()
    else expect(warning).toMatch(expected)
  })
})

describe.skipIf(postgresBin === undefined)(
  postgresBin === undefined ? withoutPostgres : 'a store in PostgreSQL',
  () => {
    let server: TestPostgres
    beforeAll(async () => {
      server = await startPostgres()
    })
    afterAll(() => server.remove())

    it('keeps the objects of servers with the same keys, which both write', async () => {
      const flags = (name: string): CommandOptions =>
        parseFlags([
          '--secure-port=0',
          '--vocabulary=kubernetes',
          `--postgres-url=${server.url()}`,
          '--postgres-schema=command',
          `--data-dir=${join(folder, 'keys')}`,
          `--write-kubeconfig=${join(folder, name)}`,
        ]) as CommandOptions
      const said: string[] = []
      const silent = { out: (): void => undefined, err: (text: string): void => void said.push(text) }
      const first = await run(flags('first'), silent)
      const second = await run(flags('second'), silent)
      const config = await readFile(join(folder, 'first'), 'utf8')
      const maps = '/api/v1/namespaces/default/configmaps'
      const created = await ask(`${first.url}${maps}`, config, { metadata: { name: 'shared' } })
      expect(created.status).toBe(201)
      expect(await ask(`${second.url}${maps}/shared`, config)).toEqual({ status: 200, body: created.body })
      expect(await readdir(join(folder, 'keys'))).toEqual(['authority.pem', 'token-signing-key.pem'])
      // One of the two runs the controllers.
      const lease = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/controllers'
      await eventually(async () => (await ask(`${second.url}${lease}`, config)).status, 200)
      expect(said).toEqual([])
      await first.close()
      await second.close()
    })

    it('is copied into and out of, and is not created as a source', async () => {
      const path = join(folder, 'lmdb')
      const first = await createLmdbStore({ path })
      for (let index = 0; index < 230; index++) {
        await first.put(`/${index}`, { before: '{"metadata":{"resourceVersion":"', after: '"}}' })
      }
      await first.close()
      const [url, back] = [server.url({ schema: 'copied' }), join(folder, 'back')]
      const missing = await command('data', 'copy', '--from', url, '--to', `lmdb:${back}-none`)
      expect(missing).toEqual({
        code: 1,
        printed: 'pinnace: the schema copied has no store\nsee "command-failed" in docs/errors.md\n',
      })
      expect(await command('data', 'copy', '--from', `lmdb:${path}`, '--to', url)).toMatchObject({ code: 0 })
      expect(await command('data', 'copy', '--from', url, '--to', `lmdb:${back}`)).toMatchObject({ code: 0 })
      const copied = await openStore(`lmdb:${back}`, { mayCreate: false })
      const { entries } = await copied.list('')
      expect(entries).toHaveLength(230)
      for (const { value, modRevision } of entries) {
        expect(Buffer.from(value).toString()).toBe(`{"metadata":{"resourceVersion":"${modRevision}"}}`)
      }
      await copied.close()
      const store = await createPostgresStore({ connectionString: server.url(), schema: 'copied' })
      expect((await store.list('', { limit: 1 })).remaining).toBe(229)
      await store.close()
    })
  },
)
