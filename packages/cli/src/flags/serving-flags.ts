import type { VocabularyName } from '@pinnace/meta'
import {
  builtInGates,
  createFeatureGates,
  currentRelease,
  parseFeatureGates,
  type FeatureGateSettings,
} from '@pinnace/versioning'
import { FlagError, readCount, readDuration, readOneOf, readSwitch, type Flag } from './flag.ts'

/** Where and how the command serves. */
export interface ServingFlags {
  /** 0: any free port. */
  readonly securePort: number
  readonly bindAddress: string
  readonly kubeconfigFile: string
  readonly vocabulary: VocabularyName
  readonly storage: 'memory'
  readonly maxRequestsInFlight?: number
  readonly maxMutatingRequestsInFlight?: number
  readonly shutdownDelayMs?: number
  readonly livezGracePeriodMs?: number
  /** As the server reads it: `api/beta=false,batch/v1`. */
  readonly runtimeConfig?: string
  readonly featureGates?: FeatureGateSettings
  /** The metrics of this release are shown that are hidden since. */
  readonly showHiddenMetricsForVersion?: string
  /** Whether flags that should not be used any more say so. */
  readonly deprecationWarnings: boolean
  /** 0 is quiet; from 2 on every request is logged. */
  readonly verbosity: number
}

export const servingFlags: readonly Flag<ServingFlags>[] = [
  {
    name: 'secure-port',
    placeholder: 'PORT',
    help: 'Port to serve HTTPS on; 0 is any free one. (default 6443)',
    read: (value) => ({ securePort: readPort(value) }),
  },
  {
    name: 'bind-address',
    placeholder: 'ADDRESS',
    help: 'Address to listen on. (default 127.0.0.1)',
    read: (value) => ({ bindAddress: value }),
  },
  {
    name: 'write-kubeconfig',
    placeholder: 'FILE',
    help: 'Where to write the kubeconfig of the administrator. (default pinnace.kubeconfig)',
    read: (value) => ({ kubeconfigFile: value }),
  },
  {
    name: 'vocabulary',
    placeholder: 'platform|kubernetes',
    help: 'How identifiers that carry the product word are spelled; kubectl wants kubernetes. (default platform)',
    read: (value) => ({ vocabulary: readOneOf('vocabulary', value, ['platform', 'kubernetes']) }),
  },
  {
    name: 'storage',
    placeholder: 'memory',
    help: 'Where objects are kept; memory is gone when the process ends. (default memory)',
    read: (value) => ({ storage: readOneOf('storage', value, ['memory']) }),
  },
  {
    name: 'max-requests-inflight',
    placeholder: 'COUNT',
    help: 'Most reading requests under way at once; 0 is any number. (default 400)',
    read: (value) => ({ maxRequestsInFlight: readCount('max-requests-inflight', value) }),
  },
  {
    name: 'max-mutating-requests-inflight',
    placeholder: 'COUNT',
    help: 'Most mutating requests under way at once; 0 is any number. (default 200)',
    read: (value) => ({ maxMutatingRequestsInFlight: readCount('max-mutating-requests-inflight', value) }),
  },
  {
    name: 'shutdown-delay-duration',
    placeholder: 'DURATION',
    help: 'How long to go on serving once told to stop, while /readyz says no. (default 0s)',
    read: (value) => ({ shutdownDelayMs: readDuration('shutdown-delay-duration', value) }),
  },
  {
    name: 'livez-grace-period',
    placeholder: 'DURATION',
    help: 'So long after the start /livez takes every check for passed. (default 0s)',
    read: (value) => ({ livezGracePeriodMs: readDuration('livez-grace-period', value) }),
  },
  {
    name: 'runtime-config',
    placeholder: 'LIST',
    help: 'Turns groups, versions and resources on and off: api/all, api/ga, api/beta, api/alpha, GROUP/VERSION, GROUP/VERSION/RESOURCE, each with =true or =false.',
    read: (value, { runtimeConfig }) => ({
      runtimeConfig: runtimeConfig === undefined ? value : `${runtimeConfig},${value}`,
    }),
  },
  {
    name: 'feature-gates',
    placeholder: 'LIST',
    help: `Features that are on or off, NAME=true or NAME=false, and AllAlpha and AllBeta: ${gateHelp()}`,
    read: (value, { featureGates }) => ({ featureGates: { ...featureGates, ...readGates(value) } }),
  },
  {
    name: 'show-hidden-metrics-for-version',
    placeholder: 'RELEASE',
    help: 'Shows metrics that are hidden since this release; only the one before the current may be named.',
    read: (value) => ({ showHiddenMetricsForVersion: value }),
  },
  {
    name: 'deprecation-warnings',
    placeholder: 'true|false',
    isSwitch: true,
    help: 'Says so where a flag is used that is deprecated. (default true)',
    read: (value) => ({ deprecationWarnings: readSwitch('deprecation-warnings', value) }),
  },
  {
    name: 'v',
    placeholder: 'LEVEL',
    help: 'How much to log: 0 failures, 2 requests. (default 0)',
    read: (value) => ({ verbosity: readLevel(value) }),
  },
]

// source: the specification, rule 9 – whether a gate still has an effect is said where it is documented.
function gateHelp(): string {
  const { known } = createFeatureGates({ gates: builtInGates, release: currentRelease })
  return known
    .map(({ name, stage, isDefault, isLocked }) => {
      const facts = [stage.toUpperCase(), isLocked ? 'no effect' : `default ${isDefault}`]
      return `${name} (${facts.join(', ')})`
    })
    .join(', ')
}

function readGates(value: string): FeatureGateSettings {
  try {
    return parseFeatureGates(value)
  } catch (error) {
    throw new FlagError(`--feature-gates: ${(error as Error).message}`)
  }
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
