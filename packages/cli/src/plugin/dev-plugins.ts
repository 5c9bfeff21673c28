import { isIP } from 'node:net'
import { webhookConfiguration, type WebhookConfiguration } from '@pinnace/admission/define'
import { createClient, type Client } from '@pinnace/client'
import { StatusError, vocabularyNamed, type VocabularyName } from '@pinnace/meta'
import { createServingCertificates, listen } from '@pinnace/server'
import type { Output } from '../run.ts'
import { describeReviews } from './describe-review.ts'
import { loadPlugins } from './load-plugins.ts'
import { pathOf, servePlugins } from './serve-plugins.ts'

/** Options for {@link devPlugins}. */
export interface DevPluginsOptions {
  readonly file: string
  /** @default that of the environment */
  readonly kubeconfig?: string | undefined
  /** @default the current context */
  readonly context?: string | undefined
  /** The name or IP address under which the cluster reaches this machine. */
  readonly address: string
  readonly bindAddress: string
  readonly port: number
  readonly vocabulary: VocabularyName
  readonly output: Output
}

/** Plugins that a cluster calls. */
export interface DevPlugins {
  readonly url: string
  /** Removes the webhook configurations from the cluster, then stops serving. */
  close(): Promise<void>
}

const fieldManager = 'pinnace-plugin-dev'

/** Serves the plugins of a file from this process, and configures a cluster to call them until they are closed. */
export async function devPlugins(options: DevPluginsOptions): Promise<DevPlugins> {
  const { file, kubeconfig, context, address, bindAddress, port, output } = options
  const vocabulary = vocabularyNamed(options.vocabulary)
  const { plugins } = await loadPlugins(file)
  const names = isIP(address) === 0 ? { hosts: [address] } : { ips: [address] }
  const { ca: caBundle, cert, key } = createServingCertificates({ vocabulary, ...names })
  const client = await createClient({
    vocabulary,
    ...(kubeconfig === undefined ? {} : { kubeconfigFiles: [kubeconfig] }),
    ...(context === undefined ? {} : { context }),
  })
  const handle = servePlugins(plugins, {
    onError: (name, error) => output.err(`${name}: ${error instanceof Error ? error.stack : String(error)}\n`),
  })
  const report = (line: string): void => output.out(`${line}\n`)
  const listening = await listen(describeReviews(handle, report), { host: bindAddress, port, tls: { cert, key } })
  const url = `https://${isIP(address) === 6 ? `[${address}]` : address}:${listening.port}`
  const configurations = plugins.flatMap((plugin) =>
    webhookConfiguration(plugin, { url: `${url}${pathOf(plugin)}`, caBundle, vocabulary }).map(toDevelopment),
  )
  const close = async (): Promise<void> => {
    try {
      await unregister(client, configurations)
    } finally {
      await listening.close()
      await client.close()
    }
  }
  try {
    for (const configuration of configurations) {
      await client.resource(toReference(configuration)).apply(configuration, { fieldManager, force: true })
    }
  } catch (error) {
    await close()
    throw error
  }
  const list = configurations.map(({ kind, metadata }) => `  ${kind} ${metadata.name}\n`)
  output.out(`serving ${url}\n${client.server} calls it by:\n${list.join('')}`)
  return { url, close }
}

// Beside the configuration of the same plugin that is deployed.
function toDevelopment(configuration: WebhookConfiguration): WebhookConfiguration {
  return { ...configuration, metadata: { name: `${configuration.metadata.name}-dev` } }
}

// The group depends on the vocabulary, so that the kind is named without its type.
function toReference({ apiVersion, kind }: WebhookConfiguration): { apiVersion: string; kind: string } {
  return { apiVersion, kind }
}

async function unregister(client: Client, configurations: readonly WebhookConfiguration[]): Promise<void> {
  for (const configuration of configurations) {
    try {
      await client.resource(toReference(configuration)).delete(String(configuration.metadata.name))
    } catch (error) {
      if (!(error instanceof StatusError) || error.reason !== 'NotFound') throw error
    }
  }
}
