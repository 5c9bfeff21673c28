import { vocabularyNamed, type VocabularyName } from '@pinnace/meta'
import { FlagError, readDuration, readSwitch, type Flag } from './flag.ts'

/** How and where objects are stored. */
export interface StorageFlags {
  /** The database of the store; may contain a password. */
  readonly postgresUrl?: string
  readonly postgresSchema?: string
  readonly unsafeNoFsync?: boolean
  readonly eventTtlMs?: number
  readonly storageMediaType?: string
  readonly encryptionProviderConfig?: string
  readonly encryptionProviderConfigAutomaticReload?: boolean
}

export const storageFlags: readonly Flag<StorageFlags>[] = [
  {
    name: 'postgres-url',
    placeholder: 'URL',
    help: 'Database that keeps objects, for one server or several: postgres://USER@HOST:5432/DATABASE. The password is better in PGPASSWORD or a password file, which other users of the machine cannot see. With --data-dir, that directory keeps the keys only.',
    read: (value) => ({ postgresUrl: readPostgresUrl(value) }),
  },
  {
    name: 'postgres-schema',
    placeholder: 'NAME',
    help: 'Schema of the tables in the database of --postgres-url; created if it does not exist. (default pinnace)',
    read: (value) => ({ postgresSchema: value }),
  },
  {
    name: 'unsafe-no-fsync',
    placeholder: 'true|false',
    help: 'Acknowledges writes to --data-dir before they are on disk: faster, and a power failure or a crash of the machine loses the last ones. For data that can be made again. (default false)',
    isSwitch: true,
    read: (value) => ({ unsafeNoFsync: readSwitch('unsafe-no-fsync', value) }),
  },
  {
    name: 'event-ttl',
    placeholder: 'DURATION',
    help: 'How long Events are kept after their last write; 0 means until they are deleted. (default 1h0m0s)',
    read: (value) => ({ eventTtlMs: readDuration('event-ttl', value) }),
  },
  {
    name: 'storage-media-type',
    placeholder: 'TYPE',
    help: 'Media type in which objects of built-in kinds are stored: application/json, application/yaml, or the protobuf media type of the vocabulary. All of them can be read, whichever is written. (default application/json)',
    read: (value) => ({ storageMediaType: value }),
  },
  {
    name: 'encryption-provider-config',
    placeholder: 'FILE',
    help: 'EncryptionConfiguration file: how objects are encrypted in the store.',
    read: (value) => ({ encryptionProviderConfig: value }),
  },
  {
    name: 'encryption-provider-config-automatic-reload',
    placeholder: 'true|false',
    help: 'Reads the file of --encryption-provider-config again every minute. The health of KMS plugins is then one check, kms-providers. (default false)',
    isSwitch: true,
    read: (value) => ({
      encryptionProviderConfigAutomaticReload: readSwitch('encryption-provider-config-automatic-reload', value),
    }),
  },
]

/** Throws a {@link FlagError} for a media type that is not supported, and for flags that need another one. */
// upstream: apiserver/pkg/server/options/etcd.go, Validate
export function assertStorage({
  unsafeNoFsync,
  dataDir,
  postgresUrl,
  etcdServers,
  storageMediaType: mediaType,
  encryptionProviderConfig,
  encryptionProviderConfigAutomaticReload,
  vocabulary,
}: StorageFlags & {
  readonly vocabulary: VocabularyName
  readonly dataDir?: string
  readonly etcdServers?: readonly string[]
}): void {
  if (unsafeNoFsync === true && (dataDir === undefined || postgresUrl !== undefined || etcdServers !== undefined)) {
    throw new FlagError('--unsafe-no-fsync requires --data-dir, without --postgres-url and --etcd-servers')
  }
  if (encryptionProviderConfigAutomaticReload === true && encryptionProviderConfig === undefined) {
    throw new FlagError('--encryption-provider-config-automatic-reload must be set with --encryption-provider-config')
  }
  const allowed = ['application/json', vocabularyNamed(vocabulary).protobufMediaType, 'application/yaml']
  if (mediaType === undefined || allowed.includes(mediaType)) return
  throw new FlagError(
    `--storage-media-type ${JSON.stringify(mediaType)} invalid, allowed values: ${allowed.join(', ')}`,
  )
}

// The value may contain a password, and stands in no message.
function readPostgresUrl(value: string): string {
  if (URL.canParse(value) && ['postgres:', 'postgresql:'].includes(new URL(value).protocol)) return value
  throw new FlagError('--postgres-url must be a URL such as postgres://USER@HOST:5432/DATABASE')
}
