import type { VocabularyName } from '@pinnace/meta'

/** What the command was asked to do. */
export interface CommandOptions {
  /** 0: any free port. */
  readonly securePort: number
  readonly bindAddress: string
  readonly kubeconfigFile: string
  readonly vocabulary: VocabularyName
  readonly storage: 'memory'
  readonly tokenAuthFile: string | undefined
  /** 0 is quiet; from 2 on every request is logged. */
  readonly verbosity: number
}

/** One flag of the command: names as upstream's, in one table that parsing and `--help` read. */
interface Flag {
  readonly name: string
  readonly placeholder: string
  readonly help: string
  readonly read: (value: string) => Partial<CommandOptions>
}

const flags: readonly Flag[] = [
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
    name: 'token-auth-file',
    placeholder: 'FILE',
    help: 'CSV file of bearer tokens: token,user,uid[,"group1,group2"].',
    read: (value) => ({ tokenAuthFile: value }),
  },
  {
    name: 'v',
    placeholder: 'LEVEL',
    help: 'How much to log: 0 failures, 2 requests. (default 0)',
    read: (value) => ({ verbosity: readLevel(value) }),
  },
]

const defaults: CommandOptions = {
  securePort: 6443,
  bindAddress: '127.0.0.1',
  kubeconfigFile: 'pinnace.kubeconfig',
  vocabulary: 'platform',
  storage: 'memory',
  tokenAuthFile: undefined,
  verbosity: 0,
}

/** A flag that cannot be understood. */
export class FlagError extends Error {
  override readonly name = 'FlagError'
}

/**
 * Reads `--flag value`, `--flag=value` and one dash as well; a later one wins. Answers `help` and `version` where those
 * were asked for. Throws {@link FlagError} for a flag that does not exist or a value that does not fit.
 */
export function parseFlags(args: readonly string[]): CommandOptions | 'help' | 'version' {
  let options = defaults
  for (let index = 0; index < args.length; index++) {
    const match = /^--?([A-Za-z][A-Za-z0-9-]*)(?:=([\s\S]*))?$/.exec(args[index]!)
    if (match === null) throw new FlagError(`unexpected argument ${JSON.stringify(args[index])}`)
    const name = match[1]!
    if (name === 'help' || name === 'h') return 'help'
    if (name === 'version') return 'version'
    const flag = flags.find((candidate) => candidate.name === name)
    if (flag === undefined) throw new FlagError(`unknown flag: --${name}`)
    const value = match[2] ?? args[++index]
    if (value === undefined || value === '') throw new FlagError(`flag needs a value: --${name}`)
    options = { ...options, ...flag.read(value) }
  }
  return options
}

/** The text of `--help`. */
export function formatHelp(): string {
  const rows = flags.map(({ name, placeholder, help }) => {
    const usage = `${name.length === 1 ? '-' : '--'}${name} ${placeholder}`
    return `  ${usage.padEnd(34)} ${help}`
  })
  return ['pinnace: an API server in one Node process', '', 'Usage: pinnace [flags]', '', 'Flags:', ...rows, ''].join(
    '\n',
  )
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

function readOneOf<T extends string>(name: string, value: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === value)
  if (found === undefined)
    throw new FlagError(`--${name} must be one of ${choices.join(', ')}, not ${JSON.stringify(value)}`)
  return found
}
