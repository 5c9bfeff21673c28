import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { vocabularyNamed } from '@pinnace/meta'
import { createServingCertificates, type ServerTls, type ServingCertificate } from '@pinnace/server'
import type { CommandOptions } from './flags.ts'
import { followPair, type FollowOptions } from './follow-pair.ts'
import { fromFile } from './read-flag-file.ts'
import { readPair, readUncheckedPair } from './read-pair.ts'

/**
 * TLS settings from the flags; a serving certificate that is replaced is followed. Throws an Error whose message begins with
 * the flag of an unusable file; without `checksKeys`, `listen` throws one for the pair of a directory, which does not name
 * the flag.
 */
export async function toServingTls(
  options: CommandOptions,
  follow: FollowOptions,
  checksKeys = true,
): Promise<ServerTls> {
  const { tlsSniCertKeys, tlsMinVersion: minVersion, tlsCiphers: ciphers } = options
  const certificate = await readCertificate(options, follow, checksKeys ? readPair : readUncheckedPair)
  const sni = await Promise.all(
    (tlsSniCertKeys ?? []).map(async ({ certFile, keyFile, names }) => ({
      ...(await readPair(['tls-sni-cert-key', certFile], ['tls-sni-cert-key', keyFile])),
      ...(names === undefined ? {} : { names }),
    })),
  )
  return {
    ...(certificate === undefined ? {} : { certificate }),
    ...(sni.length === 0 ? {} : { sni }),
    ...(minVersion === undefined ? {} : { minVersion }),
    // Without a suite of TLS 1.2, only TLS 1.3 is left.
    ...(ciphers === undefined ? {} : ciphers.length === 0 ? { minVersion: 'TLSv1.3' as const } : { ciphers }),
  }
}

async function readCertificate(
  options: CommandOptions,
  follow: FollowOptions,
  read: typeof readPair,
): Promise<ServerTls['certificate']> {
  const { tlsCertFile, tlsPrivateKeyFile, certDir } = options
  if (tlsCertFile !== undefined && tlsPrivateKeyFile !== undefined) {
    return followPair(['tls-cert-file', tlsCertFile], ['tls-private-key-file', tlsPrivateKeyFile], follow)
  }
  return certDir === undefined ? undefined : openDirectory(certDir, options, read)
}

/** The pair of a directory. Without one, a new pair is written. */
// upstream: apiserver/pkg/server/options/serving.go, MaybeDefaultWithSelfSignedCerts
async function openDirectory(
  certDir: string,
  options: CommandOptions,
  read: typeof readPair,
): Promise<ServingCertificate> {
  const certFile = join(certDir, 'apiserver.crt')
  const keyFile = join(certDir, 'apiserver.key')
  if (await fromFile('cert-dir', certDir, async () => (await exists(certFile)) || (await exists(keyFile)))) {
    return read(['cert-dir', certFile], ['cert-dir', keyFile])
  }
  const { bindAddress } = options
  const made = createServingCertificates({
    vocabulary: vocabularyNamed(options.vocabulary),
    ...(isIP(bindAddress) === 0 ? { hosts: [bindAddress] } : { ips: [bindAddress] }),
  })
  const pair = { cert: `${made.cert.trimEnd()}\n${made.ca}`, key: made.key }
  await fromFile('cert-dir', certDir, async () => {
    await mkdir(certDir, { recursive: true })
    await writeFile(certFile, pair.cert)
    await writeFile(keyFile, pair.key, { mode: 0o600 })
  })
  return pair
}

async function exists(path: string): Promise<boolean> {
  return readFile(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )
}
