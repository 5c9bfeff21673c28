import { admissionFlags, type AdmissionFlags } from './flags/admission-flags.ts'
import { auditFlags, type AuditFlags } from './flags/audit-flags.ts'
import { authenticationFlags, type AuthenticationFlags } from './flags/authentication-flags.ts'
import { authorizationFlags, type AuthorizationFlags } from './flags/authorization-flags.ts'
import { assertFlagsFit } from './flags/assert-flags-fit.ts'
import { controllerFlags, type ControllerFlags } from './flags/controller-flags.ts'
import { etcdFlags, type EtcdFlags } from './flags/etcd-flags.ts'
import { FlagError, type Flag } from './flags/flag.ts'
import { loadFlags, type LoadFlags } from './flags/load-flags.ts'
import { otherFlags } from './flags/other-flags.ts'
import { nodeAgentFlags, type NodeAgentFlags } from './flags/node-agent-flags.ts'
import { peerFlags, type PeerFlags } from './flags/peer-flags.ts'
import { servingFlags, type ServingFlags } from './flags/serving-flags.ts'
import { storageFlags, type StorageFlags } from './flags/storage-flags.ts'
import { assertTest, testFlags, type TestFlags } from './flags/test-flags.ts'
import { tlsFlags, type TlsFlags } from './flags/tls-flags.ts'
import { commandList } from './help/command-list.ts'
import type { FlagGroup } from './help/format-help.ts'
import { suggest } from './help/suggest.ts'

export { FlagError } from './flags/flag.ts'

/** The parsed flags of the command. */
export interface CommandOptions
  extends
    ServingFlags,
    TlsFlags,
    LoadFlags,
    TestFlags,
    StorageFlags,
    EtcdFlags,
    PeerFlags,
    AuthenticationFlags,
    AuthorizationFlags,
    AuditFlags,
    AdmissionFlags,
    NodeAgentFlags,
    ControllerFlags {
  /** Warnings about deprecated flags. */
  readonly warnings: readonly string[]
}

interface CommandFlagGroup extends FlagGroup {
  readonly flags: readonly Flag<CommandOptions>[]
}

/** All flags of the command, in the order of `--help`. */
export const flagGroups: readonly CommandFlagGroup[] = [
  { title: 'Serving flags', flags: servingFlags },
  { title: 'TLS flags', flags: tlsFlags },
  { title: 'Configuration and manifests', flags: loadFlags },
  { title: 'Flags for test suites', flags: testFlags },
  { title: 'Storage flags', flags: storageFlags },
  { title: 'etcd flags', flags: etcdFlags },
  { title: 'Flags for several servers over one store', flags: peerFlags },
  { title: 'Authentication flags', flags: authenticationFlags },
  { title: 'Authorization flags', flags: authorizationFlags },
  { title: 'Audit flags', flags: auditFlags },
  { title: 'Admission flags', flags: admissionFlags },
  { title: 'Node agent flags', flags: nodeAgentFlags },
  { title: 'Controller flags', flags: controllerFlags },
] as readonly CommandFlagGroup[]

const commandFlags = flagGroups.flatMap(({ flags }) => flags)

const commands = commandList.map(({ name }) => name)

const defaults: CommandOptions = {
  securePort: 6443,
  bindAddress: '127.0.0.1',
  kubeconfigFile: 'pinnace.kubeconfig',
  vocabulary: 'kubernetes',
  storage: 'memory',
  verbosity: 0,
  deprecationWarnings: true,
  warnings: [],
}

/**
 * Parses `--flag value` and `--flag=value`, also with a single dash. The last value wins; list flags accumulate. Returns
 * `help` or `version` when that flag is given. Throws {@link FlagError} for an unknown flag, an invalid value, and flags
 * that cannot be combined.
 */
export function parseFlags(
  args: readonly string[],
  flags: readonly Flag<CommandOptions>[] = commandFlags,
): CommandOptions | 'help' | 'version' {
  let options = defaults
  const rest = [...args]
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    const [, name, inlineValue] = /^--?([A-Za-z][A-Za-z0-9-]*)(?:=([\s\S]*))?$/.exec(argument) ?? []
    if (name === undefined)
      throw new FlagError(`unexpected argument ${JSON.stringify(argument)}${suggest(argument, commands)}`)
    if (name === 'help' || name === 'h') return 'help'
    if (name === 'version') return 'version'
    const flag = flags.find((candidate) => candidate.name === name)
    if (flag === undefined) {
      if (skipsOther(name, flags) && inlineValue === undefined) rest.shift()
      continue
    }
    const value = inlineValue ?? (flag.isSwitch === true ? 'true' : rest.shift())
    if (value === undefined || value === '') throw new FlagError(`flag needs a value: --${name}`)
    options = { ...options, ...flag.read(value, options) }
    if (flag.deprecated !== undefined) {
      // upstream: spf13/pflag, flag.go
      const warning = `Flag --${name} has been deprecated, ${flag.deprecated}`
      options = { ...options, warnings: [...options.warnings, warning] }
    }
  }
  assertFlagsFit(options)
  assertTest(options)
  return options
}

/** Whether a flag that is accepted without effect takes a value. Throws a {@link FlagError} for any other flag. */
function skipsOther(name: string, flags: readonly Flag<CommandOptions>[]): boolean {
  const other = otherFlags.find((candidate) => candidate.name === name)
  if (other === undefined) throw new FlagError(`unknown flag: --${name}${suggestFlag(name, flags)}`)
  if (other.state === 'refused') throw new FlagError(`--${name} is not supported: ${other.reason}`)
  return other.isSwitch !== true
}

function suggestFlag(name: string, flags: readonly Flag<CommandOptions>[]): string {
  return suggest(
    `--${name}`,
    flags.filter((flag) => flag.name.length > 1).map((flag) => `--${flag.name}`),
  )
}
