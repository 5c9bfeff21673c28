import { readFile } from 'node:fs/promises'
import type { Clock } from '@pinnace/meta'
import { createSingleFlight } from '../single-flight.ts'
import { assertPair } from './certificate-pair.ts'
import type { Credential, Credentials } from './credentials.ts'

/** Options for {@link withCertificateFiles}. */
export interface CertificateFilesOptions {
  /** What else a request proves who it is from with. */
  readonly credentials: Credentials
  /** As they were read when the client was made. */
  readonly certificate: NonNullable<Credential['certificate']>
  /** Files that are replaced now and then; what is no file stays what it is. */
  readonly certFile: string | undefined
  readonly keyFile: string | undefined
  readonly clock: Clock
}

// upstream: client-go/transport/cert_rotation.go, CertCallbackRefreshDuration
const readAgainMs = 300_000

/** Adds a client certificate, read anew every five minutes: a new one means new connections. */
export function withCertificateFiles(options: CertificateFilesOptions): Credentials {
  const { credentials, certFile, keyFile, clock } = options
  let { certificate } = options
  let readAt = clock.monotonic()
  /** What was given, and what it was made of: a refusal is told to who gave it. */
  let given: { readonly credential: Credential; readonly inner: Credential } | undefined

  const readAgain = createSingleFlight(async () => {
    readAt = clock.monotonic()
    try {
      const cert = certFile === undefined ? certificate.cert : await readFile(certFile, 'utf8')
      const key = keyFile === undefined ? certificate.key : await readFile(keyFile, 'utf8')
      if (cert === certificate.cert && key === certificate.key) return
      assertPair(cert, key)
      certificate = { cert, key }
    } catch {
      // Files that are just being replaced are there, and fit each other, the next time.
    }
  })
  return {
    async get(signal) {
      if (clock.monotonic() - readAt >= readAgainMs) await readAgain(signal)
      const inner = await credentials.get(signal)
      if (given?.inner !== inner || given.credential.certificate !== certificate) {
        given = { inner, credential: { ...inner, certificate } }
      }
      return given.credential
    },
    async rejected(credential, signal) {
      const before = certificate
      await readAgain(signal)
      if (certificate !== before || credential !== given?.credential) return true
      return credentials.rejected(given.inner, signal)
    },
    close: () => credentials.close(),
  }
}
