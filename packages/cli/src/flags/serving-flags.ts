import { isIP } from 'node:net'
import type { VocabularyName } from '@pinnace/meta'
import {
  builtInGates,
  createFeatureGates,
  currentRelease,
  parseFeatureGates,
  type FeatureGateSettings,
} from '@pinnace/versioning'
import { FlagError, readCount, readDuration, readOneOf, readSwitch, type Flag } from './flag.ts'

/** Serving, API selection and logging. */
export interface ServingFlags {
  /** 0 means any free port. */
  readonly securePort: number
  readonly bindAddress: string
  /** Undefined: found from the bind address. */
  readonly advertiseAddress?: string
  readonly serviceCidr?: string
  /** The number of processes that serve; 1: this one. */
  readonly workers?: number
  /** Whether the inspector is served, and its link printed. */
  readonly inspector?: boolean
  /** Undefined: none is written. */
  readonly kubeconfigFile?: string
  /** The kubeconfig to add the cluster, the user and the context to. */
  readonly kubeconfigMergeFile?: string
  readonly vocabulary: VocabularyName
  readonly storage: 'memory'
  /** The directory of the keys of the server, and of the durable store unless there is another one. */
  readonly dataDir?: string
  readonly maxRequestsInFlight?: number
  readonly maxMutatingRequestsInFlight?: number
  readonly priorityAndFairness?: boolean
  readonly maxConnections?: number
  readonly maxConnectionsPerAddress?: number
  readonly shutdownDelayMs?: number
  readonly shutdownSendRetryAfter?: boolean
  readonly livezGracePeriodMs?: number
  /** In the form of the server option: `api/beta=false,batch/v1`. */
  readonly runtimeConfig?: string
  readonly featureGates?: FeatureGateSettings
  /** In the form of the server option, without a component: `1.35`. */
  readonly emulatedVersion?: ComponentVersion
  readonly minCompatibilityVersion?: ComponentVersion
  /** Shows metrics that were hidden in this release. */
  readonly showHiddenMetricsForVersion?: string
  /** Whether deprecated flags print a warning. */
  readonly deprecationWarnings: boolean
  /** 0 logs warnings and errors; 2 and higher logs every request. */
  readonly verbosity: number
}

