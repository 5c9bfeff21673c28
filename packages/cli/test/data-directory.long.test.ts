import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadKubeconfig } from './load-kubeconfig.ts'
import { main } from '../src/index.ts'

let folder: string
let child: ChildProcess | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pinnace-data-'))
})

afterEach(async () => {
  await kill()
  await rm(folder, { recursive: true })
})

async function kill(): Promise<void> {
  const running = child
  child = undefined
  if (running === undefined || running.exitCode !== null) return
  const closed = new Promise((resolve) => running.once('close', resolve))
  running.kill('SIGKILL')
  await closed
}

const typescript = new URL('../../../conformance/differential/typescript.mjs', import.meta.url).href
const command = fileURLToPath(new URL('./fixtures/command.ts', import.meta.url))

/** Starts the command in a process of its own; returns the URL it serves. */
async function start(port: number, config: string): Promise<string> {
  const flags = [`--secure-port=${port}`, '--vocabulary=kubernetes', `--data-dir=${join(folder, 'data')}`]
  const started = spawn(
    process.execPath,
    ['--conditions=@pinnace/source', '--import', typescript, command, ...flags, `--write-kubeconfig=${config}`],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  child = started
  let text = ''
  return new Promise((resolve, reject) => {
    started.stdout.on('data', (data: Buffer) => {
      text += data.toString()
      const [, url] = /serving (\S+)/.exec(text) ?? []
      if (url !== undefined) resolve(url)
    })
    started.once('close', (code) => reject(new Error(`the command exited with ${code}`)))
  })
}

interface Asking {
  readonly config: string
  readonly url: string
  readonly token?: string
  readonly body?: object
}

interface Answer {
  readonly status: number
  readonly body: Body
}

interface Body {
  readonly metadata: { readonly resourceVersion: string }
  readonly status: { readonly token: string; readonly userInfo: { readonly username: string } }
}

function ask(path: string, { config, url, token, body }: Asking): Promise<Answer> {
  const { ca, cert, key } = loadKubeconfig(config)
  return new Promise((resolve, reject) => {
    const outgoing = httpsRequest(
      `${url}${path}`,
      {
        ca,
        agent: false,
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        ...(token === undefined ? { cert, key } : {}),
      },
      (response) => {
        let text = ''
        response.on('data', (data: Buffer) => (text += data.toString()))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) as Body }))
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

describe('--data-dir', () => {
  if (existsSync('/proc/self')) {
    it('is an error where no directory can be created', async () => {
      let printed = ''
      const print = (part: string): void => void (printed += part)
      expect(await main(['--data-dir=/proc/nope'], { out: print, err: print })).toBe(1)
      expect(printed).toContain("ENOENT: no such file or directory, mkdir '/proc/nope'")
    })
  }

  it('keeps objects, the kubeconfig and tokens over a SIGKILL', async () => {
    const configFile = join(folder, 'config')
    const url = await start(0, configFile)
    const config = await readFile(configFile, 'utf8')
    const namespace = '/api/v1/namespaces/default'
    const created = await ask(`${namespace}/configmaps`, {
      config,
      url,
      body: { metadata: { name: 'kept' }, data: { a: 'b' } },
    })
    expect(created.status).toBe(201)
    await ask(`${namespace}/serviceaccounts`, { config, url, body: { metadata: { name: 'robot' } } })
    const issued = await ask(`${namespace}/serviceaccounts/robot/token`, { config, url, body: { spec: {} } })
    const token = issued.body.status.token
    await kill()

    const port = Number(new URL(url).port)
    expect(await start(port, join(folder, 'other-config'))).toBe(url)
    const kept = await ask(`${namespace}/configmaps/kept`, { config, url })
    expect(kept.body).toEqual(created.body)
    const review = { spec: { token } }
    const authenticated = await ask('/apis/authentication.k8s.io/v1/selfsubjectreviews', {
      config,
      url,
      token,
      body: {},
    })
    expect(authenticated.body.status.userInfo.username).toBe('system:serviceaccount:default:robot')
    expect((await ask('/apis/authentication.k8s.io/v1/tokenreviews', { config, url, body: review })).status).toBe(201)
    const next = await ask(`${namespace}/configmaps`, { config, url, body: { metadata: { name: 'next' } } })
    expect(Number(next.body.metadata.resourceVersion)).toBeGreaterThan(Number(created.body.metadata.resourceVersion))
    for (const name of ['authority.pem', 'token-signing-key.pem']) {
      expect((await stat(join(folder, 'data', name))).mode & 0o777).toBe(0o600)
    }

    const lines: string[] = []
    const output = { out: (text: string) => void lines.push(text), err: (text: string) => void lines.push(text) }
    const [data, saved, restored] = [join(folder, 'data'), join(folder, 'saved'), join(folder, 'restored')]
    expect(await main(['backup', '--data-dir', data, saved], output)).toBe(0)
    expect(await main(['restore', '--data-dir', restored, saved], output)).toBe(0)
    expect(await main(['data', 'check', `--data-dir=${restored}`], output)).toBe(0)
    expect(lines.at(-1)).toMatch(/^\d+ keys, \d+ records, revision \d+: 0 errors\n$/)
    expect(await readFile(join(restored, 'authority.pem'), 'utf8')).toBe(
      await readFile(join(data, 'authority.pem'), 'utf8'),
    )
  }, 60_000)
})

describe('the commands of a data directory', () => {
  for (const [args, text, code] of [
    [['backup', '--help'], 'Usage: pinnace backup', 0],
    [['restore', '--help'], 'Usage: pinnace restore', 0],
    [['data', 'check', '--help'], 'Usage: pinnace data check', 0],
    [['backup', 'x'], 'backup requires --data-dir', 2],
    [['data', 'mend'], 'unknown command: data mend', 2],
    [['data', 'check', '--data-dir=/nowhere/at/all'], 'does not exist', 1],
  ] as const) {
    it(`answers ${args.join(' ')}`, async () => {
      let printed = ''
      const print = (part: string): void => void (printed += part)
      expect(await main(args, { out: print, err: print })).toBe(code)
      expect(printed).toContain(text)
    })
  }
})
