import type { BuiltInPlugin } from '../built-in-plugin.ts'
import { createWebhookPlugin } from '../webhooks/webhook-plugin.ts'
import { webhookSettingsOf, type WebhookSettings } from '../webhooks/webhook-settings.ts'

/** Calls the webhooks of all MutatingWebhookConfigurations, one after the other. */
export const mutatingAdmissionWebhook: BuiltInPlugin = {
  name: 'MutatingAdmissionWebhook',
  isDefault: true,
  configure: webhookSettingsOf('MutatingAdmissionWebhook'),
  create: (context, settings) =>
    createWebhookPlugin({
      name: 'MutatingAdmissionWebhook',
      context,
      users: (settings as WebhookSettings | undefined)?.users,
      isMutating: true,
    }),
}
