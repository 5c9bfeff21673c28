import { loadClientAuthorities } from '@pinnace/authn'
import { readFlagFile } from './read-flag-file.ts'

/** The authorities in the file of a flag, PEM. */
export function readAuthorities(flag: string, file: string): Promise<string> {
  return readPem(flag, file, loadClientAuthorities)
}

/** The text of a PEM file, after `check` has accepted it. */
export function readPem(flag: string, file: string, check: (pem: string) => unknown): Promise<string> {
  return readFlagFile(flag, file, (pem) => {
    check(pem)
    return pem
  })
}
