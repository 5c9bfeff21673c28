import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { kubernetesVocabulary, silentLogger, systemClock } from '@pinnace/meta'
import { createServingCertificates, type ServingCertificate } from '@pinnace/server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { flagGroups, parseFlags } from '../src/flags.ts'
import { apiServerFlags } from '../src/flags/api-server-flags.ts'
import { otherFlags } from '../src/flags/other-flags.ts'
import { run } from '../src/run.ts'
import { toServingTls } from '../src/to-serving-tls.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pinnace-tls-'))
})

afterEach(() => rm(folder, { recursive: true }))

function parse(...flags: readonly string[]): Exclude<ReturnType<typeof parseFlags>, string> {
  const options = parseFlags(flags)
  if (typeof options === 'string') throw new TypeError(`${options} is not expected`)
  return options
}

/** TLS settings whose files are read once. */
function serving(options: Parameters<typeof toServingTls>[0]): ReturnType<typeof toServingTls> {
  return toServingTls(options, { clock: systemClock, logger: silentLogger, signal: AbortSignal.abort() })
}

async function writePair(name: string): Promise<{ readonly cert: string; readonly key: string; readonly pem: string }> {
  const made = createServingCertificates({ vocabulary: kubernetesVocabulary })
  const cert = join(folder, `${name}.crt`)
  const key = join(folder, `${name}.key`)
  await writeFile(cert, `${made.cert}${made.ca}`)
  await writeFile(key, made.key)
  return { cert, key, pem: made.ca }
}

describe('TLS flags', () => {
  it('serve the given certificate, and write a kubeconfig that trusts its authority', async () => {
    const { cert, key, pem } = await writePair('a')
    const kubeconfig = join(folder, 'kubeconfig')
    const output = { out: () => {}, err: () => {} }
    const flags = [`--tls-cert-file=${cert}`, `--tls-private-key-file=${key}`, '--controllers=-*']
    const listening = await run(parse('--secure-port=0', `--write-kubeconfig=${kubeconfig}`, ...flags), output)
    try {
      expect(await readFile(kubeconfig, 'utf8')).toContain(Buffer.from(pem).toString('base64'))
    } finally {
      await listening.close()
    }
  })

  it('create a certificate in --cert-dir, and use it at the next start', async () => {
    const certDir = join(folder, 'new', 'certs')
    const first = await serving(parse(`--cert-dir=${certDir}`))
    expect(await readFile(join(certDir, 'apiserver.crt'), 'utf8')).toBe((first.certificate as ServingCertificate).cert)
    expect((await stat(join(certDir, 'apiserver.key'))).mode & 0o777).toBe(0o600)
    expect(await serving(parse(`--cert-dir=${certDir}`))).toEqual(first)
  })

  it('read certificates by name, the version and cipher suites', async () => {
    const a = await writePair('a')
    const b = await writePair('b')
    const suites = 'TLS_AES_128_GCM_SHA256,TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256'
    const tls = await serving(
      parse(
        `--tls-sni-cert-key=${a.cert},${a.key}:*.example,b.example`,
        `--tls-sni-cert-key=${b.cert},${b.key}`,
        '--tls-min-version=VersionTLS12',
        `--tls-cipher-suites=${suites}`,
      ),
    )
    expect(tls.sni?.map(({ names }) => names)).toEqual([['*.example', 'b.example'], undefined])
    expect(tls).toMatchObject({ minVersion: 'TLSv1.2', ciphers: ['ECDHE-RSA-AES128-GCM-SHA256'] })
    expect(await serving(parse('--tls-cipher-suites=TLS_AES_128_GCM_SHA256'))).toEqual({ minVersion: 'TLSv1.3' })
  })

  it('name the file that cannot be used', async () => {
    const a = await writePair('a')
    const b = await writePair('b')
    await expect(serving(parse(`--tls-cert-file=${a.cert}`, `--tls-private-key-file=${b.key}`))).rejects.toThrow(
      `--tls-private-key-file: ${b.key}: is not the key of ${a.cert}`,
    )
    await expect(serving(parse(`--tls-sni-cert-key=${a.key},${a.key}`))).rejects.toThrow(
      `--tls-sni-cert-key: ${a.key}: `,
    )
  })

  it.each([
    [['--tls-cert-file=a'], '--tls-cert-file and --tls-private-key-file must be set together'],
    [['--tls-sni-cert-key=a'], '--tls-sni-cert-key must be CERTFILE,KEYFILE[:NAMES], not "a"'],
    [['--tls-min-version=VersionTLS11'], '--tls-min-version must be one of VersionTLS12, VersionTLS13'],
    [['--tls-cipher-suites=TLS_NULL'], '--tls-cipher-suites: "TLS_NULL" is not supported'],
  ])('reject %j', (flags, message) => {
    expect(() => parse(...flags)).toThrow(message)
  })
})

describe('flags of kube-apiserver 1.36', () => {
  const own = flagGroups.flatMap(({ flags }) => flags.map(({ name }) => name))

  it('each work, have no effect, or are refused', () => {
    const others = otherFlags.map(({ name }) => name)
    expect(apiServerFlags.filter((name) => !own.includes(name) && !others.includes(name))).toEqual([])
    expect(others.filter((name) => own.includes(name) || !apiServerFlags.includes(name))).toEqual([])
  })

  it('without effect are accepted with their value', () => {
    const flags = ['--allow-privileged', '--kubelet-timeout', '5s', '--profiling=false', '--secure-port=1']
    expect(parse(...flags)).toEqual(parse('--secure-port=1'))
  })

  it('that are refused say why', () => {
    expect(() => parse('--request-timeout=5m')).toThrow(
      '--request-timeout is not supported: a request is given up after 60 seconds, or after its own ?timeout=',
    )
  })
})
