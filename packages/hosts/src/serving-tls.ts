/** A certificate and its key, PEM texts. */
export interface ServingCertificate {
  /** The serving certificate, leaf first. */
  readonly cert: string
  readonly key: string
}

/** A certificate for some of the names that clients ask for (SNI). */
export interface NamedCertificate extends ServingCertificate {
  /** DNS names, also with a wildcard as their first label. @default the DNS names of the certificate */
  readonly names?: readonly string[]
}

/** TLS settings of a port. */
export interface ServingTls extends ServingCertificate {
  /** Certificates by name; clients that ask for no name or for another one get the certificate above. @default none */
  readonly sni?: readonly NamedCertificate[]
  /** @default 'TLSv1.2' */
  readonly minVersion?: 'TLSv1.2' | 'TLSv1.3'
  /** Cipher suites of TLS 1.2, with the names of OpenSSL. Those of TLS 1.3 are always on. @default those of Node.js */
  readonly ciphers?: readonly string[]
  /** Called for each new connection: the certificate that it is shown instead of the one above. */
  readonly certificateOf?: () => ServingCertificate | undefined
}
