import type { FlagDescription } from '../flags/flag.ts'
import { commandList } from './command-list.ts'
import { wrapText } from './wrap-text.ts'

/** Flags that belong together. */
export interface FlagGroup {
  readonly title: string
  readonly flags: readonly FlagDescription[]
}

const examples: readonly (readonly [does: string, command: string])[] = [
  ['Serve on a free port, and forget everything at the end:', 'pinnace --secure-port=0'],
  ['Keep objects and keys over restarts, and load manifests:', 'pinnace --data-dir=./data --load=./manifests'],
  ['Require tokens of an issuer, and write an audit log:', 'pinnace --config=pinnace.yaml'],
  ['Explain one flag:', 'pinnace help simulated-nodes'],
]

/** The text of `--help`, in lines of at most `columns` characters. */
export function formatHelp(groups: readonly FlagGroup[], columns = 80): string {
  const names = Math.max(...commandList.map(({ name }) => name.length))
  return [
    'pinnace: a Kubernetes API server in one Node process',
    '',
    'Usage: pinnace [COMMAND] [flags]',
    '',
    'Commands:',
    ...commandList.map(({ name, summary }) => `  ${name.padEnd(names)}  ${summary}`),
    '',
    'Examples:',
    ...examples.flatMap(([does, command]) => [`  # ${does}`, `  ${command}`]),
    '',
    ...groups.flatMap(({ title, flags }) => [`${title}:`, ...flags.flatMap((flag) => formatFlag(flag, columns)), '']),
    'Exit codes: 0 after SIGINT or SIGTERM, 1 if the server cannot start, 2 for invalid arguments.',
    '',
  ].join('\n')
}

/** A flag and its help. */
export function formatFlag({ name, placeholder, help, deprecated }: FlagDescription, columns: number): string[] {
  const text = deprecated === undefined ? help : `${help} Deprecated: ${deprecated}.`
  const lines = wrapText(text, Math.max(20, columns - 6)).map((line) => `      ${line}`)
  return [`  ${name.length === 1 ? '-' : '--'}${name} ${placeholder}`, ...lines]
}
