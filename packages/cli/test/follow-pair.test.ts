import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { connect } from 'node:tls'
import { kubernetesVocabulary, silentLogger } from '@pinnace/meta'
import { createServer, createServingCertificates } from '@pinnace/server'
import { createFakeClock } from '@pinnace/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { followPair } from '../src/follow-pair.ts'
import type { FlagFile } from '../src/read-pair.ts'

let folder: string
let stop: AbortController

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pinnace-pair-'))
  stop = new AbortController()
})

afterEach(async () => {
  stop.abort()
  await rm(folder, { recursive: true })
})

const files = (): readonly [FlagFile, FlagFile] => [
  ['tls-cert-file', join(folder, 'tls.crt')],
  ['tls-private-key-file', join(folder, 'tls.key')],
]

/** Writes the certificate of a new authority, its key, or both. */
async function replace(parts: readonly ('cert' | 'key')[] = ['cert', 'key']): Promise<string> {
  const { cert, key } = createServingCertificates({ vocabulary: kubernetesVocabulary })
  const [[, certFile], [, keyFile]] = files()
  if (parts.includes('cert')) await writeFile(certFile, cert)
  if (parts.includes('key')) await writeFile(keyFile, key)
  return cert
}

it('a pair that is replaced is used, half of one is reported once, and the pair before stays in use', async () => {
  const clock = createFakeClock()
  const errors: unknown[] = []
  const logger = { ...silentLogger, error: (fields: object) => void errors.push(fields) }
  const first = await replace()
  const pair = await followPair(...files(), { clock, logger, signal: stop.signal })
  expect(pair().cert).toBe(first)
  await replace(['cert'])
  for (let poll = 0; poll < 3; poll++) {
    await clock.advance(10_000)
    // The files are read to their end before they change again: a reader would see half of the next pair.
    await setTimeout(100)
  }
  await expect.poll(() => errors.length).toBe(1)
  expect(pair().cert).toBe(first)
  const second = await replace()
  await expect
    .poll(async () => {
      await clock.advance(10_000)
      return pair().cert
    })
    .toBe(second)
  expect(errors).toHaveLength(1)
})

it('a server shows the new certificate to the next connection', async () => {
  const clock = createFakeClock()
  await replace()
  const certificate = await followPair(...files(), { clock, logger: silentLogger, signal: stop.signal })
  const server = await createServer({ vocabulary: 'kubernetes' })
  const { url, close } = await server.listen({ tls: { certificate } })
  const shown = (): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), rejectUnauthorized: false }, () => {
        resolve(socket.getPeerX509Certificate()?.toString() ?? '')
        socket.destroy()
      })
      socket.on('error', reject)
    })
  expect((await shown()).trim()).toBe(certificate().cert.trim())
  const second = await replace()
  await expect
    .poll(async () => {
      await clock.advance(10_000)
      return shown()
    })
    .toContain(second.trim())
  await close()
  await server.close()
})
