import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLmdbStore } from '@pinnace/store-lmdb'
import { etcdBinary, startEtcd, withoutEtcd, type Etcd } from '../../store-etcd/test/start-etcd.ts'
import { parseFlags, type CommandOptions } from '../src/flags.ts'
import { main } from '../src/index.ts'
import { run } from '../src/run.ts'
import { openStore } from '../src/stores/open-store.ts'
import { loadKubeconfig } from './load-kubeconfig.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pinnace-etcd-'))
})
afterEach(() => rm(folder, { recursive: true }))

const server = '--etcd-servers=http://127.0.0.1:2379'

describe('flags of etcd', () => {
  it('are those of kube-apiserver', () => {
    expect(
      parseFlags([
        '--etcd-servers=https://a:2379,https://b:2379',
        '--etcd-servers=https://[::1]:2379/',
        '--etcd-cafile=ca',
        '--etcd-certfile=cert',
        '--etcd-keyfile=key',
        '--etcd-prefix=/other',
        '--etcd-compaction-interval=0',
        '--lease-reuse-duration-seconds=5',
        '--etcd-healthcheck-timeout=1s',
        '--etcd-readycheck-timeout=1m',
      ]),
    ).toMatchObject({
      etcdServers: ['https://a:2379', 'https://b:2379', 'https://[::1]:2379/'],
      etcdCafile: 'ca',
      etcdCertfile: 'cert',
      etcdKeyfile: 'key',
      etcdPrefix: '/other',
      etcdCompactionIntervalMs: 0,
      etcdHealthcheckTimeoutMs: 1_000,
      etcdReadycheckTimeoutMs: 60_000,
    })
  })

  it.each([
    [
      ['--etcd-servers=127.0.0.1:2379'],
      '--etcd-servers must be URLs such as https://127.0.0.1:2379, not "127.0.0.1:2379"',
    ],
    [['--etcd-servers=http://a:1,'], 'not ""'],
    [['--etcd-servers=http://a:1/path'], 'not "http://a:1/path"'],
    [['--etcd-prefix=/x'], '--etcd-servers must be specified'],
    [['--etcd-compaction-interval=1m'], '--etcd-servers must be specified'],
    [['--lease-reuse-duration-seconds=1'], '--etcd-servers must be specified'],
    [[server, '--unsafe-no-fsync'], '--unsafe-no-fsync requires --data-dir, without --postgres-url and --etcd-servers'],
    [[server, '--etcd-certfile=cert'], 'KeyFile and CertFile must both be present[key: , cert: cert]'],
    [[server, '--etcd-keyfile=key'], 'KeyFile and CertFile must both be present[key: key, cert: ]'],
    [[server, '--postgres-url=postgres://db/app'], '--etcd-servers and --postgres-url name different stores'],
    [[server, '--etcd-compaction-interval=often'], '--etcd-compaction-interval must be a duration such as 1m30s'],
  ])('refuse %j', (args, message) => {
    expect(() => parseFlags(args)).toThrow(message)
  })

  it.each([
    ['etcd:', 2, 'etcd: needs a URL'],
    ['etcd:http://127.0.0.1:1?user=x', 2, 'etcd: has no parameter "user"'],
    ['etcd:http://127.0.0.1:1/path', 1, 'must be a URL such as https://127.0.0.1:2379'],
    ['etcd:http://127.0.0.1:1?cafile=/missing', 1, '--etcd-cafile: ENOENT'],
  ])('do not fit the spec %s', async (spec, code, message) => {
    let printed = ''
    const print = (part: string): void => void (printed += part)
    const args = ['data', 'copy', '--from', spec, '--to', `lmdb:${folder}`]
    expect(await main(args, { out: print, err: print })).toBe(code)
    expect(printed).toContain(message)
  })
})

describe.skipIf(etcdBinary === undefined)(etcdBinary === undefined ? withoutEtcd : 'a store in etcd', () => {
  let etcd: Etcd
  beforeAll(async () => {
    etcd = await startEtcd()
  })
  afterAll(() => etcd[Symbol.asyncDispose]())
  const silent = { out: (): void => undefined, err: (): void => undefined }

  it('keeps the objects of two servers with the same keys', async () => {
    const flags = (name: string): CommandOptions =>
      parseFlags([
        '--secure-port=0',
        `--etcd-servers=${etcd.endpoints.join()}`,
        '--etcd-prefix=command',
        `--data-dir=${join(folder, 'keys')}`,
        `--write-kubeconfig=${join(folder, name)}`,
      ]) as CommandOptions
    const first = await run(flags('first'), silent)
    const second = await run(flags('second'), silent)
    const config = await readFile(join(folder, 'first'), 'utf8')
    const maps = '/api/v1/namespaces/default/configmaps'
    const created = await ask(`${first.url}${maps}`, config, { metadata: { name: 'shared' } })
    expect(created.status).toBe(201)
    expect(await ask(`${second.url}${maps}/shared`, config)).toEqual({ status: 200, text: created.text })
    expect(await ask(`${second.url}/readyz/etcd-readiness`, config)).toEqual({ status: 200, text: 'ok' })
    await first.close()
    await second.close()
  })

  it('is copied into and out of, and must exist as a source', async () => {
    const first = await createLmdbStore({ path: join(folder, 'lmdb') })
    for (let index = 0; index < 120; index++) {
      await first.put(`/registry/${index}`, { before: '{"metadata":{"resourceVersion":"', after: '"}}' })
    }
    await first.close()
    const copy = async (from: string, to: string): Promise<readonly [number, string]> => {
      let printed = ''
      const print = (part: string): void => void (printed += part)
      return [await main(['data', 'copy', '--from', from, '--to', to], { out: print, err: print }), printed]
    }
    const spec = `etcd:${etcd.endpoints.join()}?prefix=/copied`
    expect(await copy(spec, `lmdb:${folder}/none`)).toEqual([
      1,
      'pinnace: there are no keys below /copied\nsee "command-failed" in docs/errors.md\n',
    ])
    expect(await copy(`lmdb:${folder}/lmdb`, spec)).toEqual([0, expect.stringContaining('copied 120 keys of ')])
    expect(await copy(spec, `lmdb:${folder}/back`)).toEqual([0, expect.stringContaining('copied 120 keys of ')])
    const back = await openStore(`lmdb:${folder}/back`, { mayCreate: false })
    const { entries } = await back.list('')
    expect(entries).toHaveLength(120)
    expect(Buffer.from(entries[0]?.value ?? []).toString()).toBe('{"metadata":{}}')
    await back.close()
  })
})

function ask(url: string, config: string, body?: object): Promise<{ readonly status: number; readonly text: string }> {
  const headers = { 'content-type': 'application/json' }
  const method = body === undefined ? 'GET' : 'POST'
  return new Promise((resolve, reject) => {
    const outgoing = httpsRequest(url, { ...loadKubeconfig(config), agent: false, method, headers }, (response) => {
      let text = ''
      response.on('data', (data: Buffer) => (text += data.toString()))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    outgoing.on('error', reject)
    outgoing.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