export const servingFlags: readonly Flag<ServingFlags>[] = [
  {
    name: 'secure-port',
    placeholder: 'PORT',
    help: 'HTTPS port; 0 means any free port. (default 6443)',
    read: (value) => ({ securePort: readPort(value) }),
  },
  {
    name: 'bind-address',
    placeholder: 'ADDRESS',
    help: 'Address to listen on. (default 127.0.0.1)',
    read: (value) => ({ bindAddress: value }),
  },
  {
    name: 'advertise-address',
    placeholder: 'ADDRESS',
    help: 'Address in the Endpoints of the default service. (default: the bind address, or for a loopback or unspecified one the first other address of this machine)',
    read: (value) => ({ advertiseAddress: readAddress('advertise-address', value) }),
  },
  {
    name: 'service-cluster-ip-range',
    placeholder: 'CIDR',
    help: 'Range of the addresses of services; one of each IP family, with a comma, for both. (default 10.96.0.0/12)',
    read: (value) => ({ serviceCidr: value }),
  },
  {
    name: 'workers',
    placeholder: 'COUNT',
    help: 'Number of processes that serve the port. One more keeps the store, of which the others have copies in memory; with --etcd-servers or --postgres-url each has its own connection to the store. (default 1: one process does everything)',
    read: (value) => ({ workers: readWorkers(value) }),
  },
  {
    name: 'inspector',
    placeholder: 'true|false',
    isSwitch: true,
    help: 'Serves the inspector, a web page at /inspector, and prints a link with a token of the administrator that is valid until the process exits. (default false)',
    read: (value) => ({ inspector: readSwitch('inspector', value) }),
  },
  {
    name: 'write-kubeconfig',
    placeholder: 'FILE',
    help: 'File to write the administrator kubeconfig to. (default pinnace.kubeconfig)',
    read: (value) => ({ kubeconfigFile: value }),
  },
  {
    name: 'kubeconfig-merge',
    placeholder: 'FILE',
    help: 'Kubeconfig, such as ~/.kube/config, to add the cluster, user and context to; the context becomes the current one, and entries of the same name are replaced. Created if it does not exist.',
    read: (value) => ({ kubeconfigMergeFile: value }),
  },
  {
    name: 'vocabulary',
    placeholder: 'platform|kubernetes',
    help: 'Spelling of identifiers that contain the product name; kubectl requires kubernetes. (default kubernetes)',
    read: (value) => ({ vocabulary: readOneOf('vocabulary', value, ['platform', 'kubernetes']) }),
  },
  {
    name: 'storage',
    placeholder: 'memory',
    help: 'Storage of objects; memory is lost when the process exits. (default memory)',
    read: (value) => ({ storage: readOneOf('storage', value, ['memory']) }),
  },
  {
    name: 'data-dir',
    placeholder: 'DIR',
    help: 'Directory that keeps objects, the certificate authority and the token key over restarts. (default: memory)',
    read: (value) => ({ dataDir: value }),
  },
  {
    name: 'max-requests-inflight',
    placeholder: 'COUNT',
    help: 'Maximum number of concurrent read requests; 0 means no limit. (default 400)',
    read: (value) => ({ maxRequestsInFlight: readCount('max-requests-inflight', value) }),
  },
  {
    name: 'max-mutating-requests-inflight',
    placeholder: 'COUNT',
    help: 'Maximum number of concurrent mutating requests; 0 means no limit. (default 200)',
    read: (value) => ({ maxMutatingRequestsInFlight: readCount('max-mutating-requests-inflight', value) }),
  },
  {
    name: 'enable-priority-and-fairness',
    placeholder: 'true|false',
    help: 'Distributes the sum of both limits over priority levels and queues requests by flow schemas. (default true)',
    isSwitch: true,
    read: (value) => ({ priorityAndFairness: readSwitch('enable-priority-and-fairness', value) }),
  },
  {
    name: 'max-connections',
    placeholder: 'COUNT',
    help: 'Maximum number of connections; further ones are closed. 0 means no limit. (default 10000)',
    read: (value) => ({ maxConnections: readCount('max-connections', value) }),
  },
  {
    name: 'max-connections-per-address',
    placeholder: 'COUNT',
    help: 'Maximum number of connections of one IPv4 address or IPv6 /64 network; further ones are closed. 0 means no limit. (default 2500)',
    read: (value) => ({ maxConnectionsPerAddress: readCount('max-connections-per-address', value) }),
  },
  {
    name: 'shutdown-delay-duration',
    placeholder: 'DURATION',
    help: 'How long to keep serving after a stop signal, while /readyz fails. (default 0s)',
    read: (value) => ({ shutdownDelayMs: readDuration('shutdown-delay-duration', value) }),
  },
  {
    name: 'shutdown-send-retry-after',
    placeholder: 'true|false',
    isSwitch: true,
    help: 'Whether, after the shutdown delay, new requests are rejected with 429 and Retry-After until those in flight are answered. (default false)',
    read: (value) => ({ shutdownSendRetryAfter: readSwitch('shutdown-send-retry-after', value) }),
  },
  {
    name: 'livez-grace-period',
    placeholder: 'DURATION',
    help: 'How long after the start /livez ignores failing checks. (default 0s)',
    read: (value) => ({ livezGracePeriodMs: readDuration('livez-grace-period', value) }),
  },
  {
    name: 'runtime-config',
    placeholder: 'LIST',
    help: 'Enables and disables groups, versions and resources: api/all, api/ga, api/beta, api/alpha, GROUP/VERSION, GROUP/VERSION/RESOURCE, each with =true or =false.',
    read: (value, { runtimeConfig }) => ({
      runtimeConfig: runtimeConfig === undefined ? value : `${runtimeConfig},${value}`,
    }),
  },
  {
    name: 'feature-gates',
    placeholder: 'LIST',
    help: `Enables and disables features with NAME=true or NAME=false; also AllAlpha and AllBeta: ${gateHelp()}`,
    read: (value, { featureGates }) => ({ featureGates: { ...featureGates, ...readGates(value) } }),
  },
  {
    name: 'emulated-version',
    placeholder: 'VERSION',
    help: 'Release whose kinds and features the server has, 1.33 to 1.36. (default 1.36)',
    read: (value, { emulatedVersion }) => ({ emulatedVersion: readVersion(value, emulatedVersion) }),
  },
  {
    name: 'min-compatibility-version',
    placeholder: 'VERSION',
    help: 'Oldest release that other components may be of. (default: the release before the emulated one)',
    read: (value, { minCompatibilityVersion }) => ({
      minCompatibilityVersion: readVersion(value, minCompatibilityVersion),
    }),
  },
  {
    name: 'show-hidden-metrics-for-version',
    placeholder: 'RELEASE',
    help: 'Shows metrics that were hidden in this release; only the previous release is allowed.',
    read: (value) => ({ showHiddenMetricsForVersion: value }),
  },
  {
    name: 'deprecation-warnings',
    placeholder: 'true|false',
    isSwitch: true,
    help: 'Prints a warning for each deprecated flag. (default true)',
    read: (value) => ({ deprecationWarnings: readSwitch('deprecation-warnings', value) }),
  },
  {
    name: 'v',
    placeholder: 'LEVEL',
    help: 'Log verbosity: 0 warnings and errors, 1 info, 2 requests, 4 debug. (default 0)',
    read: (value) => ({ verbosity: readLevel(value) }),
  },
]

