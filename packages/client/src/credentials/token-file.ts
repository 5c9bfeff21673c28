import { readFile } from 'node:fs/promises'
import type { Clock } from '@pinnace/meta'
import type { Credential, Credentials } from './credentials.ts'

// upstream: client-go/transport/token_source.go, NewCachedFileTokenSource – read anew every minute
const readAgainMs = 60_000

/** A bearer token from a file that may be replaced: read again every minute, and after a 401. */
export function tokenFileCredentials(path: string, clock: Clock): Credentials {
  let known: { readonly credential: Credential; readonly at: number } | undefined
  const read = async (): Promise<Credential> => {
    try {
      const token = (await readFile(path, 'utf8')).trim()
      if (token === '') throw new Error(`read empty token from file "${path}"`)
      const authorization = `Bearer ${token}`
      const credential = known?.credential.authorization === authorization ? known.credential : { authorization }
      known = { credential, at: clock.monotonic() }
      return credential
    } catch (cause) {
      // A file that is being replaced may be missing: it is read again the next time.
      if (known !== undefined) return known.credential
      throw new Error(`failed to read token file "${path}": ${(cause as Error).message}`, { cause })
    }
  }
  return {
    async get() {
      if (known !== undefined && clock.monotonic() - known.at < readAgainMs) return known.credential
      return read()
    },
    async rejected(credential) {
      return (await read()) !== credential
    },
    close: async () => {},
  }
}
