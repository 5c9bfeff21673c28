import type { ServerListening } from '@pinnace/server'
import { FlagError, parseFlags, type CommandOptions } from '../flags.ts'
import { run, type CreateServer, type Output } from '../run.ts'

/**
 * Starts the server of a test environment with the flags of kube-apiserver: objects are kept in memory, whatever
 * `--etcd-servers` says, no controllers run unless they are named, and no kubeconfig is written. Throws a
 * {@link FlagError}.
 */
export async function startEnvtestServer(
  args: readonly string[],
  output: Output,
  create?: CreateServer,
): Promise<ServerListening> {
  const parsed = parseFlags(args)
  if (typeof parsed === 'string') throw new FlagError(`--${parsed} cannot be combined with other flags`)
  const options = { controllers: ['-*'], simulatedNodes: 0, ...withoutStore(parsed) }
  return run(options, { ...output, out: () => {} }, undefined, create)
}

/** Objects are kept in memory, and no kubeconfig is written. */
export function withoutStore(options: CommandOptions): CommandOptions {
  const {
    kubeconfigFile: _kubeconfig,
    etcdServers: _servers,
    etcdCafile: _ca,
    etcdCertfile: _cert,
    etcdKeyfile: _key,
    etcdPrefix: _prefix,
    etcdCompactionIntervalMs: _compaction,
    leaseReuseSeconds: _lease,
    ...others
  } = options
  return others
}
