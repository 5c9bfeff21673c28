import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { vocabularyNamed } from '@pinnace/meta'
import { createServingCertificates } from '@pinnace/server'
import { createEtcdStore } from '../src/index.ts'
import { askGateway } from './ask-gateway.ts'
import { etcdBinary, startEtcd, withoutEtcd } from './start-etcd.ts'

const value = { bytes: Buffer.from('value') }

describe('options', () => {
  it.each([
    [{ endpoints: [] }, 'endpoints must contain at least one URL'],
    [{ endpoints: ['ftp://127.0.0.1:1'] }, 'endpoint "ftp://127.0.0.1:1" must be a URL such as'],
    [{ endpoints: ['http://127.0.0.1:1/path'] }, 'must be a URL such as'],
    [{ endpoints: ['http://'] }, 'is not a URL'],
    [{ endpoints: ['https://127.0.0.1:1'], cert: 'x' }, 'cert and key must be set together'],
    [{ endpoints: ['http://127.0.0.1:1'], username: 'root' }, 'username and password must be set together'],
    [{ endpoints: ['http://127.0.0.1:1'], requestTimeoutMs: 0 }, 'requestTimeoutMs must be a positive integer'],
    [{ endpoints: ['http://127.0.0.1:1'], compactionIntervalMs: -1 }, 'must be a non-negative integer'],
  ])('refuses %j', async (options, message) => {
    await expect(createEtcdStore(options)).rejects.toThrow(message)
    const error = createEtcdStore(options)
    await expect(error).rejects.toThrow(TypeError)
    await expect(error).rejects.toMatchObject({ code: 'store-options' })
  })

  it('fails in time where no member answers', async () => {
    const start = performance.now()
    const store = createEtcdStore({ endpoints: ['http://127.0.0.1:1'], requestTimeoutMs: 300 })
    await expect(store).rejects.toMatchObject({ code: 'Unavailable' })
    expect(performance.now() - start).toBeLessThan(20_000)
  })
})

describe.skipIf(etcdBinary === undefined)(etcdBinary === undefined ? withoutEtcd : 'access to etcd', () => {
  it('needs a client certificate of its authority, and trusts only its own', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'pinnace-etcd-tls-'))
    const authority = createServingCertificates({ vocabulary: vocabularyNamed('kubernetes') })
    const files = { ca: join(directory, 'ca'), cert: join(directory, 'cert'), key: join(directory, 'key') }
    writeFileSync(files.ca, authority.ca)
    writeFileSync(files.cert, authority.cert)
    writeFileSync(files.key, authority.key)
    await using etcd = await startEtcd({ tls: files })
    const { endpoints } = etcd
    const client = authority.issueClientCertificate({ username: 'pinnace' })
    const store = await createEtcdStore({ endpoints, ca: authority.ca, ...client, compactionIntervalMs: 0 })
    expect(await store.put('/registry/a', value)).toMatchObject({ done: true })
    const revisions: bigint[] = []
    await store.watch('/registry/', 1n, {
      onEvents: (events) => revisions.push(...events.map(({ entry }) => entry.modRevision)),
      onEnd: () => undefined,
    })
    await store.put('/registry/a', value)
    await expect.poll(() => revisions).toHaveLength(2)
    await store.close()
    const stranger = createServingCertificates({ vocabulary: vocabularyNamed('kubernetes') })
    for (const options of [
      { ca: authority.ca },
      { ca: authority.ca, ...stranger.issueClientCertificate({ username: 'pinnace' }) },
      { ca: stranger.ca, ...client },
    ]) {
      const refused = createEtcdStore({ endpoints, ...options, requestTimeoutMs: 500 })
      await expect(refused).rejects.toMatchObject({ code: 'Unavailable' })
    }
    rmSync(directory, { recursive: true, force: true })
  })

  it('needs a name and a password, and gets a new token when etcd has forgotten the old one', async () => {
    await using etcd = await startEtcd()
    const { endpoints, members } = etcd
    const anonymous = await createEtcdStore({ endpoints, compactionIntervalMs: 0 })
    for (const [path, body] of [
      ['auth/user/add', { name: 'root', password: 'secret' }],
      ['auth/role/add', { name: 'root' }],
      ['auth/user/grant', { user: 'root', role: 'root' }],
      ['auth/user/add', { name: 'reader', password: 'reader' }],
      ['auth/enable', {}],
    ] as const) {
      await askGateway(etcd, path, body)
    }
    await expect(anonymous.get('/registry/a')).rejects.toMatchObject({ code: 'Unavailable' })
    await anonymous.close()
    const options = { endpoints, username: 'root', password: 'secret', compactionIntervalMs: 0 }
    await expect(createEtcdStore({ ...options, password: 'wrong', requestTimeoutMs: 5_000 })).rejects.toThrow(
      'authentication failed',
    )
    const reader = await createEtcdStore({ ...options, username: 'reader', password: 'reader' }).catch(String)
    if (typeof reader !== 'string') {
      await expect(reader.put('/registry/a', value)).rejects.toThrow('permission denied')
      await reader.close()
    }
    const store = await createEtcdStore(options)
    const revisions: bigint[] = []
    await store.watch('/registry/', await store.revision(), {
      onEvents: (events) => revisions.push(...events.map(({ entry }) => entry.modRevision)),
      onEnd: () => undefined,
    })
    expect(await store.put('/registry/a', value, { modRevision: 0n })).toMatchObject({ done: true })
    // A member keeps tokens in memory.
    for (const member of members) {
      await member.kill()
      member.start()
    }
    expect(await store.get('/registry/a')).toMatchObject({ key: '/registry/a' })
    expect(await store.put('/registry/b', value, { modRevision: 0n })).toMatchObject({ done: true })
    await expect.poll(() => revisions, { timeout: 5_000 }).toHaveLength(2)
    await store.close()
  })
})

