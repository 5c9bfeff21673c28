import { readFile } from 'node:fs/promises'
import type { Clock } from '@pinnace/meta'
import { createSingleFlight } from '../single-flight.ts'
import { assertPair } from './certificate-pair.ts'
import type { Credential, Credentials } from './credentials.ts'

/** Options for {@link withCertificateFiles}. */
export interface CertificateFilesOptions {
  /** Credentials besides the certificate. */
  readonly credentials: Credentials
  /** Certificate and key as read when the client was created. */
  readonly certificate: NonNullable<Credential['certificate']>
  /** Files to read again; absent for what was given inline. */
  readonly certFile: string | undefined
  readonly keyFile: string | undefined
  readonly clock: Clock
}

// upstream: client-go/transport/cert_rotation.go, CertCallbackRefreshDuration
const readAgainMs = 300_000

/** Adds a client certificate that is read again every five minutes; a changed certificate opens new connections. */
export function withCertificateFiles(options: CertificateFilesOptions): Credentials {
  const { credentials, certFile, keyFile, clock } = options
  let { certificate } = options
  let readAt = clock.monotonic()
  /** The credential handed out and the inner one it was made of, which a 401 is reported for. */
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
      // Files that are being replaced may be missing or not match: they are read again the next time.
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
