import { connect } from 'node:tls'
import { kubernetesVocabulary } from '@pinnace/meta'
import { createServingCertificates } from '@pinnace/server'
import { afterEach, describe, expect, it } from 'vitest'
import { listen, type Listening } from '../src/listen.ts'
import type { NamedCertificate, ServingTls } from '../src/serving-tls.ts'

const certificateOf = (...hosts: readonly string[]): NamedCertificate => {
  const { cert, key } = createServingCertificates({ vocabulary: kubernetesVocabulary, hosts })
  return { cert, key }
}
const usual = certificateOf('usual.example')

let listening: Listening | undefined
afterEach(() => listening?.close({ graceMs: 0 }))

async function serve(tls: Partial<ServingTls>): Promise<Listening> {
  listening = await listen(async () => ({ status: 200, headers: {}, body: Buffer.from('') }), {
    tls: { ...usual, ...tls },
  })
  return listening
}

interface Handshake {
  /** The last DNS name of the certificate: that of the test. */
  readonly name: string | undefined
  readonly protocol: string | null
  readonly cipher: string
}

function shake({ port }: Listening, options: object): Promise<Handshake> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...options }, () => {
      const names = socket.getPeerCertificate().subjectaltname?.match(/DNS:([^,]+)/g) ?? []
      resolve({
        name: names.at(-1)?.slice('DNS:'.length),
        protocol: socket.getProtocol(),
        cipher: socket.getCipher().name,
      })
      socket.destroy()
    })
    socket.on('error', reject)
  })
}

describe('certificates by name', () => {
  const wildcard = { ...certificateOf('wildcard.example'), names: ['*.example'] }
  const given = { ...certificateOf('given.example'), names: ['a.example'] }
  const own = certificateOf('a.example')
  const ownWildcard = certificateOf('*.example')

  it.each([
    ['one of another name', [given], 'b.example', 'usual.example'],
    ['none', [given], undefined, 'usual.example'],
    ['a given name', [given], 'a.example', 'given.example'],
    ['a name of the certificate', [own], 'a.example', 'a.example'],
    ['a wildcard', [wildcard], 'a.example', 'wildcard.example'],
    ['a name rather than a wildcard', [wildcard, own], 'a.example', 'a.example'],
    ['a given name rather than one of the certificate', [own, given], 'a.example', 'given.example'],
    ['a given wildcard rather than one of the certificate', [ownWildcard, wildcard], 'c.example', 'wildcard.example'],
    ['the first of two', [given, { ...own, names: ['a.example'] }], 'a.example', 'given.example'],
  ] as const)('prefer %s', async (_case, sni, servername, name) => {
    const port = await serve({ sni })
    expect((await shake(port, servername === undefined ? {} : { servername })).name).toBe(name)
  })
})

describe('TLS settings', () => {
  it('refuse versions before the oldest one, also for a certificate by name', async () => {
    const sni = [{ ...certificateOf('a.example'), names: ['a.example'] }]
    const port = await serve({ minVersion: 'TLSv1.3', sni })
    for (const servername of ['usual.example', 'a.example']) {
      await expect(shake(port, { servername, maxVersion: 'TLSv1.2' })).rejects.toThrow(/protocol version/)
      expect((await shake(port, { servername })).protocol).toBe('TLSv1.3')
    }
  })

  it('limit the cipher suites of TLS 1.2, and leave those of TLS 1.3', async () => {
    const port = await serve({ ciphers: ['ECDHE-ECDSA-AES256-GCM-SHA384'] })
    const client = { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384' }
    expect((await shake(port, client)).cipher).toBe('ECDHE-ECDSA-AES256-GCM-SHA384')
    await expect(shake(port, { ...client, ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256' })).rejects.toThrow(/handshake/)
    expect((await shake(port, {})).protocol).toBe('TLSv1.3')
  })
})
