import { Buffer } from 'node:buffer'
import { createPrivateKey } from 'node:crypto'

/** Options of {@link formatKubeconfig}. */
export interface KubeconfigOptions {
  /** `https://127.0.0.1:6443` */
  readonly server: string
  /** The authority of the server's certificate, PEM. */
  readonly ca?: string
  /** A client certificate, PEM; with {@link clientKey}. */
  readonly clientCertificate?: string
  /** The key of {@link clientCertificate}, PEM. */
  readonly clientKey?: string
  /** A bearer token. */
  readonly token?: string
  /** The name of the cluster, the user and the context. */
  readonly name: string
  /** The namespace of the context. */
  readonly namespace?: string
}

/**
 * Formats a kubeconfig file, YAML, for kubectl and client libraries. Throws a TypeError for a client certificate without
 * its key, or a key without its certificate.
 */
export function formatKubeconfig(options: KubeconfigOptions): string {
  const { server, ca, clientCertificate, clientKey, token, name, namespace } = options
  if ((clientCertificate === undefined) !== (clientKey === undefined)) {
    throw new TypeError('clientCertificate and clientKey must be given together')
  }
  const user: [string, string | undefined][] = [
    ['client-certificate-data', base64(clientCertificate)],
    ['client-key-data', base64(readableKey(clientKey))],
    ['token', token],
  ]
  return [
    'apiVersion: v1',
    'kind: Config',
    'clusters:',
    ...entry(name, 'cluster', [
      ['server', server],
      ['certificate-authority-data', base64(ca)],
    ]),
    'users:',
    ...entry(name, 'user', user),
    'contexts:',
    ...entry(name, 'context', [
      ['cluster', name],
      ['user', name],
      ['namespace', namespace],
    ]),
    `current-context: ${text(name)}`,
    'preferences: {}',
    '',
  ].join('\n')
}

function entry(name: string, key: string, fields: readonly (readonly [string, string | undefined])[]): string[] {
  const lines = fields.flatMap(([field, value]) => (value === undefined ? [] : [`    ${field}: ${text(value)}`]))
  return [`- name: ${text(name)}`, ...(lines.length === 0 ? [`  ${key}: {}`] : [`  ${key}:`, ...lines])]
}

// A JSON string is a YAML string; plain scalars such as "on" or "1e3" would be read as other types.
function text(value: string): string {
  return JSON.stringify(value)
}

function base64(pem: string | undefined): string | undefined {
  return pem === undefined ? undefined : Buffer.from(pem, 'utf8').toString('base64')
}

/** The key in the form that every client reads: clients in Java take a key for an elliptic curve only in SEC 1. */
function readableKey(pem: string | undefined): string | undefined {
  if (pem?.includes('-----BEGIN PRIVATE KEY-----') !== true) return pem
  const key = createPrivateKey(pem)
  return key.asymmetricKeyType === 'ec' ? key.export({ type: 'sec1', format: 'pem' }).toString() : pem
}
