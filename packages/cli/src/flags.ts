import { admissionFlags, type AdmissionFlags } from './flags/admission-flags.ts'
import { authenticationFlags, type AuthenticationFlags } from './flags/authentication-flags.ts'
import { authorizationFlags, type AuthorizationFlags } from './flags/authorization-flags.ts'
import { assertFlagsFit } from './flags/assert-flags-fit.ts'
import { controllerFlags, type ControllerFlags } from './flags/controller-flags.ts'
import { FlagError, type Flag } from './flags/flag.ts'
import { servingFlags, type ServingFlags } from './flags/serving-flags.ts'

export { FlagError } from './flags/flag.ts'

/** The parsed flags of the command. */
export interface CommandOptions
  extends ServingFlags, AuthenticationFlags, AuthorizationFlags, AdmissionFlags, ControllerFlags {
  /** Warnings about deprecated flags. */
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
    if (name === undefined) throw new FlagError(`unexpected argument ${JSON.stringify(argument)}`)
    if (name === 'help' || name === 'h') return 'help'
    if (name === 'version') return 'version'
    const flag = flags.find((candidate) => candidate.name === name)
    if (flag === undefined) throw new FlagError(`unknown flag: --${name}`)
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
  return options
}

/** The text of `--help`. */
export function formatHelp(): string {
  const usageOf = ({ name, placeholder }: Flag<CommandOptions>): string =>
    `${name.length === 1 ? '-' : '--'}${name} ${placeholder}`
  const width = Math.max(...commandFlags.map((flag) => usageOf(flag).length))
  const rows = commandFlags.map((flag) => {
    const { help, deprecated } = flag
    return `  ${usageOf(flag).padEnd(width)} ${help}${deprecated === undefined ? '' : ` Deprecated: ${deprecated}.`}`
  })
  return ['pinnace: an API server in one Node process', '', 'Usage: pinnace [flags]', '', 'Flags:', ...rows, ''].join(
    '\n',
  )
}
