import { readFile } from 'node:fs/promises'
import type { Store } from '@pinnace/store'
import { FlagError } from '../flags/flag.ts'
import { fromFile } from '../read-flag-file.ts'
import type { StoreOpener } from './store-opener.ts'

/** Where a store in etcd is. */
export interface EtcdLocation {
  readonly servers: readonly string[]
  readonly cafile?: string
  readonly certfile?: string
  readonly keyfile?: string
  readonly prefix?: string
  /** 0 for never. */
  readonly compactionIntervalMs: number
  readonly leaseReuseSeconds?: number
  readonly onCompactionError?: (error: unknown) => void
}

/** Opens a store in etcd. Errors name the flag of a file that cannot be read. */
export async function openEtcd(location: EtcdLocation): Promise<Store> {
  const { servers, prefix, compactionIntervalMs, leaseReuseSeconds, onCompactionError } = location
  const [ca, cert, key] = await Promise.all([
    read('etcd-cafile', location.cafile),
    read('etcd-certfile', location.certfile),
    read('etcd-keyfile', location.keyfile),
  ])
  const { createEtcdStore } = await import('@pinnace/store-etcd')
  return createEtcdStore({
    endpoints: servers,
    compactionIntervalMs,
    ...(prefix === undefined ? {} : { prefix }),
    ...(leaseReuseSeconds === undefined ? {} : { leaseReuseSeconds }),
    ...(onCompactionError === undefined ? {} : { onCompactionError }),
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  })
}

/** `etcd:URL,URL?prefix=PREFIX&cafile=FILE&certfile=FILE&keyfile=FILE`: the keys below a prefix. */
export const etcdOpener: StoreOpener = {
  schemes: ['etcd'],
  form: 'etcd:http://HOST:2379?prefix=/registry&cafile=FILE&certfile=FILE&keyfile=FILE',
  async open(spec, { mayCreate }) {
    const [servers = '', query = ''] = spec.slice('etcd:'.length).split('?', 2)
    if (servers === '') throw new FlagError('etcd: needs a URL, as in etcd:http://127.0.0.1:2379')
    const parameters = new URLSearchParams(query)
    const names = ['prefix', 'cafile', 'certfile', 'keyfile'] as const
    const unknown = [...parameters.keys()].find((name) => !names.some((known) => known === name))
    if (unknown !== undefined) throw new FlagError(`etcd: has no parameter ${JSON.stringify(unknown)}`)
    const settings = Object.fromEntries(
      names.flatMap((name) => {
        const value = parameters.get(name)
        return value === null ? [] : [[name, value]]
      }),
    )
    const store = await openEtcd({ ...settings, servers: servers.split(','), compactionIntervalMs: 0 })
    if (mayCreate || (await store.list('', { limit: 1 })).entries.length > 0) return store
    await store.close()
    throw new Error(`there are no keys below ${settings['prefix'] ?? '/registry'}`)
  },
}

function read(flag: string, path: string | undefined): Promise<Buffer | undefined> {
  return path === undefined ? Promise.resolve(undefined) : fromFile(flag, path, () => readFile(path))
}
