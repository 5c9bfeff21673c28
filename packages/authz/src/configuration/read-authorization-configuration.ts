import { durationError, parseDuration, type Vocabulary } from '@pinnace/meta'
import {
  decodeConfiguration,
  type ConfigurationDocument,
  type Field,
  type ObjectSchema,
  type Schema,
} from '@pinnace/schema'
import type { AuthorizationConfiguration } from './authorization-configuration.ts'

const kind = 'AuthorizationConfiguration'

/** Decodes an `AuthorizationConfiguration` strictly. Throws a TypeError with the message of kube-apiserver. */
export function readAuthorizationConfiguration(
  document: ConfigurationDocument,
  vocabulary: Vocabulary,
): AuthorizationConfiguration {
  const group = `apiserver.config.${vocabulary.groupDomain}`
  const configuration: AuthorizationConfiguration = decodeConfiguration(document, {
    kind,
    apiVersions: ['v1', 'v1beta1', 'v1alpha1'].map((version) => `${group}/${version}`),
    siblings: ['AuthenticationConfiguration'],
    schema,
  })
  for (const { webhook = {} } of configuration.authorizers ?? []) {
    for (const duration of [webhook.authorizedTTL, webhook.unauthorizedTTL, webhook.timeout]) {
      if (duration !== undefined && parseDuration(duration) === undefined) throw new TypeError(durationError(duration))
    }
  }
  return configuration
}

function struct(name: string, fields: Readonly<Record<string, Schema>>): ObjectSchema {
  const entries = Object.entries(fields).map(([field, fieldSchema]): [string, Field] => [
    field,
    { name: field, schema: fieldSchema, pointer: true, omitEmpty: true },
  ])
  return { type: 'object', name: `apiserver.v1.${name}`, fields: new Map(entries) }
}

const text: Schema = { type: 'string' }
const flag: Schema = { type: 'boolean' }

const schema = struct(kind, {
  apiVersion: text,
  kind: text,
  authorizers: {
    type: 'list',
    items: struct('AuthorizerConfiguration', {
      type: text,
      name: text,
      webhook: struct('WebhookConfiguration', {
        authorizedTTL: text,
        cacheAuthorizedRequests: flag,
        unauthorizedTTL: text,
        cacheUnauthorizedRequests: flag,
        timeout: text,
        subjectAccessReviewVersion: text,
        matchConditionSubjectAccessReviewVersion: text,
        failurePolicy: text,
        connectionInfo: struct('WebhookConnectionInfo', { type: text, kubeConfigFile: text }),
        matchConditions: { type: 'list', items: struct('WebhookMatchCondition', { expression: text }) },
      }),
    }),
  },
})
