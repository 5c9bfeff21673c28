import type { Mutable, Vocabulary } from '@pinnace/meta'
import { columns } from '@pinnace/resources'
import type { ServiceAccount } from '@pinnace/types/core-v1'
import type { KindBehavior } from '../kind-behavior.ts'
import { tokenRequest } from './token-request.ts'

/** Service accounts: of the secrets they name, only the name counts. */
// upstream: registry/core/serviceaccount/strategy.go, cleanSecretReferences
export function serviceAccount(vocabulary: Vocabulary): KindBehavior<ServiceAccount> {
  const annotation = `${vocabulary.labelDomain}/enforce-mountable-secrets`
  const isRestricted = ({ metadata }: ServiceAccount): boolean => Object.hasOwn(metadata.annotations ?? {}, annotation)
  // upstream: WarningsOnCreate and WarningsOnUpdate
  const warning = `metadata.annotations[${annotation}]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets`
  return {
    strategy: {
      prepareForCreate: keepNamesOfSecrets,
      prepareForUpdate: keepNamesOfSecrets,
      warnings: (next, live) => (isRestricted(next) && !(live !== undefined && isRestricted(live)) ? [warning] : []),
    },
    columns: columns<ServiceAccount>(),
    subresources: { token: tokenRequest(vocabulary) },
  }
}

function keepNamesOfSecrets(next: Mutable<ServiceAccount>): void {
  if (next.secrets === undefined) return
  next.secrets = next.secrets.map(({ name }) => (name === undefined ? {} : { name }))
}
