import type { Server } from '../../../src/index.ts'
import { call } from '../../support/call.ts'
import type { Json } from './webhook-server.ts'

const group = 'admissionregistration.k8s.io'
const path = `/apis/${group}/v1`

/** A webhook about config maps, or what is said otherwise. */
export function webhook(name: string, over: Json): Json {
  return {
    name: `${name}.example.com`,
    admissionReviewVersions: ['v1'],
    sideEffects: 'None',
    rules: [{ operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
    ...over,
  }
}

/** Stores a configuration of mutating webhooks. */
export function mutate(server: Server, name: string, ...webhooks: readonly Json[]): Promise<void> {
  return store(server, 'MutatingWebhookConfiguration', name, webhooks)
}

/** Stores a configuration of validating webhooks. */
export function validate(server: Server, name: string, ...webhooks: readonly Json[]): Promise<void> {
  return store(server, 'ValidatingWebhookConfiguration', name, webhooks)
}

async function store(server: Server, kind: string, name: string, webhooks: readonly Json[]): Promise<void> {
  const body = { apiVersion: `${group}/v1`, kind, metadata: { name }, webhooks }
  const answer = await call(server, 'POST', `${path}/${kind.toLowerCase()}s`, { body })
  if (answer.status !== 201) throw new Error(answer.text)
}
