export { createLmdbStore, type LmdbStore, type LmdbStoreOptions } from './lmdb-store.ts'
export { checkLmdbStore, restoreLmdbStore, type CheckReport } from './maintenance.ts'
