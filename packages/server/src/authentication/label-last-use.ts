import type { SecretObject } from '@pinnace/authn'
import type { Clock, Vocabulary } from '@pinnace/meta'

/** What {@link createLastUseLabels} needs. */
export interface LastUseOptions {
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  /** Sets a label of a secret. */
  readonly label: (secret: SecretObject, name: string, value: string) => Promise<void>
}

/** Secrets that are being labelled at the same time. */
const maxWrites = 64
const dayMs = 86_400_000

/** Labels secrets of legacy tokens with the day of their last use, once a day. */
// upstream: pkg/serviceaccount/legacy.go, patchSecretWithLastUsedDate
export function createLastUseLabels({ vocabulary, clock, label }: LastUseOptions): (secret: SecretObject) => void {
  const name = `${vocabulary.labelDomain}/legacy-token-last-used`
  const running = new Set<string>()
  return (secret) => {
    const { namespace = '', name: secretName = '', labels } = secret.metadata
    const today = dayOf(clock.now())
    const lastUsed = labels?.[name]
    // Another server may be a day ahead.
    if (lastUsed === today || lastUsed === dayOf(clock.now() + dayMs)) return
    const key = `${namespace}/${secretName}`
    if (running.has(key) || running.size >= maxWrites) return
    running.add(key)
    void label(secret, name, today).finally(() => running.delete(key))
  }
}

function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10)
}
