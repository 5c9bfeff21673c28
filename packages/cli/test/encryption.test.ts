import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLogger } from '@pinnace/meta'
import { afterAll, describe, expect, it } from 'vitest'
import { parseFlags, type CommandOptions } from '../src/flags.ts'
import { openEncryption } from '../src/open-encryption.ts'

const directory = mkdtempSync(join(tmpdir(), 'pinnace-cli-encryption-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

function optionsFor(text: string): CommandOptions {
  const file = join(directory, 'encryption.yaml')
  writeFileSync(file, `kind: EncryptionConfiguration\napiVersion: apiserver.config.k8s.io/v1\n${text}`)
  const options = parseFlags(['--vocabulary=kubernetes', `--encryption-provider-config=${file}`])
  if (typeof options === 'string') throw new Error(options)
  return options
}

describe('--encryption-provider-config', () => {
  it('encrypts the resources of the file', async () => {
    const key = Buffer.alloc(32, 1).toString('base64')
    const provider = `{aesgcm: {keys: [{name: a, secret: ${key}}]}}`
    const encryption = await openEncryption(
      optionsFor(`resources: [{resources: [secrets], providers: [${provider}]}]`),
      silentLogger,
    )
    const transformer = encryption?.transformerOf({ group: '', resource: 'secrets' })
    const stored = await transformer?.toStorage(Buffer.from('a'), '/a')
    expect(Buffer.from(stored ?? []).toString('latin1')).toContain('k8s:enc:aesgcm:v1:a:')
    expect(encryption?.transformerOf({ group: '', resource: 'pods' })).toBeUndefined()
    await encryption?.close()
  })

  it('names the flag and what is wrong with the file', async () => {
    await expect(openEncryption(optionsFor('resources: []'), silentLogger)).rejects.toThrow(
      /^--encryption-provider-config: .*encryption\.yaml: resources: Required value: at least one resources is required$/,
    )
  })
})
