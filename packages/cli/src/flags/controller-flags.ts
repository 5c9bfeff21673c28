import { builtInControllers, selectControllers, simulateWorkloads, type Controller } from '@pinnace/controllers'
import { signerFlags, type SignerFlag, type SigningFiles } from './signer-flags.ts'
import { FlagError, readCount, readDuration, readList, readSwitch, type Flag } from './flag.ts'

/** Controllers and their options. Files are paths, read when the server starts. */
export interface ControllerFlags {
  readonly controllers?: readonly string[]
  readonly clusterSigningCertFile?: string
  readonly clusterSigningKeyFile?: string
  /** The authorities of single signers. */
  readonly clusterSigning?: SigningFiles
  readonly clusterSigningDurationMs?: number
  readonly rootCaFile?: string
  readonly terminatedPodThreshold?: number
  readonly simulatedNodes?: number
  /** The file of the stages of simulated objects. */
  readonly simulatedStagesFile?: string
  readonly useServiceAccountCredentials?: boolean
  readonly leaderElect?: boolean
  readonly leaderElectLeaseDurationMs?: number
  readonly leaderElectRenewDeadlineMs?: number
  readonly leaderElectRetryPeriodMs?: number
  readonly leaderElectName?: string
  readonly leaderElectNamespace?: string
}

const signerFlagNames = Object.keys(signerFlags) as readonly SignerFlag[]

/** The flags of the authority of one signer. */
function signingFlags(signer: SignerFlag): readonly Flag<ControllerFlags>[] {
  const add = (flags: ControllerFlags, file: { readonly cert?: string; readonly key?: string }): ControllerFlags => ({
    clusterSigning: { ...flags.clusterSigning, [signer]: { ...flags.clusterSigning?.[signer], ...file } },
  })
  return [
    {
      name: `cluster-signing-${signer}-cert-file`,
      placeholder: 'FILE',
      help: `PEM certificate authority of the signer ${signer}; signers without one do not sign then. Not with --cluster-signing-cert-file.`,
      read: (value, flags) => add(flags, { cert: value }),
    },
    {
      name: `cluster-signing-${signer}-key-file`,
      placeholder: 'FILE',
      help: `PEM private key of the authority of the signer ${signer}.`,
      read: (value, flags) => add(flags, { key: value }),
    },
  ]
}

export const controllerFlags: readonly Flag<ControllerFlags>[] = [
  {
    name: 'controllers',
    placeholder: 'LIST',
    help: 'Controllers to run: * enables the default ones, NAME enables, -NAME disables, -* disables all. (default *)',
    read: (value, { controllers }) => ({ controllers: readControllers(readList(value, controllers)) }),
  },
  {
    name: 'cluster-signing-cert-file',
    placeholder: 'FILE',
    help: 'PEM certificate authority that signs certificate requests; to accept its certificates, pass it to --client-ca-file too. (default the authority of the server)',
    read: (value) => ({ clusterSigningCertFile: value }),
  },
  {
    name: 'cluster-signing-key-file',
    placeholder: 'FILE',
    help: 'PEM private key of the signing authority.',
    read: (value) => ({ clusterSigningKeyFile: value }),
  },
  ...signerFlagNames.flatMap(signingFlags),
  {
    name: 'cluster-signing-duration',
    placeholder: 'DURATION',
    help: 'Maximum lifetime of signed certificates. (default 8760h0m0s)',
    read: (value) => ({ clusterSigningDurationMs: readSigningDuration(value) }),
  },
  {
    name: 'root-ca-file',
    placeholder: 'FILE',
    help: 'PEM certificate authority published to namespaces and service account secrets. (default the authority of the server)',
    read: (value) => ({ rootCaFile: value }),
  },
  {
    name: 'terminated-pod-gc-threshold',
    placeholder: 'COUNT',
    help: 'Number of terminated pods to keep; the oldest others are deleted. 0 means no limit. (default 12500)',
    read: (value) => ({ terminatedPodThreshold: readCount('terminated-pod-gc-threshold', value) }),
  },
  {
    name: 'simulated-nodes',
    placeholder: 'COUNT',
    help: 'Number of simulated nodes: workloads such as deployments and jobs run on them without containers. 0 means none. (default 2; 0 with --etcd-servers or --postgres-url)',
    read: (value) => ({ simulatedNodes: readSimulatedNodes(value) }),
  },
  {
    name: 'simulated-stages',
    placeholder: 'FILE',
    help: 'YAML file of Stage objects of kwok, which replace what is simulated of the kinds that they name.',
    read: (value) => ({ simulatedStagesFile: value }),
  },
  {
    name: 'use-service-account-credentials',
    placeholder: 'true|false',
    isSwitch: true,
    help: 'Runs each controller with a separate service account and its role; otherwise all act as the controller manager, with every permission. (default false)',
    read: (value) => ({ useServiceAccountCredentials: readSwitch('use-service-account-credentials', value) }),
  },
  {
    name: 'leader-elect',
    placeholder: 'true|false',
    isSwitch: true,
    help: 'Runs controllers only while this process holds a Lease. (default true with a store that several servers can share, otherwise false)',
    read: (value) => ({ leaderElect: readSwitch('leader-elect', value) }),
  },
  {
    name: 'leader-elect-lease-duration',
    placeholder: 'DURATION',
    help: 'How long other candidates wait after the last renewal. (default 15s)',
    read: (value) => ({ leaderElectLeaseDurationMs: readDuration('leader-elect-lease-duration', value) }),
  },
  {
    name: 'leader-elect-renew-deadline',
    placeholder: 'DURATION',
    help: 'How long the leader retries a renewal before it stops leading. (default 10s)',
    read: (value) => ({ leaderElectRenewDeadlineMs: readDuration('leader-elect-renew-deadline', value) }),
  },
  {
    name: 'leader-elect-retry-period',
    placeholder: 'DURATION',
    help: 'Interval between attempts to acquire or renew. (default 2s)',
    read: (value) => ({ leaderElectRetryPeriodMs: readDuration('leader-elect-retry-period', value) }),
  },
  {
    name: 'leader-elect-resource-name',
    placeholder: 'NAME',
    help: 'Name of the Lease. (default controllers)',
    read: (value) => ({ leaderElectName: value }),
  },
  {
    name: 'leader-elect-resource-namespace',
    placeholder: 'NAMESPACE',
    help: 'Namespace of the Lease. (default the system namespace)',
    read: (value) => ({ leaderElectNamespace: value }),
  },
]

