import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { kubernetesVocabulary } from '@pinnace/meta'
import { createFakeClock } from '@pinnace/testing'
import { load } from 'js-yaml'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { loadEncryption, type LoadEncryptionOptions, type LoadedEncryption } from '../src/index.ts'
import { secretOf } from './secret-of.ts'

const directory = mkdtempSync(join(tmpdir(), 'pinnace-encryption-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
const file = join(directory, 'encryption.yaml')

function write(...names: readonly string[]): void {
  const keys = names.map((name) => `{name: ${name}, secret: ${secretOf(32)}}`)
  const head = 'kind: EncryptionConfiguration\napiVersion: apiserver.config.k8s.io/v1\n'
  writeFileSync(
    file,
    `${head}resources:\n- resources: [secrets]\n  providers:\n  - aesgcm: {keys: [${keys.join(', ')}]}\n`,
  )
}

async function keyInUse(encryption: LoadedEncryption): Promise<string> {
  const transformer = encryption.transformerOf({ group: '', resource: 'secrets' })
  const stored = await transformer?.toStorage(Buffer.from('a'), '/a')
  return (
    Buffer.from(stored ?? [])
      .toString('latin1')
      .split(':')[4] ?? ''
  )
}

const open = (options: Partial<LoadEncryptionOptions> = {}): Promise<LoadedEncryption> =>
  loadEncryption({ file, parse: load, vocabulary: kubernetesVocabulary, ...options })

beforeEach(() => write('one'))

describe('loadEncryption', () => {
  it('uses a changed file when it is asked to', async () => {
    const encryption = await open()
    expect(await keyInUse(encryption)).toBe('one')
    expect(await encryption.reload()).toBe(false)
    write('two', 'one')
    expect(await encryption.reload()).toBe(true)
    expect(await keyInUse(encryption)).toBe('two')
    await encryption.close()
  })

  it('keeps the configuration in use when the file becomes invalid, and reports that once', async () => {
    const reports: unknown[] = []
    const encryption = await open({ onReload: (error) => void reports.push(error) })
    writeFileSync(file, 'kind: Nothing')
    expect([await encryption.reload(), await encryption.reload()]).toEqual([false, false])
    expect(await keyInUse(encryption)).toBe('one')
    expect(String(reports)).toContain('no kind "Nothing" is registered')
    expect(reports).toHaveLength(1)
    write('two')
    expect(await encryption.reload()).toBe(true)
    expect(reports.slice(1)).toEqual([undefined])
    await encryption.close()
  })

  it('tells an observer which configuration is in use, and what became of another', async () => {
    const seen: string[] = []
    const encryption = await open({ reload: false })
    const first = readFileSync(file, 'utf8')
    const stop = encryption.observe({
      transformed: ({ type, prefix, resource, status }) => void seen.push([type, prefix, resource, status].join(' ')),
      configured: (text) => void seen.push(text === first ? 'first' : 'another'),
      reloaded: (status) => void seen.push(status),
    })
    expect(seen).toEqual(['first'])
    writeFileSync(file, 'kind: Nothing')
    await encryption.reload()
    write('two')
    await encryption.reload()
    expect(seen.slice(1)).toEqual(['failure', 'success', 'another'])
    await keyInUse(encryption)
    expect(seen.slice(4)).toEqual([
      'to_storage two: secrets OK',
      expect.stringMatching(/^to_storage k8s:enc:[a-z]+:v1: secrets OK$/),
    ])
    stop()
    await keyInUse(encryption)
    expect(seen).toHaveLength(6)
    await encryption.close()
  })

  it('reads the file every minute with reload, until it is closed', async () => {
    const clock = createFakeClock()
    const reloads: unknown[] = []
    const encryption = await open({ reload: true, clock, onReload: (error) => void reloads.push(error) })
    write('two')
    for (let turn = 0; turn < 200 && reloads.length === 0; turn++) {
      await clock.advance(60_000)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    expect(await keyInUse(encryption)).toBe('two')
    await encryption.close()
  })

  it.each([
    ['a missing file', () => rmSync(file), 'error reading encryption provider configuration file'],
    ['an empty file', () => writeFileSync(file, '\n'), 'is empty'],
    ['a file that is no YAML', () => writeFileSync(file, '{'), 'error decoding encryption provider configuration file'],
  ])('refuses %s', async (_name, spoil, message) => {
    spoil()
    await expect(open()).rejects.toThrow(message)
  })
})
