import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Vocabulary } from '@pinnace/meta'
import type { Endpoint } from '../http/http-connection.ts'

/** The server of a cluster, as configured in its pods. */
export interface InClusterConfig {
  readonly endpoint: Endpoint
  readonly tokenFile: string
  readonly namespace: string
}

/** Options for {@link readInClusterConfig}. */
export interface InClusterOptions {
  readonly vocabulary: Vocabulary
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The directory of the mounted service account. @default that of the vocabulary */
  readonly mountPath?: string
}

/** Reads the configuration of a pod: two environment variables, and the mounted token, authority and namespace. */
// upstream: client-go/rest/config.go, InClusterConfig
export function readInClusterConfig(options: InClusterOptions): InClusterConfig {
  const { vocabulary, environment, mountPath = vocabulary.tokenMountPath } = options
  const prefix = vocabulary.product.toUpperCase()
  const host = environment[`${prefix}_SERVICE_HOST`] ?? ''
  const port = environment[`${prefix}_SERVICE_PORT`] ?? ''
  if (host === '' || port === '') {
    throw new TypeError(
      `unable to load in-cluster configuration, ${prefix}_SERVICE_HOST and ${prefix}_SERVICE_PORT must be defined`,
    )
  }
  const tokenFile = join(mountPath, 'token')
  const read = (path: string): string => {
    try {
      return readFileSync(path, 'utf8').trim()
    } catch (cause) {
      throw new TypeError(`unable to load in-cluster configuration: ${(cause as Error).message}`, { cause })
    }
  }
  read(tokenFile)
  const namespaceFile = join(mountPath, 'namespace')
  return {
    endpoint: {
      server: `https://${host.includes(':') ? `[${host}]` : host}:${port}`,
      ca: read(join(mountPath, 'ca.crt')),
    },
    tokenFile,
    namespace: existsSync(namespaceFile) ? read(namespaceFile) : 'default',
  }
}
