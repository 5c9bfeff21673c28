import { generateKeyPairSync } from 'node:crypto'
import {
  loadTokenKeys,
  loadTokenSigningKey,
  toTokenSigningKey,
  type TokenKey,
  type TokenSigningKey,
} from '@pinnace/authn'
import type { ServiceAccountTokenOptions } from './authentication-options.ts'

/** The keys of service-account tokens. */
export interface ServiceAccountKeys {
  /** Signs; made when it is first asked for, where none was given. */
  readonly signing: () => TokenSigningKey
  /** Verify. The same array as long as nothing has changed. A key that is not made yet has signed nothing. */
  readonly verifying: () => readonly TokenKey[]
  /** The public halves of all, for relying parties. */
  readonly published: () => readonly TokenKey[]
}

/** Reads the keys that were given. Throws a TypeError for one that cannot be read. */
export function createServiceAccountKeys({ signingKey, keys = [] }: ServiceAccountTokenOptions): ServiceAccountKeys {
  const given = Object.freeze(keys.flatMap((pem) => loadTokenKeys(pem)))
  let made = signingKey === undefined ? undefined : loadTokenSigningKey(signingKey)
  let verifying = made === undefined ? given : withKey(made, given)
  const signing = (): TokenSigningKey => {
    if (made === undefined) {
      made = toTokenSigningKey(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)
      verifying = withKey(made, given)
    }
    return made
  }
  return {
    signing,
    verifying: () => verifying,
    published() {
      signing()
      return verifying
    },
  }
}

function withKey({ id, algorithm, publicKey }: TokenSigningKey, others: readonly TokenKey[]): readonly TokenKey[] {
  return Object.freeze([{ id, algorithm, publicKey }, ...others.filter((other) => other.id !== id)])
}
