import { etcdBinary, startEtcd } from '../../packages/store-etcd/test/start-etcd.ts'
import { postgresBin, startPostgres } from '../../packages/store-postgres/test/start-postgres.ts'

/** A store that several servers share. */
export interface SharedStore extends AsyncDisposable {
  /** The flags of a server over it. */
  readonly flags: readonly string[]
}

/** The stores whose engines are installed, by name. */
export const sharedStores: ReadonlyMap<string, () => Promise<SharedStore>> = new Map([
  ...(etcdBinary === undefined ? [] : [['etcd', overEtcd] as const]),
  ...(postgresBin === undefined ? [] : [['PostgreSQL', overPostgres] as const]),
])

async function overEtcd(): Promise<SharedStore> {
  const etcd = await startEtcd({})
  return {
    flags: [`--etcd-servers=${etcd.endpoints.join()}`, '--etcd-compaction-interval=0'],
    [Symbol.asyncDispose]: () => etcd[Symbol.asyncDispose](),
  }
}

async function overPostgres(): Promise<SharedStore> {
  const postgres = await startPostgres()
  return { flags: [`--postgres-url=${postgres.url()}`], [Symbol.asyncDispose]: () => postgres.remove() }
}
