import type { Logger, VocabularyName } from '@pinnace/meta'
import type { ServerKeys, ServerOptions } from '@pinnace/server'
import type { Store } from '@pinnace/store'
import { openServerKeys, withKeys } from './data-directory.ts'
import type { EtcdFlags } from './flags/etcd-flags.ts'
import { openEtcd } from './stores/etcd-opener.ts'
import { openStore } from './stores/open-store.ts'

/** Where a server keeps what outlives it. */
export interface PersistenceOptions extends EtcdFlags {
  readonly vocabulary: VocabularyName
  /** The directory of the keys, and of the store unless there is another one. */
  readonly dataDir?: string
  readonly postgresUrl?: string
  readonly postgresSchema?: string
  readonly unsafeNoFsync?: boolean
}

/** The store and the keys of a server. */
export interface Persistence {
  /** The options of a server that uses them. */
  apply(options: ServerOptions): ServerOptions
  close(): Promise<void>
}

/** Whether several servers may use the store at once. */
export function isShared({
  postgresUrl,
  etcdServers,
}: Pick<PersistenceOptions, 'postgresUrl' | 'etcdServers'>): boolean {
  return postgresUrl !== undefined || etcdServers !== undefined
}

/** Whether several processes of this command serve. */
export function isInWorkers({ workers = 1 }: { readonly workers?: number }): boolean {
  return workers > 1
}

/** The warning for a server that does not share its keys with others; undefined if they are stored. */
export function warningOfKeys(options: PersistenceOptions): string | undefined {
  if (!isShared(options) || options.dataDir !== undefined) return undefined
  return 'without --data-dir the keys of this server are new: certificates and tokens that it issues are not accepted by other servers over the same store, nor after a restart'
}

/** Opens the store and the keys that the flags name. The first start creates them. */
export async function openPersistence(options: PersistenceOptions, logger: Pick<Logger, 'warn'>): Promise<Persistence> {
  const { dataDir, vocabulary } = options
  // First, for a second process over one directory must not create keys.
  const store = await openServerStore(options, logger)
  try {
    return persistenceOf(dataDir === undefined ? undefined : await openServerKeys(dataDir, vocabulary), store)
  } catch (error) {
    await store?.close()
    throw error
  }
}

/** The persistence of a worker, which has the keys of all workers, and a copy of the store unless it opens one itself. */
export async function openWorkerPersistence(
  { keys, store }: { readonly keys: ServerKeys; readonly store: Store | undefined },
  options: PersistenceOptions,
  logger: Pick<Logger, 'warn'>,
): Promise<Persistence> {
  return persistenceOf(keys, store ?? (await openServerStore(options, logger)))
}

function persistenceOf(keys: ServerKeys | undefined, store: Store | undefined): Persistence {
  return {
    apply: (server) => ({
      ...(keys === undefined ? server : withKeys(server, keys)),
      ...(store === undefined ? {} : { store }),
    }),
    close: async () => store?.close(),
  }
}

/** Opens the store that the flags name. Undefined for a store in memory. */
export async function openServerStore(
  options: PersistenceOptions,
  logger: Pick<Logger, 'warn'>,
): Promise<Store | undefined> {
  const { etcdServers, etcdCafile, etcdCertfile, etcdKeyfile, etcdPrefix, etcdCompactionIntervalMs } = options
  if (etcdServers !== undefined) {
    return openEtcd({
      servers: etcdServers,
      compactionIntervalMs: etcdCompactionIntervalMs ?? 300_000,
      ...(options.leaseReuseSeconds === undefined ? {} : { leaseReuseSeconds: options.leaseReuseSeconds }),
      onCompactionError: (err) => logger.warn({ err }, 'etcd could not be compacted'),
      ...(etcdPrefix === undefined ? {} : { prefix: etcdPrefix }),
      ...(etcdCafile === undefined ? {} : { cafile: etcdCafile }),
      ...(etcdCertfile === undefined ? {} : { certfile: etcdCertfile }),
      ...(etcdKeyfile === undefined ? {} : { keyfile: etcdKeyfile }),
    })
  }
  const spec = specOf(options)
  const { unsafeNoFsync = false } = options
  return spec === undefined ? undefined : openStore(spec, { mayCreate: true, unsafeNoFsync })
}

/** The spec of the store; undefined for a store in memory. */
function specOf({ dataDir, postgresUrl, postgresSchema }: PersistenceOptions): string | undefined {
  if (postgresUrl === undefined) return dataDir === undefined ? undefined : `lmdb:${dataDir}`
  const url = new URL(postgresUrl)
  if (postgresSchema !== undefined) url.searchParams.set('schema', postgresSchema)
  return url.href
}
