import { mkdtemp, rm } from 'node:fs/promises'
import { request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseFlags, type CommandOptions } from '../src/flags.ts'
import { run } from '../src/run.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pinnace-cli-'))
})

afterAll(() => rm(folder, { recursive: true }))

async function start(...args: string[]) {
  const flags = ['--secure-port=0', `--write-kubeconfig=${join(folder, 'config')}`, '--controllers=-*', ...args]
  let out = ''
  const output = { out: (text: string): void => void (out += text), err: (): void => {} }
  const listening = await run(parseFlags(flags) as CommandOptions, output)
  return { ...listening, out }
}

async function statusOf(url: string, ca: string, token = ''): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = token === '' ? {} : { authorization: `Bearer ${token}` }
    httpsRequest(url, { ca, agent: false, headers }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
      .on('error', reject)
      .end()
  })
}

describe('--inspector', () => {
  it('prints a link whose token may do everything, and which no other process accepts', async () => {
    const first = await start('--inspector')
    const second = await start('--inspector')
    try {
      const [, link = '', token = ''] = /^inspector (https:\S+\/inspector\/#token=(\S+))$/m.exec(first.out) ?? []
      expect(link.startsWith(first.url)).toBe(true)
      expect(token.length).toBeGreaterThanOrEqual(32)
      expect(await statusOf(`${first.url}/inspector/api/requests`, first.ca, token)).toBe(200)
      expect(await statusOf(`${first.url}/api/v1/secrets`, first.ca, token)).toBe(200)
      expect(await statusOf(`${first.url}/inspector/api/requests`, first.ca)).toBe(403)
      expect(await statusOf(`${second.url}/inspector/api/requests`, second.ca, token)).toBe(401)
    } finally {
      await first.close()
      await second.close()
    }
  })

  it('is off by default', async () => {
    const { url, ca, out, close } = await start()
    try {
      expect(out).not.toContain('inspector')
      expect(await statusOf(`${url}/inspector/`, ca)).toBe(403)
    } finally {
      await close()
    }
  })
})
