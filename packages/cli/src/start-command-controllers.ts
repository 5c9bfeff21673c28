import { hostname } from 'node:os'
import {
  optionsForServer,
  parseStages,
  simulateWorkloads,
  startControllers,
  type Controllers,
  type ControllersOptions,
  type Stage,
} from '@pinnace/controllers'
import { loadAuthority, parseCertificates, type CertificateAuthority } from '@pinnace/csr-signer'
import { systemRandom, type Metrics } from '@pinnace/meta'
import type { Logger, Server } from '@pinnace/server'
import type { CommandOptions } from './flags.ts'
import { signerFlags, type SignerFlag } from './flags/signer-flags.ts'
import { isInWorkers, isShared } from './open-persistence.ts'
import { readFlagFile } from './read-flag-file.ts'

/** Controller options that come from files. */
export interface ControllerFiles extends Pick<ControllersOptions, 'signingAuthority' | 'rootCa'> {
  /** Of simulated workloads. */
  readonly stages?: readonly Stage[]
}

/** Reads the files of controller flags. Throws an Error whose message begins with the flag of an unusable file. */
export async function readControllerFiles(options: CommandOptions): Promise<ControllerFiles> {
  const { clusterSigningCertFile: certFile, clusterSigningKeyFile: keyFile, rootCaFile } = options
  const rootCa =
    rootCaFile === undefined ? undefined : await readFlagFile('root-ca-file', rootCaFile, assertCertificates)
  const signingAuthority =
    certFile === undefined
      ? await readSignerAuthorities(options)
      : await readAuthority('cluster-signing', certFile, keyFile ?? '')
  const { simulatedStagesFile } = options
  const stages =
    simulatedStagesFile === undefined
      ? undefined
      : await readFlagFile('simulated-stages', simulatedStagesFile, parseStages)
  return {
    ...(rootCa === undefined ? {} : { rootCa }),
    ...(stages === undefined ? {} : { stages }),
    ...(signingAuthority === undefined ? {} : { signingAuthority }),
  }
}

/** Options for {@link startCommandControllers}. */
export interface CommandControllers {
  readonly options: CommandOptions
  readonly files: ControllerFiles
  readonly server: Server
  readonly logger: Logger
  readonly metrics: Metrics | undefined
}

/**
 * Starts the controllers that the flags select; undefined if they select none. Failures are logged and retried.
 */
export function startCommandControllers(started: CommandControllers): Controllers | undefined {
  const { options, files, server, logger, metrics } = started
  const { controllers, terminatedPodThreshold, clusterSigningDurationMs: durationMs } = options
  // Servers over a shared store may have real nodes.
  const { simulatedNodes = isShared(options) ? 0 : 2 } = options
  // Controllers that do not run need no authority, whose key is made and read when it is first asked for.
  if (simulatedNodes === 0 && controllers?.length === 1 && controllers[0] === '-*') return undefined
  const { useServiceAccountCredentials } = options
  const { stages, ...authorities } = files
  const running = startControllers({
    ...optionsForServer(server),
    ...authorities,
    ...(controllers === undefined ? {} : { controllers }),
    ...(simulatedNodes === 0
      ? {}
      : { additional: simulateWorkloads({ nodes: simulatedNodes, ...(stages === undefined ? {} : { stages }) }) }),
    ...(useServiceAccountCredentials === undefined ? {} : { useServiceAccountCredentials }),
    ...(terminatedPodThreshold === undefined ? {} : { terminatedPodThreshold }),
    ...(durationMs === undefined ? {} : { signingDurationSeconds: Math.floor(durationMs / 1000) }),
    ...(metrics === undefined ? {} : { metrics }),
    // Of several servers over one store, one runs the controllers.
    ...((options.leaderElect ?? (isShared(options) || isInWorkers(options)))
      ? { leaderElection: toElection(options) }
      : {}),
    onError: (err, context) => logger.warn({ err, ...context }, 'a controller failed'),
  })
  running.started.then(
    () => logger.info({ controllers: running.names }, 'controllers are running'),
    // They were stopped before they had started; errors have been logged.
    () => undefined,
  )
  return running
}

/** The authorities of single signers; undefined without any. */
async function readSignerAuthorities({ clusterSigning }: CommandOptions): Promise<ControllerFiles['signingAuthority']> {
  if (clusterSigning === undefined) return undefined
  const authorities: Partial<Record<(typeof signerFlags)[SignerFlag], CertificateAuthority>> = {}
  for (const [signer, { cert = '', key = '' }] of Object.entries(clusterSigning)) {
    authorities[signerFlags[signer as SignerFlag]] = await readAuthority(`cluster-signing-${signer}`, cert, key)
  }
  return authorities
}

// assertControllers checks that either both files or none are given.
async function readAuthority(flags: string, certFile: string, keyFile: string): Promise<CertificateAuthority> {
  const certificatePem = await readFlagFile(`${flags}-cert-file`, certFile, assertCertificates)
  return readFlagFile(`${flags}-key-file`, keyFile, (privateKeyPem) =>
    loadAuthority({ certificatePem, privateKeyPem, random: systemRandom }),
  )
}

function toElection(options: CommandOptions): NonNullable<ControllersOptions['leaderElection']> {
  const { leaderElectLeaseDurationMs: leaseDurationMs, leaderElectRenewDeadlineMs: renewDeadlineMs } = options
  const { leaderElectRetryPeriodMs: retryPeriodMs, leaderElectName: name, leaderElectNamespace: namespace } = options
  return {
    // upstream: cmd/kube-controller-manager/app, Run – the host alone may run several
    identity: `${hostname()}_${systemRandom.uid()}`,
    ...(leaseDurationMs === undefined ? {} : { leaseDurationMs }),
    ...(renewDeadlineMs === undefined ? {} : { renewDeadlineMs }),
    ...(retryPeriodMs === undefined ? {} : { retryPeriodMs }),
    ...(name === undefined ? {} : { name }),
    ...(namespace === undefined ? {} : { namespace }),
  }
}

/** Returns the PEM text when it contains a certificate. */
function assertCertificates(pem: string): string {
  if (parseCertificates(pem).length === 0)
    throw new TypeError('data does not contain any valid RSA or ECDSA certificates')
  return pem
}
