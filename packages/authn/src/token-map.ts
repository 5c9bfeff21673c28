import { hash, randomBytes } from 'node:crypto'

/** Values by token, of which only salted digests are kept. */
export interface TokenMap<T> {
  get(token: string, scope?: string): T | undefined
  set(token: string, value: T, scope?: string): void
  delete(token: string, scope?: string): void
  clear(): void
}

/** Holds at most `maxEntries`; at the limit the one that was not asked for longest goes. */
export function createTokenMap<T>(maxEntries: number): TokenMap<T> {
  if (!Number.isInteger(maxEntries) || maxEntries < 1) throw new TypeError('maxEntries must be a positive integer')
  const salt = randomBytes(32).toString('base64')
  const entries = new Map<string, T>()
  // The scope comes after a byte that no header carries, so that no token can imitate another's scope.
  // In one call: a Hash object costs as much again, and the collector more.
  const digest = (token: string, scope: string | undefined): string =>
    hash('sha256', scope === undefined ? salt + token : `${salt}${token}\0${scope}`, 'base64')
  return {
    get(token, scope) {
      const key = digest(token, scope)
      const value = entries.get(key)
      if (value !== undefined) {
        entries.delete(key)
        entries.set(key, value)
      }
      return value
    },
    set(token, value, scope) {
      const key = digest(token, scope)
      entries.delete(key)
      if (entries.size >= maxEntries) entries.delete(entries.keys().next().value!)
      entries.set(key, value)
    },
    delete: (token, scope) => void entries.delete(digest(token, scope)),
    clear: () => entries.clear(),
  }
}
