import type { Vocabulary } from '@pinnace/meta'
import {
  decodeConfiguration,
  type ConfigurationDocument,
  type Field,
  type ObjectSchema,
  type Schema,
} from '@pinnace/schema'
import type { AuthenticationConfiguration } from './authentication-configuration.ts'

const kind = 'AuthenticationConfiguration'

/** Decodes an `AuthenticationConfiguration` strictly. Throws a TypeError with the message of kube-apiserver. */
export function readAuthenticationConfiguration(
  document: ConfigurationDocument,
  vocabulary: Vocabulary,
): AuthenticationConfiguration {
  const group = `apiserver.config.${vocabulary.groupDomain}`
  return decodeConfiguration(document, {
    kind,
    apiVersions: ['v1', 'v1beta1', 'v1alpha1'].map((version) => `${group}/${version}`),
    siblings: ['AuthorizationConfiguration'],
    schema,
  })
}

function struct(name: string, fields: Readonly<Record<string, Schema>>): ObjectSchema {
  const entries = Object.entries(fields).map(([field, fieldSchema]): [string, Field] => [
    field,
    { name: field, schema: fieldSchema, pointer: true, omitEmpty: true },
  ])
  return { type: 'object', name: `apiserver.v1.${name}`, fields: new Map(entries) }
}

const text: Schema = { type: 'string' }
const list = (items: Schema): Schema => ({ type: 'list', items })
const prefixedClaim = struct('PrefixedClaimOrExpression', { claim: text, prefix: text, expression: text })

const schema = struct(kind, {
  apiVersion: text,
  kind: text,
  jwt: list(
    struct('JWTAuthenticator', {
      issuer: struct('Issuer', {
        url: text,
        discoveryURL: text,
        certificateAuthority: text,
        audiences: list(text),
        audienceMatchPolicy: text,
        egressSelectorType: text,
      }),
      claimValidationRules: list(
        struct('ClaimValidationRule', { claim: text, requiredValue: text, expression: text, message: text }),
      ),
      claimMappings: struct('ClaimMappings', {
        username: prefixedClaim,
        groups: prefixedClaim,
        uid: struct('ClaimOrExpression', { claim: text, expression: text }),
        extra: list(struct('ExtraMapping', { key: text, valueExpression: text })),
      }),
      userValidationRules: list(struct('UserValidationRule', { expression: text, message: text })),
    }),
  ),
  anonymous: struct('AnonymousAuthConfig', {
    enabled: { type: 'boolean' },
    conditions: list(struct('AnonymousAuthCondition', { path: text })),
  }),
})
