import { generateKeyPairSync } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { vocabularyNamed, type VocabularyName } from '@pinnace/meta'
import { createServingCertificates, type ServerOptions } from '@pinnace/server'
import { createLmdbStore, type LmdbStore } from '@pinnace/store-lmdb'

/** What a data directory keeps over restarts. */
export interface DataDirectory {
  readonly store: LmdbStore
  readonly certificateAuthority: { readonly cert: string; readonly key: string }
  /** The signing key of service account tokens, PEM. */
  readonly tokenKey: string
}

/** Opens a data directory. The first start creates its store and its keys. */
export async function openDataDirectory(directory: string, vocabulary: VocabularyName): Promise<DataDirectory> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  // First, for a second process must not create keys.
  const store = await createLmdbStore({ path: directory })
  try {
    // Certificate and key are in one file, so that a crash cannot leave one without the other.
    const authority = await readOrCreate(join(directory, authorityFile), () => {
      const { ca, caKey } = createServingCertificates({ vocabulary: vocabularyNamed(vocabulary) })
      return `${ca.trimEnd()}\n${caKey}`
    })
    const tokenKey = await readOrCreate(join(directory, tokenKeyFile), createTokenKey)
    const keyStart = authority.search(/-----BEGIN [A-Z ]*PRIVATE KEY-----/)
    if (keyStart < 0) throw new Error(`${join(directory, authorityFile)} has no private key`)
    return {
      store,
      certificateAuthority: { cert: authority.slice(0, keyStart), key: authority.slice(keyStart) },
      tokenKey,
    }
  } catch (error) {
    await store.close()
    throw error
  }
}

/** The files of a data directory beside its store. */
export const authorityFile = 'authority.pem'
export const tokenKeyFile = 'token-signing-key.pem'

/** The options of a server over a data directory. A signing key of the flags stays. */
export function withData(options: ServerOptions, data: DataDirectory): ServerOptions {
  const { authentication = {} } = options
  const { serviceAccounts = {} } = authentication
  return {
    ...options,
    store: data.store,
    certificateAuthority: data.certificateAuthority,
    authentication: { ...authentication, serviceAccounts: { signingKey: data.tokenKey, ...serviceAccounts } },
  }
}

function createTokenKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** The text of a file that only its owner may read. It exists with its whole text, on disk, or not at all. */
async function readOrCreate(path: string, create: () => string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const text = create()
  const part = `${path}.new`
  await rm(part, { force: true })
  const file = await open(part, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await link(part, path)
  await rm(part)
  return text
}
