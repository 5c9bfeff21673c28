import { FlagError, readCount, readDuration, readList, type Flag } from './flag.ts'

/** The etcd that keeps objects. */
export interface EtcdFlags {
  readonly etcdServers?: readonly string[]
  readonly etcdCafile?: string
  readonly etcdCertfile?: string
  readonly etcdKeyfile?: string
  readonly etcdPrefix?: string
  readonly etcdCompactionIntervalMs?: number
  readonly leaseReuseSeconds?: number
  readonly etcdHealthcheckTimeoutMs?: number
  readonly etcdReadycheckTimeoutMs?: number
}

export const etcdFlags: readonly Flag<EtcdFlags>[] = [
  {
    name: 'etcd-servers',
    placeholder: 'LIST',
    help: 'Members of the etcd that keeps objects, for one server or several: scheme://ip:port, comma separated. With --data-dir, that directory keeps the keys only.',
    read: (value, { etcdServers }) => ({ etcdServers: readServers(value, etcdServers) }),
  },
  {
    name: 'etcd-cafile',
    placeholder: 'FILE',
    help: 'PEM certificate authorities for the certificates of etcd. (default: those of the machine)',
    read: (value) => ({ etcdCafile: value }),
  },
  {
    name: 'etcd-certfile',
    placeholder: 'FILE',
    help: 'PEM client certificate for etcd; requires --etcd-keyfile.',
    read: (value) => ({ etcdCertfile: value }),
  },
  {
    name: 'etcd-keyfile',
    placeholder: 'FILE',
    help: 'PEM key of the client certificate for etcd.',
    read: (value) => ({ etcdKeyfile: value }),
  },
  {
    name: 'etcd-prefix',
    placeholder: 'PREFIX',
    help: 'Prefix of all keys in etcd. (default /registry)',
    read: (value) => ({ etcdPrefix: value }),
  },
  {
    name: 'etcd-compaction-interval',
    placeholder: 'DURATION',
    help: 'How often the history of etcd is compacted; of several servers, one does it. 0 means never. (default 5m0s)',
    read: (value) => ({ etcdCompactionIntervalMs: readDuration('etcd-compaction-interval', value) }),
  },
  {
    name: 'lease-reuse-duration-seconds',
    placeholder: 'SECONDS',
    help: 'How long Events share a lease of etcd, at most 5 percent of --event-ttl: they may be kept longer by as much. (default 60)',
    read: (value) => ({ leaseReuseSeconds: readCount('lease-reuse-duration-seconds', value) }),
  },
  {
    name: 'etcd-healthcheck-timeout',
    placeholder: 'DURATION',
    help: 'How long the health check "etcd" waits for the store, of whatever kind. (default 2s)',
    read: (value) => ({ etcdHealthcheckTimeoutMs: readDuration('etcd-healthcheck-timeout', value) }),
  },
  {
    name: 'etcd-readycheck-timeout',
    placeholder: 'DURATION',
    help: 'How long the readiness check "etcd-readiness" waits for the store, of whatever kind. (default 2s)',
    read: (value) => ({ etcdReadycheckTimeoutMs: readDuration('etcd-readycheck-timeout', value) }),
  },
]

/** Throws a {@link FlagError} for flags that need another one, or contradict each other. */
export function assertEtcd(flags: EtcdFlags & { readonly postgresUrl?: string }): void {
  const { etcdServers, etcdCafile, etcdCertfile = '', etcdKeyfile = '', etcdPrefix, postgresUrl } = flags
  const { etcdCompactionIntervalMs, leaseReuseSeconds } = flags
  const files = [etcdCafile, flags.etcdCertfile, flags.etcdKeyfile]
  const settings = [...files, etcdPrefix, etcdCompactionIntervalMs, leaseReuseSeconds]
  if (etcdServers === undefined && settings.some((value) => value !== undefined)) {
    throw new FlagError('--etcd-servers must be specified')
  }
  if ((etcdCertfile === '') !== (etcdKeyfile === '')) {
    // upstream: etcd client/pkg/transport/listener.go
    throw new FlagError(`KeyFile and CertFile must both be present[key: ${etcdKeyfile}, cert: ${etcdCertfile}]`)
  }
  if (etcdServers !== undefined && postgresUrl !== undefined) {
    throw new FlagError('--etcd-servers and --postgres-url name different stores')
  }
}

function readServers(value: string, before: readonly string[] | undefined): readonly string[] {
  const servers = readList(value, before)
  for (const server of servers) {
    if (!/^https?:\/\/[^/]+\/?$/.test(server) || !URL.canParse(server)) {
      throw new FlagError(`--etcd-servers must be URLs such as https://127.0.0.1:2379, not ${JSON.stringify(server)}`)
    }
  }
  return servers
}
