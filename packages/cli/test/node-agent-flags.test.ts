import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { kubernetesVocabulary, silentLogger, systemClock } from '@pinnace/meta'
import { createServingCertificates, type NodeAgentOptions } from '@pinnace/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseFlags, type CommandOptions } from '../src/flags.ts'
import { toServerOptions } from '../src/to-server-options.ts'

describe('the flags of node agents', () => {
  const one = createServingCertificates({ vocabulary: kubernetesVocabulary })
  const other = createServingCertificates({ vocabulary: kubernetesVocabulary })
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pinnace-cli-'))
    const files = {
      'ca.crt': one.ca,
      'one.crt': one.cert,
      'one.key': one.key,
      'other.key': other.key,
      'bad.crt': 'bad',
    }
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  })

  afterAll(() => rm(folder, { recursive: true }))

  async function read(...flags: readonly string[]): Promise<NodeAgentOptions | undefined> {
    const options = parseFlags(flags.map((flag) => flag.replace('DIR', folder))) as CommandOptions
    const follow = { clock: systemClock, logger: silentLogger, signal: AbortSignal.abort() }
    return (await toServerOptions(options, follow)).nodeAgent
  }

  const cert = '--kubelet-client-certificate=DIR/one.crt'
  const key = '--kubelet-client-key=DIR/one.key'

  it('reach the server', async () => {
    expect(await read(cert, key, '--kubelet-certificate-authority=DIR/ca.crt')).toEqual({
      clientCertificate: one.cert,
      clientKey: one.key,
      certificateAuthority: one.ca,
    })
    expect(await read('--kubelet-preferred-address-types=InternalIP,Hostname')).toEqual({
      preferredAddressTypes: ['InternalIP', 'Hostname'],
    })
    expect(await read()).toEqual({})
  })

  it('have a client certificate and its key, or neither', () => {
    for (const flag of [cert, key]) {
      expect(() => parseFlags([flag])).toThrow(
        '--kubelet-client-certificate and --kubelet-client-key must be set together',
      )
    }
  })

  it.each([
    [['--kubelet-client-certificate=DIR/none.crt', key], '--kubelet-client-certificate: '],
    [['--kubelet-client-certificate=DIR/bad.crt', key], '--kubelet-client-certificate: '],
    [[cert, '--kubelet-client-key=DIR/none.key'], '--kubelet-client-key: '],
    [[cert, '--kubelet-client-key=DIR/bad.crt'], '--kubelet-client-key: '],
    [[cert, '--kubelet-client-key=DIR/other.key'], '--kubelet-client-key: '],
    [['--kubelet-certificate-authority=DIR/none.crt'], '--kubelet-certificate-authority: '],
    [['--kubelet-certificate-authority=DIR/bad.crt'], '--kubelet-certificate-authority: '],
  ] as const)('name the flag of an unusable file: %s', async (flags, start) => {
    await expect(read(...flags)).rejects.toThrow(new RegExp(`^${start}.*${folder}/`))
  })
})
