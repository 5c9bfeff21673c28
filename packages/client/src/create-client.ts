import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import {
  platformVocabulary,
  systemClock,
  vocabularyNamed,
  withErrorCodes,
  type Vocabulary,
  type VocabularyName,
} from '@pinnace/meta'
import { createClientOver, type Client } from './client.ts'
import { tokenFileCredentials } from './credentials/token-file.ts'
import { createHttpTransport, type HttpTransportOptions } from './http/http-transport.ts'
import { readInClusterConfig } from './kubeconfig/in-cluster.ts'
import { mergeConfigs, readConfigFiles, type ConfigText } from './kubeconfig/read-config.ts'
import { resolveContext } from './kubeconfig/resolve-context.ts'
import { userCredentials } from './kubeconfig/user-credentials.ts'

/** Options for {@link createClient}. */
export interface CreateClientOptions extends Pick<
  HttpTransportOptions,
  'impersonate' | 'userAgent' | 'timeoutMs' | 'maxRetries' | 'maxReplyBytes' | 'onWarning' | 'clock'
> {
  /** The text of a configuration file; relative paths in it are relative to the working directory. */
  readonly kubeconfig?: string
  /** Paths of configuration files; where several set the same, the first wins. @default those of the environment */
  readonly kubeconfigFiles?: readonly string[]
  /** The context to use. @default the current context of the configuration */
  readonly context?: string
  /** Uses the service account of the pod instead of files. @default where there is no configuration */
  readonly inCluster?: boolean
  /** @default 'platform' */
  readonly vocabulary?: Vocabulary | VocabularyName
  /** Environment variables. @default those of the process */
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** Stores tokens that an auth provider has refreshed, for the next process. @default they are not stored */
  readonly persist?: (userName: string, config: Readonly<Record<string, string>>) => void | Promise<void>
  /** Whether credential plugins may prompt on standard input. @default whether it is a terminal */
  readonly isTerminal?: () => boolean
  /** Where the standard error of credential plugins goes. @default 'inherit' */
  readonly pluginStderr?: 'inherit' | 'ignore'
}

/** A client of a remote server. */
export interface RemoteClient extends Client {
  /** The URL of the server: `https://127.0.0.1:6443`. */
  readonly server: string
  /** The namespace of the context; calls do not use it by themselves. */
  readonly namespace: string
}

/**
 * A client over HTTPS, configured by a file or by the service account of a pod.
 *
 * @example
 * const client = await createClient({ kubeconfig: await server.kubeconfig(), vocabulary: 'kubernetes' })
 * const pods = client.resource({ apiVersion: 'v1', kind: 'Pod' }).namespace(client.namespace)
 */
export function createClient(options: CreateClientOptions = {}): Promise<RemoteClient> {
  return withErrorCodes('client-configuration', () => configureClient(options))
}

async function configureClient(options: CreateClientOptions): Promise<RemoteClient> {
  const vocabulary = vocabularyOf(options.vocabulary)
  const { environment = process.env, clock = systemClock, timeoutMs = 60_000 } = options
  const { isTerminal = (): boolean => process.stdin.isTTY === true, pluginStderr = 'inherit' } = options
  const texts = options.inCluster === true ? undefined : configTexts(options, vocabulary, environment)
  const remote = (transport: HttpTransportOptions, namespace: string): RemoteClient => {
    const { userAgent, maxRetries, maxReplyBytes, onWarning, impersonate } = options
    const over = createHttpTransport({
      ...transport,
      ...(userAgent === undefined ? {} : { userAgent }),
      ...(maxRetries === undefined ? {} : { maxRetries }),
      ...(maxReplyBytes === undefined ? {} : { maxReplyBytes }),
      ...(onWarning === undefined ? {} : { onWarning }),
      ...(impersonate === undefined ? {} : { impersonate }),
      timeoutMs,
      clock,
    })
    const client = createClientOver({ transport: over, vocabulary, close: () => over.close() })
    return { ...client, server: transport.endpoint.server, namespace }
  }
  if (texts === undefined) {
    const { endpoint, tokenFile, namespace } = readInClusterConfig({ vocabulary, environment })
    return remote({ endpoint, vocabulary, credentials: tokenFileCredentials(tokenFile, clock) }, namespace)
  }
  const context = resolveContext(await mergeConfigs(texts), options.context)
  const { persist = () => {} } = options
  const given = { vocabulary, clock, environment, isTerminal, pluginStderr, timeoutMs, persist }
  const { endpoint, impersonate, namespace, disableCompression } = context
  const transport = {
    endpoint,
    vocabulary,
    credentials: userCredentials(context, given),
    compression: !disableCompression,
    ...(impersonate === undefined ? {} : { impersonate }),
  }
  return remote(transport, namespace)
}

function vocabularyOf(given: CreateClientOptions['vocabulary']): Vocabulary {
  if (given === undefined) return platformVocabulary
  return typeof given === 'string' ? vocabularyNamed(given) : given
}

// upstream: clientcmd/loader.go and merged_client_builder.go – what was named must be there; of the environment's files
// those count that are; where there is none, a pod has what it was given.
function configTexts(
  { kubeconfig, kubeconfigFiles, inCluster }: CreateClientOptions,
  vocabulary: Vocabulary,
  environment: Readonly<Record<string, string | undefined>>,
): readonly ConfigText[] | undefined {
  if (kubeconfig !== undefined) {
    assertText(kubeconfig)
    return [{ text: kubeconfig, file: 'kubeconfig', directory: process.cwd() }]
  }
  if (kubeconfigFiles !== undefined) {
    for (const file of kubeconfigFiles) if (!existsSync(file)) throw new TypeError(`${file}: no such file`)
    return readConfigFiles(kubeconfigFiles)
  }
  const { componentPrefix, product } = vocabulary
  const named = environment[`${componentPrefix.toUpperCase()}CONFIG`] ?? ''
  const files =
    named === ''
      ? [join(environment['HOME'] ?? homedir(), `.${componentPrefix}`, 'config')]
      : named.split(delimiter).filter((file) => file !== '')
  const texts = readConfigFiles(files)
  const isInPod = environment[`${product.toUpperCase()}_SERVICE_HOST`] !== undefined
  return texts.length === 0 && inCluster !== false && isInPod ? undefined : texts
}

/** A text of one line without a colon is no kubeconfig, but the path of one. */
function assertText(kubeconfig: string): void {
  if (/^[^\n:{}[\]]+$/.test(kubeconfig.trim()))
    throw new TypeError('kubeconfig must be the text of a kubeconfig; a path belongs into kubeconfigFiles')
}
