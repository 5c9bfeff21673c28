import { badRequest, quote } from '@pinnace/meta'
import type { AdmissionAttributes } from '../admission-attributes.ts'
import type { Webhook } from './webhook.ts'

/** Throws a 400 for a dry run that matches a webhook with side effects: the webhook must not be called. */
// upstream: apiserver/pkg/admission/plugin/webhook/request/admissionreview.go and mutating/dispatcher.go, NewDryRunUnsupportedErr
export function assertSupportsDryRun({ name, declared }: Webhook, { dryRun }: AdmissionAttributes): void {
  if (!dryRun || declared.sideEffects === 'None' || declared.sideEffects === 'NoneOnDryRun') return
  throw badRequest(`admission webhook ${quote(name)} does not support dry run`)
}
