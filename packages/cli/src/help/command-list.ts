/** A command besides the one that serves. */
export interface CommandSummary {
  readonly name: string
  /** Its arguments, as in `Usage:`. */
  readonly usage: string
  readonly summary: string
}

/** The commands of `--help`, of `pinnace help` and of shell completion. */
export const commandList: readonly CommandSummary[] = [
  { name: 'start', usage: '[flags]', summary: 'Serves until SIGINT or SIGTERM; the default.' },
  { name: 'stop', usage: '[--write-kubeconfig FILE]', summary: 'Stops the server that start --detach has started.' },
  { name: 'help', usage: '[FLAG|COMMAND]', summary: 'Explains a flag or a command.' },
  { name: 'version', usage: '', summary: 'Prints the version.' },
  { name: 'completion', usage: 'bash|zsh|fish', summary: 'Prints a completion script for a shell.' },
  {
    name: 'api-diff',
    usage: '[--output text|json] OLD NEW',
    summary: 'Lists the changes between two versions of an API.',
  },
  { name: 'cel', usage: "'EXPRESSION' [flags]", summary: 'Evaluates an expression over the objects of files.' },
  {
    name: 'envtest',
    usage: 'DIR | --daemon',
    summary: 'Writes the programs that envtest looks for, or keeps a process warm for them.',
  },
  {
    name: 'plugin',
    usage: 'build|dev|serve FILE [flags]',
    summary: 'Builds, tries in a cluster, or serves the admission plugins that a file exports.',
  },
  { name: 'backup', usage: '--data-dir DIR TARGET', summary: 'Copies a data directory, also while a server uses it.' },
  { name: 'restore', usage: '--data-dir DIR BACKUP', summary: 'Verifies a backup and makes a data directory of it.' },
  {
    name: 'data',
    usage: 'check --data-dir DIR | copy --from SPEC --to SPEC',
    summary: 'Verifies the checksums of a store, or copies it into another one.',
  },
]
