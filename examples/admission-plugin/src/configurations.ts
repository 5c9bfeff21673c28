import { Buffer } from 'node:buffer'
import type { ApiObject } from '@pinnace/meta'
import { teamLabel } from './team-label.ts'
import type { RunningWebhook } from './webhook.ts'

/** A webhook configuration. */
export interface WebhookConfiguration extends ApiObject {
  readonly apiVersion: string
  readonly kind: string
  readonly webhooks: readonly object[]
}

/** The two webhook configurations of the plugin; `group` is the API group of webhook configurations. */
export function configurationsFor({ url, ca }: RunningWebhook, group: string): readonly WebhookConfiguration[] {
  const webhook = (face: 'mutate' | 'validate'): object => ({
    name: 'team-label.example.dev',
    rules: teamLabel.definition.rules,
    clientConfig: { url: `${url}/${face}`, caBundle: Buffer.from(ca).toString('base64') },
    admissionReviewVersions: ['v1'],
    sideEffects: 'None',
    timeoutSeconds: 5,
  })
  const configuration = (kind: string, face: 'mutate' | 'validate'): WebhookConfiguration => ({
    apiVersion: `${group}/v1`,
    kind,
    metadata: { name: 'team-label' },
    webhooks: [webhook(face)],
  })
  return [
    configuration('MutatingWebhookConfiguration', 'mutate'),
    configuration('ValidatingWebhookConfiguration', 'validate'),
  ]
}
