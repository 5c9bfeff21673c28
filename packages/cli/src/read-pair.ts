import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { ServingCertificate } from '@pinnace/server'
import { readFlagFile } from './read-flag-file.ts'

/** A file, and the flag that names it. */
export type FlagFile = readonly [flag: string, path: string]

/** Reads a certificate and its key. Throws an Error that names the flag of an unusable file. */
export async function readPair(
  [certFlag, certFile]: FlagFile,
  [keyFlag, keyFile]: FlagFile,
): Promise<ServingCertificate> {
  const { cert, leaf } = await readFlagFile(certFlag, certFile, (pem) => ({
    cert: pem,
    leaf: new X509Certificate(pem),
  }))
  const key = await readFlagFile(keyFlag, keyFile, (pem) => {
    if (!leaf.checkPrivateKey(createPrivateKey(pem))) throw new TypeError(`is not the key of ${certFile}`)
    return pem
  })
  return { cert, key }
}

/** Reads a certificate and its key as they are. Throws an Error that names the flag of a file that cannot be read. */
export async function readUncheckedPair(
  [certFlag, certFile]: FlagFile,
  [keyFlag, keyFile]: FlagFile,
): Promise<ServingCertificate> {
  const cert = await readFlagFile(certFlag, certFile, (pem) => pem)
  return { cert, key: await readFlagFile(keyFlag, keyFile, (pem) => pem) }
}
