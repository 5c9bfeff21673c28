import { formatJson, type Vocabulary } from '@pinnace/meta'
import type { AdmissionAttributes } from '../admission-attributes.ts'
import type { PatchOutcome } from './apply-webhook-patch.ts'
import type { Webhook } from './webhook.ts'

/** Which call of a request an annotation is about. */
export interface CallPosition {
  /** 1 for a reinvocation, 0 otherwise. */
  readonly round: 0 | 1
  /** The index of the webhook among those of the request. */
  readonly index: number
}

/** Writes the audit annotations of calls of webhooks. */
export interface WebhookAnnotations {
  /** Says whether a mutating webhook changed the object; at level Request, also by which patch. */
  mutated(
    attributes: AdmissionAttributes,
    webhook: Webhook,
    position: CallPosition,
    outcome: PatchOutcome | undefined,
  ): void
  /** Says that a call failed, and that the failure policy ignored it. */
  failedOpen(attributes: AdmissionAttributes, webhook: Webhook, position: CallPosition): void
}

/** The annotations of mutating or validating webhooks. */
// upstream: apiserver/pkg/admission/plugin/webhook/mutating/dispatcher.go and validating/dispatcher.go
export function createWebhookAnnotations(type: 'mutation' | 'validating', vocabulary: Vocabulary): WebhookAnnotations {
  const group = vocabulary.group('admission')
  const prefix = `${type}.webhook.${group}/`
  return {
    mutated(attributes, { configuration, name: webhook }, position, outcome) {
      if (!attributes.isAudited('Metadata')) return
      const suffix = suffixOf(position)
      if (outcome !== undefined && outcome.patch.length > 0 && attributes.isAudited('Request')) {
        const patch = outcome.patch.map(sortMembers)
        const text = annotationText({ configuration, webhook, patch, patchType: 'JSONPatch' })
        attributes.annotate(`patch.webhook.${group}/${suffix}`, text, 'Request')
      }
      const mutated = outcome?.isChanged === true
      attributes.annotate(`${prefix}${suffix}`, annotationText({ configuration, webhook, mutated }))
    },
    failedOpen(attributes, webhook, position) {
      attributes.annotate(`failed-open.${prefix}${suffixOf(position)}`, webhook.name)
    },
  }
}

function suffixOf({ round, index }: CallPosition): string {
  return `round_${round}_index_${index}`
}

// upstream: Go's encoding/json – sorts the keys of a map, and escapes characters that are special in HTML.
function annotationText(value: unknown): string {
  return formatJson(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function sortMembers(operation: unknown): unknown {
  if (typeof operation !== 'object' || operation === null) return operation
  return Object.fromEntries(Object.entries(operation).sort(([a], [b]) => (a < b ? -1 : 1)))
}
