import { Buffer } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'

/** How to reach a remote service, from a configuration file of the kind the command-line client reads. */
export interface RemoteService {
  /** URL; a path in it is kept. */
  readonly server: string
  /** PEM authorities. @default those of the host */
  readonly ca?: string
  readonly serverName?: string
  readonly insecureSkipTlsVerify: boolean
  /** PEM, with {@link clientKey}. */
  readonly clientCertificate?: string
  readonly clientKey?: string
  /** The value of the Authorization header. Read anew each time, for it may come from a file that is replaced. */
  readonly authorization: () => string | undefined
}

/** Reads a configuration file. Throws a TypeError for one that is malformed or asks for what is not supported. */
export async function loadRemoteService(path: string): Promise<RemoteService> {
  return parseRemoteService(readFileSync(path, 'utf8'), dirname(path))
}

/** Reads the text of a configuration file; paths in it are relative to `directory`. */
// upstream: client-go/tools/clientcmd, ClientConfig – the current context says which cluster and which user.
export async function parseRemoteService(text: string, directory: string): Promise<RemoteService> {
  const { load } = await import('js-yaml')
  const config = object(parse(text, load), 'the configuration')
  const current = string(config, 'current-context')
  if (current === undefined) throw new TypeError('the configuration names no current-context')
  const context = named(config, 'contexts', 'context', current)
  const cluster = named(config, 'clusters', 'cluster', string(context, 'cluster') ?? '')
  const userName = string(context, 'user')
  const user = userName === undefined ? {} : named(config, 'users', 'user', userName)
  refuse(cluster, 'cluster', ['proxy-url'])
  refuse(user, 'user', ['exec', 'auth-provider', 'as', 'as-uid', 'as-groups', 'as-user-extra'])
  const server = string(cluster, 'server') ?? ''
  if (!URL.canParse(server) || !['https:', 'http:'].includes(new URL(server).protocol)) {
    throw new TypeError(`the server of a cluster must be an http or https URL, not ${JSON.stringify(server)}`)
  }
  const file = (path: string): string => readFileSync(isAbsolute(path) ? path : join(directory, path), 'utf8')
  const ca = pem(cluster, 'certificate-authority', file)
  const clientCertificate = pem(user, 'client-certificate', file)
  const clientKey = pem(user, 'client-key', file)
  if ((clientCertificate === undefined) !== (clientKey === undefined)) {
    throw new TypeError('client-certificate and client-key come together')
  }
  const serverName = string(cluster, 'tls-server-name')
  const insecure = cluster['insecure-skip-tls-verify'] === true
  if (insecure && ca !== undefined) {
    throw new TypeError('a certificate authority and insecure-skip-tls-verify exclude each other')
  }
  return {
    server,
    ...(ca !== undefined && { ca }),
    ...(serverName !== undefined && { serverName }),
    insecureSkipTlsVerify: insecure,
    ...(clientCertificate !== undefined && { clientCertificate }),
    ...(clientKey !== undefined && { clientKey }),
    authorization: authorizationOf(user, file),
  }
}

type Fields = Readonly<Record<string, unknown>>

function parse(text: string, load: (text: string) => unknown): unknown {
  try {
    return load(text)
  } catch (cause) {
    throw new TypeError('the configuration is not YAML', { cause })
  }
}

function authorizationOf(user: Fields, file: (path: string) => string): () => string | undefined {
  const tokenFile = string(user, 'tokenFile')
  const token = string(user, 'token')
  const username = string(user, 'username')
  const password = string(user, 'password')
  if (tokenFile !== undefined) return () => `Bearer ${file(tokenFile).trim()}`
  if (token !== undefined) return () => `Bearer ${token}`
  if (username === undefined && password === undefined) return () => undefined
  const basic = Buffer.from(`${username ?? ''}:${password ?? ''}`).toString('base64')
  return () => `Basic ${basic}`
}

function pem(fields: Fields, name: string, file: (path: string) => string): string | undefined {
  const data = string(fields, `${name}-data`)
  if (data !== undefined) return Buffer.from(data, 'base64').toString('utf8')
  const path = string(fields, name)
  return path === undefined ? undefined : file(path)
}

function named(config: Fields, list: string, member: string, name: string): Fields {
  const entries = config[list]
  if (!Array.isArray(entries)) throw new TypeError(`the configuration has no ${list}`)
  const entry = entries.map((candidate) => object(candidate, list)).find((candidate) => candidate['name'] === name)
  if (entry === undefined) throw new TypeError(`the configuration has no ${member} ${JSON.stringify(name)}`)
  return object(entry[member] ?? {}, member)
}

function refuse(fields: Fields, called: string, names: readonly string[]): void {
  for (const name of names) {
    const value = fields[name]
    if (value !== undefined && value !== null && value !== '') {
      throw new TypeError(`${called}.${name} is not supported in the configuration of a remote service`)
    }
  }
}

function object(value: unknown, called: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError(`${called} must be an object`)
  }
  return value as Fields
}

function string(fields: Fields, name: string): string | undefined {
  const value = fields[name]
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string') throw new TypeError(`${name} must be a string`)
  return value
}
