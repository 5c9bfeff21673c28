import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { FlagError } from '../flags/flag.ts'
import type { StoreOpener } from './store-opener.ts'

/** `lmdb:DIR`: the store of a data directory, which no server may be using. */
export const lmdbOpener: StoreOpener = {
  schemes: ['lmdb'],
  form: 'lmdb:DIR',
  async open(spec, { mayCreate, unsafeNoFsync = false }) {
    const path = spec.slice('lmdb:'.length)
    if (path === '') throw new FlagError('lmdb: needs a directory, as in lmdb:DIR')
    if (!mayCreate && !existsSync(join(path, 'store.lmdb'))) throw new Error(`there is no store in ${path}`)
    const { createLmdbStore } = await import('@pinnace/store-lmdb')
    return createLmdbStore({ path, sync: unsafeNoFsync ? 'os' : 'full' })
  },
}
