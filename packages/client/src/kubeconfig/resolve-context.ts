import { X509Certificate } from 'node:crypto'
import type { Endpoint } from '../http/http-connection.ts'
import type { Impersonation } from '../http/impersonation.ts'
import { createConfigSection, type ConfigSection } from './config-section.ts'
import type { ClientConfig } from './read-config.ts'

/** A context with its cluster and user. */
export interface ResolvedContext {
  readonly endpoint: Endpoint
  readonly cluster: ConfigSection
  readonly disableCompression: boolean
  /** The namespace of objects that name none. */
  readonly namespace: string
  readonly userName: string
  readonly user: ConfigSection
  readonly impersonate: Impersonation | undefined
}

/** Finds the context, its cluster and its user. Throws a TypeError that names what is missing or not supported. */
// upstream: client-go/tools/clientcmd/validation.go
export function resolveContext(config: ClientConfig, wanted?: string): ResolvedContext {
  const name = wanted ?? config.currentContext
  if (config.contexts.size === 0 && config.clusters.size === 0)
    throw new TypeError('no configuration has been provided')
  if (name === undefined) throw new TypeError('no context chosen')
  const context = config.contexts.get(name)
  if (context === undefined) throw new TypeError(`context was not found for specified context: ${name}`)
  const clusterName = context.string('cluster') ?? ''
  const userName = context.string('user') ?? ''
  const cluster = config.clusters.get(clusterName)
  if (cluster === undefined) {
    throw context.error(`cluster ${JSON.stringify(clusterName)} was not found for context ${JSON.stringify(name)}`)
  }
  const user = config.users.get(userName)
  if (user === undefined && userName !== '') {
    throw context.error(`user ${JSON.stringify(userName)} was not found for context ${JSON.stringify(name)}`)
  }
  const known = user ?? createConfigSection({}, { file: context.where, directory: '.', field: 'user' })
  return {
    endpoint: endpointOf(cluster, clusterName),
    cluster,
    disableCompression: cluster.boolean('disable-compression'),
    namespace: context.string('namespace') ?? 'default',
    userName,
    user: known,
    impersonate: impersonationOf(known, userName),
  }
}

function endpointOf(cluster: ConfigSection, name: string): Endpoint {
  const server = cluster.string('server')
  if (server === undefined) throw cluster.error(`no server found for cluster ${JSON.stringify(name)}`)
  if (!URL.canParse(server) || !['https:', 'http:'].includes(new URL(server).protocol)) {
    throw new TypeError(`${cluster.where}.server must be an http or https URL, not ${JSON.stringify(server)}`)
  }
  if (cluster.string('proxy-url') !== undefined) {
    throw new TypeError(`${cluster.where}.proxy-url is not supported: connections are made directly`)
  }
  const ca = cluster.data('certificate-authority')
  if (ca !== undefined) readAuthority(ca, cluster)
  const serverName = cluster.string('tls-server-name')
  const insecureSkipTlsVerify = cluster.boolean('insecure-skip-tls-verify')
  if (insecureSkipTlsVerify && ca !== undefined) {
    // upstream: client-go/transport/transport.go, TLSConfigFor
    throw new TypeError(`${cluster.where}: specifying a root certificates file with the insecure flag is not allowed`)
  }
  return {
    server,
    ...(ca === undefined ? {} : { ca }),
    ...(serverName === undefined ? {} : { serverName }),
    ...(insecureSkipTlsVerify ? { insecureSkipTlsVerify } : {}),
  }
}

// upstream: client-go/transport/transport.go, createErrorParsingCAData – node would trust no server, without an error
function readAuthority(pem: string, cluster: ConfigSection): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch (cause) {
    throw cluster.error('unable to load root certificates: unable to parse bytes as PEM block', cause)
  }
}

function impersonationOf(user: ConfigSection, name: string): Impersonation | undefined {
  const as = user.string('as')
  const uid = user.string('as-uid')
  const groups = user.strings('as-groups')
  const extra = user.section('as-user-extra')?.lists() ?? {}
  if (as === undefined) {
    if (uid === undefined && groups.length === 0 && Object.keys(extra).length === 0) return undefined
    throw user.error(`requesting uid, groups or user-extra for ${name} without impersonating a user`)
  }
  return { user: as, groups, extra, ...(uid === undefined ? {} : { uid }) }
}
