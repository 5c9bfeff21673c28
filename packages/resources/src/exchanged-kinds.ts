import type { DomainGroup, Vocabulary } from '@pinnace/meta'
import { createTypeLoader, type ObjectSchema } from '@pinnace/schema'
import { exchangedTypeTables } from '@pinnace/types'
import type { ResourceDefinition } from './definition.ts'

/** A version of a kind that is sent to others and answered by them, and never stored. */
export type ExchangedKind = Pick<ResourceDefinition, 'group' | 'version' | 'kind' | 'storage' | 'schema' | 'builtIn'>

/** Kinds that go between a server, a client and what they call, each in every version it is spoken in. */
export interface ExchangedKinds {
  /** To admission webhooks, and back. */
  readonly admissionReview: readonly ExchangedKind[]
  /** To credential plugins of a client, and back. */
  readonly execCredential: readonly ExchangedKind[]
}

/**
 * The kinds that are not served as resources: of these v1 and v1beta1 differ in nothing but the version they say, so
 * `createConverter(exchangedKinds(vocabulary).admissionReview)` turns one into the other.
 */
// upstream: k8s.io/api/admission/{v1,v1beta1}; client-go/pkg/apis/clientauthentication/{v1,v1beta1}
export function exchangedKinds(vocabulary: Vocabulary): ExchangedKinds {
  const versionsOf = (word: DomainGroup, kind: string, typeGroup: string): readonly ExchangedKind[] =>
    ['v1', 'v1beta1'].map((version) => {
      const group = vocabulary.group(word)
      const schema = (): ObjectSchema => loadExchanged(`${typeGroup}.${version}.${kind}`)
      return Object.freeze({ group, version, kind, storage: { group, resource: kind }, schema, builtIn: true })
    })
  return {
    admissionReview: versionsOf('admission', 'AdmissionReview', 'admission'),
    execCredential: versionsOf('client.authentication', 'ExecCredential', 'clientauthentication'),
  }
}

const loadExchanged = createTypeLoader(exchangedTypeTables)
