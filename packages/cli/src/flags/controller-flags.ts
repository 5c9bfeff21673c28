import { builtInControllers, selectControllers, simulateWorkloads, type Controller } from '@pinnace/controllers'
import { FlagError, readCount, readDuration, readList, readSwitch, type Flag } from './flag.ts'

/** Which controllers run beside the server, and what they are told. Files are paths here, read when the server starts. */
export interface ControllerFlags {
  readonly controllers?: readonly string[]
  readonly clusterSigningCertFile?: string
  readonly clusterSigningKeyFile?: string
  readonly clusterSigningDurationMs?: number
  readonly rootCaFile?: string
  readonly terminatedPodThreshold?: number
  readonly simulatedNodes?: number
  readonly useServiceAccountCredentials?: boolean
  readonly leaderElect?: boolean
  readonly leaderElectLeaseDurationMs?: number
  readonly leaderElectRenewDeadlineMs?: number
  readonly leaderElectRetryPeriodMs?: number
  readonly leaderElectName?: string
  readonly leaderElectNamespace?: string
}

export const controllerFlags: readonly Flag<ControllerFlags>[] = [
  {
    name: 'controllers',
    placeholder: 'LIST',
    help: 'Controllers that run: * is all that are on by default, NAME one more, -NAME one less, -* none. (default *)',
    read: (value, { controllers }) => ({ controllers: readControllers(readList(value, controllers)) }),
  },
  {
    name: 'cluster-signing-cert-file',
    placeholder: 'FILE',
    help: 'PEM authority that signs certificate requests; --client-ca-file makes the server take what it signs. (default that of the server)',
    read: (value) => ({ clusterSigningCertFile: value }),
  },
  {
    name: 'cluster-signing-key-file',
    placeholder: 'FILE',
    help: 'PEM private key of that authority.',
    read: (value) => ({ clusterSigningKeyFile: value }),
  },
  {
    name: 'cluster-signing-duration',
    placeholder: 'DURATION',
    help: 'How long a certificate lives at most that was asked for. (default 8760h0m0s)',
    read: (value) => ({ clusterSigningDurationMs: readSigningDuration(value) }),
  },
  {
    name: 'root-ca-file',
    placeholder: 'FILE',
    help: 'PEM authority that namespaces and secrets of service accounts are given. (default that of the server)',
    read: (value) => ({ rootCaFile: value }),
  },
  {
    name: 'terminated-pod-gc-threshold',
    placeholder: 'COUNT',
    help: 'Pods that have ended and may stay; the oldest beyond are deleted, 0 is any number. (default 12500)',
    read: (value) => ({ terminatedPodThreshold: readCount('terminated-pod-gc-threshold', value) }),
  },
  {
    name: 'simulated-nodes',
    placeholder: 'COUNT',
    help: 'Nodes that are there in name only: deployments, jobs and what else has pods work on them, and no container runs. (default none)',
    read: (value) => ({ simulatedNodes: readSimulatedNodes(value) }),
  },
  {
    name: 'use-service-account-credentials',
    placeholder: 'true|false',
    isSwitch: true,
    help: 'Each controller acts as a service account of its own, with the roles of that account only; otherwise all act as the controller manager, with every permission. (default false)',
    read: (value) => ({ useServiceAccountCredentials: readSwitch('use-service-account-credentials', value) }),
  },
  {
    name: 'leader-elect',
    placeholder: 'true|false',
    isSwitch: true,
    help: 'Runs controllers only while this process holds a Lease. (default false)',
    read: (value) => ({ leaderElect: readSwitch('leader-elect', value) }),
  },
  {
    name: 'leader-elect-lease-duration',
    placeholder: 'DURATION',
    help: 'How long others wait for a leader that does not renew. (default 15s)',
    read: (value) => ({ leaderElectLeaseDurationMs: readDuration('leader-elect-lease-duration', value) }),
  },
  {
    name: 'leader-elect-renew-deadline',
    placeholder: 'DURATION',
    help: 'How long the leader tries to renew before it stops. (default 10s)',
    read: (value) => ({ leaderElectRenewDeadlineMs: readDuration('leader-elect-renew-deadline', value) }),
  },
  {
    name: 'leader-elect-retry-period',
    placeholder: 'DURATION',
    help: 'How long between two tries. (default 2s)',
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
    help: 'Its namespace. (default the system namespace)',
    read: (value) => ({ leaderElectNamespace: value }),
  },
]

/** Throws a {@link FlagError} for flags of controllers that do not fit together. */
export function assertControllers(flags: ControllerFlags): void {
  if ((flags.clusterSigningCertFile === undefined) !== (flags.clusterSigningKeyFile === undefined)) {
    throw new FlagError('--cluster-signing-cert-file and --cluster-signing-key-file must come together')
  }
  if (flags.simulatedNodes === undefined && flags.controllers !== undefined) {
    assertKnown(builtInControllers({}), flags.controllers)
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
    if (value !== undefined) throw new FlagError(`--${name} needs --leader-elect`)
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

// Upstream says so once all flags are read; here it is told with the flag.
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

// upstream: pkg/controller/certificates/signer, duration – 10 minutes is the least anybody can ask for.
function readSigningDuration(value: string): number {
  const durationMs = readDuration('cluster-signing-duration', value)
  if (durationMs < 600_000)
    throw new FlagError(`--cluster-signing-duration must be at least 10m, not ${JSON.stringify(value)}`)
  return durationMs
}
