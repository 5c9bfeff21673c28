import { link, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDirectory, type VocabularyName } from '@pinnace/meta'
import { createServerKeys, createTokenKey, type ServerKeys, type ServerOptions } from '@pinnace/server'

/** Reads the keys in a data directory. The first start creates them. */
export async function openServerKeys(directory: string, vocabulary: VocabularyName): Promise<ServerKeys> {
  makeDirectory(directory, 0o700)
  // Certificate and key are in one file, so that a crash cannot leave one without the other.
  const authority = await readOrCreate(join(directory, authorityFile), () => {
    const { certificateAuthority } = createServerKeys({ vocabulary })
    return `${certificateAuthority.cert.trimEnd()}\n${certificateAuthority.key}`
  })
  const tokenKey = await readOrCreate(join(directory, tokenKeyFile), createTokenKey)
  const certificateAuthority = parseAuthority(authority)
  if (certificateAuthority.key === '') throw new Error(`${join(directory, authorityFile)} has no private key`)
  return { certificateAuthority, tokenKey }
}

/** The files of a data directory beside its store. */
export const authorityFile = 'authority.pem'
export const tokenKeyFile = 'token-signing-key.pem'

/** The options of a server with these keys. A signing key of the flags stays. */
export function withKeys(options: ServerOptions, { certificateAuthority, tokenKey }: ServerKeys): ServerOptions {
  const { authentication = {} } = options
  const { serviceAccounts = {} } = authentication
  return {
    ...options,
    certificateAuthority,
    authentication: {
      ...authentication,
      serviceAccounts: {
        ...(serviceAccounts.signer === undefined ? { signingKey: tokenKey } : {}),
        ...serviceAccounts,
      },
    },
  }
}

function parseAuthority(pem: string): ServerKeys['certificateAuthority'] {
  const keyStart = pem.search(/-----BEGIN [A-Z ]*PRIVATE KEY-----/)
  return keyStart < 0 ? { cert: pem, key: '' } : { cert: pem.slice(0, keyStart), key: pem.slice(keyStart) }
}

/** The text of a file that only its owner may read. It exists with its whole text, on disk, or not at all. */
async function readOrCreate(path: string, create: () => string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const text = create()
  const part = `${path}.${process.pid}.new`
  await rm(part, { force: true })
  const file = await open(part, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  try {
    await link(part, path)
    return text
  } catch (error) {
    // Another server that starts at the same time was first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return await readFile(path, 'utf8')
  } finally {
    await rm(part)
  }
}
