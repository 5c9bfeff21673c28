import { webhookPath, type ResolveService } from '@pinnace/admission'
import { createHttpClient, type HttpClient } from '@pinnace/authn'
import type { Clock, Random, Vocabulary } from '@pinnace/meta'
import type { Conversion } from '@pinnace/resources'
import type { CustomResourceDefinition, WebhookClientConfig } from '@pinnace/types/apiextensions-v1'
import { convertByReview } from './convert-by-review.ts'

/** Options for {@link createConversionWebhooks}. */
export interface ConversionWebhooksOptions {
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  readonly random: Random
  /** Where services are. @default `<name>.<namespace>.svc` */
  readonly resolveService: ResolveService | undefined
}

/** The webhooks that turn the versions of kinds into each other. */
export interface ConversionWebhooks extends Disposable {
  /** The conversion of a definition; nothing where only apiVersion changes. */
  of(definition: CustomResourceDefinition): Conversion | undefined
}

const timeoutMs = 30_000
/** A list is converted in one exchange. */
const maxBytes = 256 * 1024 * 1024
const maxPending = 100
/** Authorities are replaced, and clients know one each. */
const maxClients = 100

/** Clients are made when something is first converted, and shared by definitions that name the same webhook. */
// upstream: apiextensions-apiserver/pkg/apiserver/conversion/webhook_converter.go
export function createConversionWebhooks(options: ConversionWebhooksOptions): ConversionWebhooks {
  const clients = new Map<string, HttpClient>()
  const clientFor = (servername: string | undefined, ca: string | undefined): HttpClient => {
    const key = `${servername ?? ''} ${ca ?? ''}`
    let client = clients.get(key)
    // Put where the newest are, so that the first is the one that nobody has used for longest.
    clients.delete(key)
    if (client === undefined) {
      const tls = { ...(servername === undefined ? {} : { servername }), ...(ca === undefined ? {} : { ca }) }
      client = createHttpClient({ tls, timeoutMs, maxBytes, maxPending, clock: options.clock })
    }
    clients.set(key, client)
    const [oldest] = clients
    if (clients.size > maxClients && oldest !== undefined) {
      clients.delete(oldest[0])
      oldest[1].close()
    }
    return client
  }
  return {
    of({ spec }) {
      const { webhook, strategy } = spec.conversion ?? { strategy: 'None' }
      const config = webhook?.clientConfig
      if (strategy !== 'Webhook' || webhook === undefined || config === undefined) return undefined
      const post = async (body: string): ReturnType<HttpClient> => {
        const { url, servername } = await addressOf(config, options.resolveService)
        const headers = { 'content-type': 'application/json', accept: 'application/json' }
        return clientFor(servername, bundleOf(config))({ method: 'POST', url, headers, body })
      }
      const { vocabulary, random } = options
      const versions = webhook.conversionReviewVersions
      return {
        convert: (objects, apiVersion) => convertByReview({ vocabulary, random, versions, post }, objects, apiVersion),
      }
    },
    [Symbol.dispose]() {
      for (const client of clients.values()) client.close()
      clients.clear()
    },
  }
}

function bundleOf({ caBundle }: WebhookClientConfig): string | undefined {
  if (caBundle === undefined || caBundle === '') return undefined
  return Buffer.from(caBundle as string, 'base64').toString()
}

// upstream: apiserver/pkg/util/webhook/client.go, HookClient – the certificate must be that of the service, wherever it is.
async function addressOf(
  { url, service }: WebhookClientConfig,
  resolveService: ResolveService | undefined,
): Promise<{ readonly url: string; readonly servername: string | undefined }> {
  if (url !== undefined) {
    const { origin, pathname } = new URL(url)
    return { url: `${origin}${webhookPath(pathname)}`, servername: undefined }
  }
  const { namespace, name, port = 443 } = service!
  const servername = `${name}.${namespace}.svc`
  const address = (await resolveService?.({ namespace, name, port })) ?? { host: servername, port }
  const host = address.host.includes(':') ? `[${address.host}]` : address.host
  return { url: `https://${host}:${address.port}${webhookPath(service!.path ?? '')}`, servername }
}
