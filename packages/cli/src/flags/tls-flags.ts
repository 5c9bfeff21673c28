import { FlagError, readList, readOneOf, type Flag } from './flag.ts'
import { tlsCipherSuites } from './tls-cipher-suites.ts'

/** A certificate for the clients that ask for some names. */
export interface SniCertKey {
  readonly certFile: string
  readonly keyFile: string
  /** Undefined: those of the certificate. */
  readonly names?: readonly string[]
}

/** The serving certificate, and TLS settings. Files are paths, read when the server starts. */
export interface TlsFlags {
  readonly certDir?: string
  readonly tlsCertFile?: string
  readonly tlsPrivateKeyFile?: string
  readonly tlsSniCertKeys?: readonly SniCertKey[]
  readonly tlsMinVersion?: 'TLSv1.2' | 'TLSv1.3'
  /** Names of OpenSSL. */
  readonly tlsCiphers?: readonly string[]
}

export const tlsFlags: readonly Flag<TlsFlags>[] = [
  {
    name: 'cert-dir',
    placeholder: 'DIR',
    help: 'Directory of the serving certificate, apiserver.crt and apiserver.key; created with a new certificate if they do not exist. Ignored with --tls-cert-file. (default: a new certificate in memory)',
    read: (value) => ({ certDir: value }),
  },
  {
    name: 'tls-cert-file',
    placeholder: 'FILE',
    help: 'PEM serving certificate, followed by those of its authorities; requires --tls-private-key-file.',
    read: (value) => ({ tlsCertFile: value }),
  },
  {
    name: 'tls-private-key-file',
    placeholder: 'FILE',
    help: 'PEM private key of the serving certificate.',
    read: (value) => ({ tlsPrivateKeyFile: value }),
  },
  {
    name: 'tls-sni-cert-key',
    placeholder: 'CERTFILE,KEYFILE[:NAMES]',
    help: 'PEM certificate and key for clients that ask for one of the DNS names (comma separated, a leading * for any label); without names, those of the certificate. Repeatable.',
    read: (value, { tlsSniCertKeys }) => ({ tlsSniCertKeys: [...(tlsSniCertKeys ?? []), readSniCertKey(value)] }),
  },
  {
    name: 'tls-min-version',
    placeholder: 'VersionTLS12|VersionTLS13',
    help: 'Oldest version of TLS to accept. TLS 1.0 and 1.1 are not supported. (default VersionTLS12)',
    read: (value) => ({ tlsMinVersion: readVersion(value) }),
  },
  {
    name: 'tls-cipher-suites',
    placeholder: 'LIST',
    help: `Cipher suites of TLS 1.2; those of TLS 1.3 are always on. (default those of Node.js) Values: ${[...tlsCipherSuites.keys()].join(', ')}`,
    read: (value, { tlsCiphers }) => ({ tlsCiphers: [...(tlsCiphers ?? []), ...readSuites(value)] }),
  },
]

/** Throws a {@link FlagError} for a certificate without its key, or a key without its certificate. */
export function assertTls({ tlsCertFile, tlsPrivateKeyFile }: TlsFlags): void {
  if ((tlsCertFile === undefined) !== (tlsPrivateKeyFile === undefined)) {
    throw new FlagError('--tls-cert-file and --tls-private-key-file must be set together')
  }
}

function readVersion(value: string): NonNullable<TlsFlags['tlsMinVersion']> {
  const version = readOneOf('tls-min-version', value, ['VersionTLS12', 'VersionTLS13'])
  return version === 'VersionTLS12' ? 'TLSv1.2' : 'TLSv1.3'
}

// upstream: component-base/cli/flag/namedcertkey_flag.go – the text before the first colon has two paths
function readSniCertKey(value: string): SniCertKey {
  const colon = value.indexOf(':')
  const paths = (colon < 0 ? value : value.slice(0, colon)).split(',').map((path) => path.trim())
  const [certFile, keyFile] = paths
  if (paths.length !== 2 || !certFile || !keyFile) {
    throw new FlagError(`--tls-sni-cert-key must be CERTFILE,KEYFILE[:NAMES], not ${JSON.stringify(value)}`)
  }
  return { certFile, keyFile, ...(colon < 0 ? {} : { names: readList(value.slice(colon + 1), undefined) }) }
}

function readSuites(value: string): readonly string[] {
  return readList(value, undefined).flatMap((name) => {
    // upstream: crypto/tls – the suites of TLS 1.3 cannot be chosen
    if (/^TLS_(AES|CHACHA20)_/.test(name)) return []
    const suite = tlsCipherSuites.get(name)
    if (suite === undefined) throw new FlagError(`--tls-cipher-suites: ${JSON.stringify(name)} is not supported`)
    return [suite]
  })
}
