import { thenMaybe, type Awaitable, type GroupResource } from '@pinnace/meta'
import type { AdmissionObjects } from '../plugin-context.ts'
import { webhooksOf, type Webhook, type WebhookConfiguration } from './webhook.ts'

/** Returns the current webhooks of a server, in the order they are called. */
export type WebhookSource = () => Awaitable<readonly Webhook[]>

const none: readonly Webhook[] = []

/** Creates a source of webhooks, ordered by the name of their configuration. A configuration is compiled once. */
export function createWebhookSource(objects: Pick<AdmissionObjects, 'list'>, resource: GroupResource): WebhookSource {
  const compiled = new WeakMap<WebhookConfiguration, readonly Webhook[]>()
  let lastSeen: readonly WebhookConfiguration[] = []
  let lastWebhooks = none
  const compile = (configuration: WebhookConfiguration): readonly Webhook[] => {
    let webhooks = compiled.get(configuration)
    if (webhooks === undefined) compiled.set(configuration, (webhooks = webhooksOf(configuration)))
    return webhooks
  }
  return () =>
    thenMaybe(objects.list<WebhookConfiguration>(resource, ''), (configurations) => {
      if (configurations.length === 0) return none
      const isSame =
        configurations.length === lastSeen.length && configurations.every((one, index) => one === lastSeen[index])
      if (!isSame) {
        lastSeen = configurations
        lastWebhooks = configurations.toSorted(byName).flatMap(compile)
      }
      return lastWebhooks
    })
}

function byName(left: WebhookConfiguration, right: WebhookConfiguration): number {
  const a = left.metadata.name ?? ''
  const b = right.metadata.name ?? ''
  return a < b ? -1 : a > b ? 1 : 0
}
