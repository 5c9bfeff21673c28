import { webhookPath, type ResolveService } from '@pinnace/admission'
import { createHttpClientPool, type ConnectAddress, type WholeReply } from '@pinnace/http-client'
import type { Awaitable, Clock, Random, Vocabulary } from '@pinnace/meta'
import type { Conversion } from '@pinnace/resources'
import type { CustomResourceDefinition, WebhookClientConfig } from '@pinnace/types/apiextensions-v1'
import { convertInParts } from './convert-in-parts.ts'

/** Options for {@link createConversionWebhooks}. */
export interface ConversionWebhooksOptions {
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  readonly random: Random
  /** Finds services. @default `<name>.<namespace>.svc` */
  readonly resolveService: ResolveService | undefined
}

/** The conversion webhooks of CRDs. */
export interface ConversionWebhooks extends Disposable {
  /** The conversion of a CRD; undefined if only apiVersion changes between versions. */
  of(crd: CustomResourceDefinition): Conversion | undefined
}

const timeoutMs = 30_000
/** The maximum size of an answer, that of an admission webhook. A list is converted in smaller requests. */
const maxBytes = 8 * 1024 * 1024
const maxPending = 100
/** Clients, one for each authority; the least recently used is closed first. */
const maxClients = 100

/** Creates the webhooks. Clients are created with the first conversion, and shared by CRDs with the same authority. */
// upstream: apiextensions-apiserver/pkg/apiserver/conversion/webhook_converter.go
export function createConversionWebhooks(options: ConversionWebhooksOptions): ConversionWebhooks {
  const { vocabulary, random, clock, resolveService } = options
  const clients = createHttpClientPool({ maxClients, maxPending, clock })
  return {
    of({ spec }) {
      const { webhook, strategy } = spec.conversion ?? { strategy: 'None' }
      const config = webhook?.clientConfig
      if (strategy !== 'Webhook' || webhook === undefined || config === undefined) return undefined
      const ca = bundleOf(config)
      const headers = { 'content-type': 'application/json', accept: 'application/json' }
      const post = async (body: string): Promise<WholeReply> => {
        const client = clients.client(ca === undefined ? {} : { ca })
        const target = targetOf(config, resolveService)
        return client.send({ method: 'POST', ...target, headers, body, timeoutMs, maxBytes })
      }
      const versions = webhook.conversionReviewVersions
      return {
        convert: (objects, apiVersion) =>
          convertInParts({ vocabulary, clock, random, versions, post }, objects, apiVersion),
      }
    },
    [Symbol.dispose]: () => clients[Symbol.dispose](),
  }
}

function bundleOf({ caBundle }: WebhookClientConfig): string | undefined {
  if (caBundle === undefined || caBundle === '') return undefined
  return Buffer.from(caBundle as string, 'base64').toString()
}

interface Target {
  readonly url: string
  readonly connectTo?: (() => Awaitable<ConnectAddress>) | undefined
}

// upstream: apiserver/pkg/util/webhook/client.go, HookClient – the certificate must be that of the service.
function targetOf({ url, service }: WebhookClientConfig, resolveService: ResolveService | undefined): Target {
  if (url !== undefined) {
    const { origin, pathname } = new URL(url)
    return { url: `${origin}${webhookPath(pathname)}` }
  }
  if (service === undefined) throw new Error('webhook configuration must have either service or URL')
  const { namespace, name, port = 443, path = '' } = service
  return {
    url: `https://${name}.${namespace}.svc:${port}${webhookPath(path)}`,
    connectTo: resolveService && (() => resolveService({ namespace, name, port })),
  }
}
