import type { BuiltInPlugin } from '../built-in-plugin.ts'
import { createWebhookPlugin } from '../webhooks/webhook-plugin.ts'
import { webhookSettingsOf, type WebhookSettings } from '../webhooks/webhook-settings.ts'

/** Calls the webhooks of all ValidatingWebhookConfigurations, concurrently. */
export const validatingAdmissionWebhook: BuiltInPlugin = {
  name: 'ValidatingAdmissionWebhook',
  isDefault: true,
  configure: webhookSettingsOf('ValidatingAdmissionWebhook'),
  create: (context, settings) =>
    createWebhookPlugin({
      name: 'ValidatingAdmissionWebhook',
      context,
      users: (settings as WebhookSettings | undefined)?.users,
      isMutating: false,
    }),
}
