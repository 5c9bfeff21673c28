import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { assertKubeconfig } from './assert-kubeconfig.ts'
import { object, parseConfiguration, pem, readerIn, refuse, string, type Fields } from './remote-fields.ts'
import { readRemoteUser, type RemoteUser } from './remote-user.ts'

/** A remote service, from a kubeconfig file. */
export interface RemoteService extends RemoteUser {
  /** URL; a path in it is kept. */
  readonly server: string
  /** PEM authorities. @default those of the host */
  readonly ca?: string
  readonly serverName?: string
  readonly insecureSkipTlsVerify: boolean
}

/** Loads a kubeconfig file. Throws a TypeError for one that is malformed or has unknown or unsupported members. */
export async function loadRemoteService(path: string): Promise<RemoteService> {
  return parseRemoteService(readFileSync(path, 'utf8'), dirname(path))
}

/** Parses the text of a kubeconfig file; paths in it are relative to `directory`. */
// upstream: client-go/tools/clientcmd, ClientConfig – cluster and user are those of the current context.
export async function parseRemoteService(text: string, directory: string): Promise<RemoteService> {
  const config = await parseConfiguration(text)
  assertKubeconfig(config)
  const current = string(config, 'current-context')
  if (current === undefined) throw new TypeError('the configuration names no current-context')
  const context = named(config, 'contexts', 'context', current)
  const cluster = named(config, 'clusters', 'cluster', string(context, 'cluster') ?? '')
  const userName = string(context, 'user')
  const user = userName === undefined ? {} : named(config, 'users', 'user', userName)
  refuse(cluster, 'cluster', ['proxy-url'])
  const server = string(cluster, 'server') ?? ''
  if (!URL.canParse(server) || !['https:', 'http:'].includes(new URL(server).protocol)) {
    throw new TypeError(`the server of a cluster must be an http or https URL, not ${JSON.stringify(server)}`)
  }
  const file = readerIn(directory)
  const ca = pem(cluster, 'certificate-authority', file)
  const credentials = readRemoteUser(user, file)
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
    ...credentials,
  }
}

function named(config: Fields, list: string, member: string, name: string): Fields {
  const entries = config[list]
  if (!Array.isArray(entries)) throw new TypeError(`the configuration has no ${list}`)
  const entry = entries.map((candidate) => object(candidate, list)).find((candidate) => candidate['name'] === name)
  if (entry === undefined) throw new TypeError(`the configuration has no ${member} ${JSON.stringify(name)}`)
  return object(entry[member] ?? {}, member)
}