// source: the specification, rule 9 – the documentation of a gate says whether it still has an effect.
function gateHelp(): string {
  const { known } = createFeatureGates({ gates: builtInGates, release: currentRelease })
  return known
    .map(({ name, stage, isDefault, isLocked }) => {
      const facts = [stage.toUpperCase(), isLocked ? 'no effect' : `default ${isDefault}`]
      return `${name} (${facts.join(', ')})`
    })
    .join(', ')
}

/** Throws a {@link FlagError} for a gate that the release does not have, or that cannot be set. */
export function assertFeatureGates({ featureGates, emulatedVersion }: FeatureGateFlags): void {
  if (featureGates === undefined) return
  // Gates of other releases are checked by the server, which knows which releases can be emulated.
  if (emulatedVersion !== undefined) return
  try {
    createFeatureGates({ gates: builtInGates, release: currentRelease, settings: featureGates })
  } catch (error) {
    throw new FlagError(`--feature-gates: ${(error as Error).message}`)
  }
}

type FeatureGateFlags = Pick<ServingFlags, 'featureGates' | 'emulatedVersion'>

function readGates(value: string): FeatureGateSettings {
  try {
    return parseFeatureGates(value)
  } catch (error) {
    throw new FlagError(`--feature-gates: ${(error as Error).message}`)
  }
}

/** A version as a flag gives it: `1.35` or `kube=1.35`. */
export interface ComponentVersion {
  /** Undefined: the API server. */
  readonly component: string | undefined
  readonly version: string
}

// upstream: component-base/compatibility/registry.go, ToEmulationVersionMap – one version for each component
function readVersion(value: string, before: ComponentVersion | undefined): ComponentVersion {
  let found = before
  for (const item of value.split(',')) {
    const equals = item.indexOf('=')
    const component = equals < 0 ? undefined : item.slice(0, equals)
    const next = { component, version: equals < 0 ? item : item.slice(equals + 1) }
    if (found !== undefined) throw new FlagError(`duplicate version flag, ${spell(found)} and ${spell(next)}`)
    found = next
  }
  return found ?? { component: undefined, version: value }
}

function spell({ component, version }: ComponentVersion): string {
  return component === undefined ? version : `${component}=${version}`
}

function readAddress(name: string, value: string): string {
  if (isIP(value) === 0) throw new FlagError(`--${name} must be an IP address, not ${JSON.stringify(value)}`)
  return value
}

function readPort(value: string): number {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN
  if (!(port <= 65_535))
    throw new FlagError(`--secure-port must be a number from 0 to 65535, not ${JSON.stringify(value)}`)
  return port
}

function readLevel(value: string): number {
  if (!/^\d{1,2}$/.test(value)) throw new FlagError(`-v must be a number from 0 to 99, not ${JSON.stringify(value)}`)
  return Number(value)
}

const maxWorkers = 64

function readWorkers(value: string): number {
  const workers = readCount('workers', value)
  if (workers >= 1 && workers <= maxWorkers) return workers
  throw new FlagError(`--workers must be from 1 to ${maxWorkers}`)
}