/** Throws a {@link FlagError} for controller flags that cannot be combined. */
export function assertControllers(flags: ControllerFlags): void {
  if ((flags.clusterSigningCertFile === undefined) !== (flags.clusterSigningKeyFile === undefined)) {
    throw new FlagError('--cluster-signing-cert-file and --cluster-signing-key-file must be set together')
  }
  for (const [signer, { cert, key }] of Object.entries(flags.clusterSigning ?? {})) {
    const names = `--cluster-signing-${signer}-cert-file and --cluster-signing-${signer}-key-file`
    if ((cert === undefined) !== (key === undefined)) throw new FlagError(`${names} must be set together`)
    // upstream: cmd/kube-controller-manager/app/options/csrsigningcontroller.go, Validate
    if (flags.clusterSigningCertFile !== undefined) {
      throw new FlagError(`${names} cannot be combined with --cluster-signing-cert-file`)
    }
  }
  if (flags.simulatedNodes === 0 && flags.controllers !== undefined) {
    assertKnown(builtInControllers({}), flags.controllers)
  }
  if (flags.simulatedNodes === 0 && flags.simulatedStagesFile !== undefined) {
    throw new FlagError('--simulated-stages cannot be combined with --simulated-nodes=0')
  }
  if (flags.leaderElect === true) {
    assertElection(flags)
    return
  }
  for (const [name, value] of Object.entries({
    'leader-elect-lease-duration': flags.leaderElectLeaseDurationMs,
    'leader-elect-renew-deadline': flags.leaderElectRenewDeadlineMs,
    'leader-elect-retry-period': flags.leaderElectRetryPeriodMs,
    'leader-elect-resource-name': flags.leaderElectName,
    'leader-elect-resource-namespace': flags.leaderElectNamespace,
  })) {
    if (value !== undefined) throw new FlagError(`--${name} requires --leader-elect`)
  }
}

// upstream: component-base/config/validation, ValidateLeaderElectionConfiguration; client-go/tools/leaderelection
function assertElection(flags: ControllerFlags): void {
  const { leaderElectLeaseDurationMs: lease = 15_000, leaderElectRenewDeadlineMs: renew = 10_000 } = flags
  const { leaderElectRetryPeriodMs: retry = 2000 } = flags
  if (lease <= renew)
    throw new FlagError('--leader-elect-lease-duration must be greater than --leader-elect-renew-deadline')
  if (retry === 0) throw new FlagError('--leader-elect-retry-period must be greater than zero')
  if (renew <= retry * 1.2)
    throw new FlagError('--leader-elect-renew-deadline must be greater than 1.2 times --leader-elect-retry-period')
}

// Upstream reports unknown controllers after all flags are read; here the error names the flag.
function readControllers(words: readonly string[]): readonly string[] {
  assertKnown([...builtInControllers({}), ...simulateWorkloads()], words)
  return words
}

function assertKnown(controllers: readonly Controller[], words: readonly string[]): void {
  try {
    selectControllers(controllers, words)
  } catch (error) {
    throw new FlagError(`--controllers: ${(error as Error).message}`)
  }
}

const maxSimulatedNodes = 5000

function readSimulatedNodes(value: string): number {
  const count = readCount('simulated-nodes', value)
  if (count > maxSimulatedNodes) throw new FlagError(`--simulated-nodes must be at most ${maxSimulatedNodes}`)
  return count
}

// upstream: pkg/controller/certificates/signer, duration – 10 minutes is the minimum of expirationSeconds.
function readSigningDuration(value: string): number {
  const durationMs = readDuration('cluster-signing-duration', value)
  if (durationMs < 600_000)
    throw new FlagError(`--cluster-signing-duration must be at least 10m, not ${JSON.stringify(value)}`)
  return durationMs
}
