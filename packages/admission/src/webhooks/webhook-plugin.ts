import type { RemoteUsers } from '@pinnace/authn'
import { thenMaybe, type Awaitable } from '@pinnace/meta'
import type { AdmissionAttributes } from '../admission-attributes.ts'
import type { PluginContext } from '../plugin-context.ts'
import type { AdmissionPlugin } from '../plugin.ts'
import { createWebhookCaller } from './call-webhook.ts'
import { createMutatingDispatch } from './dispatch-mutating.ts'
import { createValidatingDispatch } from './dispatch-validating.ts'
import { createConditionMatcher } from './match-conditions.ts'
import { createWebhookClient } from './webhook-client.ts'
import { createWebhookMetrics } from './webhook-metrics.ts'
import { createWebhookSource } from './webhook-source.ts'

/** Options for {@link createWebhookPlugin}. */
export interface WebhookPluginOptions {
  readonly name: string
  readonly context: PluginContext
  /** Credentials of the server, by host and port of the webhook. */
  readonly users: RemoteUsers | undefined
  readonly isMutating: boolean
}

/** Creates the plugin that calls the mutating or the validating webhooks. Without webhooks it returns at once. */
export function createWebhookPlugin({ name, context, users, isMutating }: WebhookPluginOptions): AdmissionPlugin {
  const { vocabulary, clock, objects, versions, onError, expressions, authorize, resolveService } = context
  const group = vocabulary.group('admissionregistration')
  const resource = isMutating ? 'mutatingwebhookconfigurations' : 'validatingwebhookconfigurations'
  const webhooks = createWebhookSource(objects, { group, resource })
  const metrics = createWebhookMetrics(context.metrics, isMutating ? 'admit' : 'validating')
  const client = createWebhookClient({ vocabulary, clock, users, resolveService })
  const create = isMutating ? createMutatingDispatch : createValidatingDispatch
  const dispatch = create({
    vocabulary,
    clock,
    objects,
    versions,
    onError,
    metrics,
    call: createWebhookCaller({ ...context, client, isMutating }),
    matchesConditions: createConditionMatcher({ expressions, authorize, metrics, clock }),
  })
  const callWebhooks = (attributes: AdmissionAttributes): Awaitable<void> => {
    if (attributes.kind.group === group && exemptKinds.has(attributes.kind.kind)) return
    return thenMaybe(webhooks(), (found) => (found.length === 0 ? undefined : dispatch(attributes, found)))
  }
  return {
    name,
    handles: () => true,
    ...(isMutating ? { admit: callWebhooks } : { validate: callWebhooks }),
    [Symbol.dispose]: () => client[Symbol.dispose](),
  }
}

// A webhook that denies every request must not prevent its own deletion.
// upstream: apiserver/pkg/admission/plugin/webhook/predicates/rules, IsExemptAdmissionConfigurationResource
const exemptKinds = new Set([
  'MutatingWebhookConfiguration',
  'ValidatingWebhookConfiguration',
  'MutatingAdmissionPolicy',
  'MutatingAdmissionPolicyBinding',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionPolicyBinding',
])
