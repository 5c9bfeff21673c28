import { admissionFlags, type AdmissionFlags } from './flags/admission-flags.ts'
import { authenticationFlags, type AuthenticationFlags } from './flags/authentication-flags.ts'
import { authorizationFlags, type AuthorizationFlags } from './flags/authorization-flags.ts'
import { assertFlagsFit } from './flags/assert-flags-fit.ts'
import { controllerFlags, type ControllerFlags } from './flags/controller-flags.ts'
import { FlagError, type Flag } from './flags/flag.ts'
import { servingFlags, type ServingFlags } from './flags/serving-flags.ts'

export { FlagError } from './flags/flag.ts'

/** What the command was asked to do. */
export interface CommandOptions
  extends ServingFlags, AuthenticationFlags, AuthorizationFlags, AdmissionFlags, ControllerFlags {
  /** What to say of flags that should not be used any more. */
  readonly warnings: readonly string[]
}

const commandFlags = [
  ...servingFlags,
  ...authenticationFlags,
  ...authorizationFlags,
  ...admissionFlags,
  ...controllerFlags,
] as readonly Flag<CommandOptions>[]

const defaults: CommandOptions = {
  securePort: 6443,
  bindAddress: '127.0.0.1',
  kubeconfigFile: 'pinnace.kubeconfig',
  vocabulary: 'platform',
  storage: 'memory',
  verbosity: 0,
  deprecationWarnings: true,
  warnings: [],
}

/**
 * Reads `--flag value`, `--flag=value` and one dash as well; a later one wins, and adds where the flag is a list.
 * Answers `help` and `version` where those were asked for. Throws {@link FlagError} for a flag that does not exist, a
 * value that does not fit, and flags that do not fit together.
 */
export function parseFlags(
  args: readonly string[],
  flags: readonly Flag<CommandOptions>[] = commandFlags,
): CommandOptions | 'help' | 'version' {
  let options = defaults
  for (let index = 0; index < args.length; index++) {
    const match = /^--?([A-Za-z][A-Za-z0-9-]*)(?:=([\s\S]*))?$/.exec(args[index]!)
    if (match === null) throw new FlagError(`unexpected argument ${JSON.stringify(args[index])}`)
    const name = match[1]!
    if (name === 'help' || name === 'h') return 'help'
    if (name === 'version') return 'version'
    const flag = flags.find((candidate) => candidate.name === name)
    if (flag === undefined) throw new FlagError(`unknown flag: --${name}`)
    const value = match[2] ?? (flag.isSwitch === true ? 'true' : args[++index])
    if (value === undefined || value === '') throw new FlagError(`flag needs a value: --${name}`)
    options = { ...options, ...flag.read(value, options) }
    if (flag.deprecated !== undefined) {
      // upstream: spf13/pflag, flag.go
      const warning = `Flag --${name} has been deprecated, ${flag.deprecated}`
      options = { ...options, warnings: [...options.warnings, warning] }
    }
  }
  assertFlagsFit(options)
  return options
}

/** The text of `--help`. */
export function formatHelp(): string {
  const flags = commandFlags
  const usages = flags.map(({ name, placeholder }) => `${name.length === 1 ? '-' : '--'}${name} ${placeholder}`)
  const width = Math.max(...usages.map((usage) => usage.length))
  const rows = flags.map(
    ({ help, deprecated }, index) =>
      `  ${usages[index]!.padEnd(width)} ${help}${deprecated === undefined ? '' : ` Deprecated: ${deprecated}.`}`,
  )
  return ['pinnace: an API server in one Node process', '', 'Usage: pinnace [flags]', '', 'Flags:', ...rows, ''].join(
    '\n',
  )
}