describe.skipIf(etcdBinary === undefined)(etcdBinary === undefined ? withoutEtcd : 'an etcd that cannot serve', () => {
  it('makes requests fail in time while it is gone, and everything goes on when it is back', async () => {
    await using etcd = await startEtcd()
    const [member] = etcd.members
    await (await createEtcdStore({ endpoints: etcd.endpoints, compactionIntervalMs: 0 })).close()
    const store = await createEtcdStore({ endpoints: etcd.endpoints, requestTimeoutMs: 500, compactionIntervalMs: 0 })
    const revisions: bigint[] = []
    const ends: unknown[] = []
    await store.watch('/registry/', await store.revision(), {
      onEvents: (events) => revisions.push(...events.map(({ entry }) => entry.modRevision)),
      onEnd: (error) => ends.push(error),
    })
    await store.put('/registry/a', value)
    await member?.kill()
    const start = performance.now()
    for (const read of [() => store.get('/registry/a'), () => store.list('/registry/'), () => store.revision()]) {
      await expect(read()).rejects.toMatchObject({ code: 'Unavailable' })
    }
    await expect(store.put('/registry/b', value)).rejects.toMatchObject({ code: 'Unavailable' })
    expect(performance.now() - start).toBeLessThan(20_000)
    member?.start()
    await expect
      .poll(() => store.put('/registry/c', value).then(({ done }) => done, String), { timeout: 10_000 })
      .toBe(true)
    await expect.poll(() => revisions.length, { timeout: 5_000 }).toBeGreaterThanOrEqual(2)
    expect(ends).toEqual([])
    await store.close()
  })

  it('is full when its quota is used up, and can still be read', async () => {
    await using etcd = await startEtcd({ flags: ['--quota-backend-bytes=4194304'] })
    const store = await createEtcdStore({ endpoints: etcd.endpoints, compactionIntervalMs: 0 })
    const fill = async (): Promise<void> => {
      for (let index = 0; index < 100; index++) {
        await store.put(`/registry/${index}`, { bytes: Buffer.alloc(512 * 1024) })
      }
    }
    await expect(fill()).rejects.toMatchObject({ code: 'Full' })
    expect(await store.get('/registry/0')).toBeDefined()
    await store.close()
  })
})
