import { FlagError, readSwitch, type Flag } from './flag.ts'

/** What is read before and after the server starts. */
export interface LoadFlags {
  /** The configuration file. */
  readonly config?: string
  /** Files and directories of manifests. */
  readonly load?: readonly string[]
  /** Whether manifests are applied again when they change. */
  readonly watch?: boolean
}

export const loadFlags: readonly Flag<LoadFlags>[] = [
  {
    name: 'config',
    placeholder: 'FILE',
    help: 'YAML file of the kind CommandConfiguration with values of flags by name; flags of the command line win.',
    read: (value) => ({ config: value }),
  },
  {
    name: 'load',
    placeholder: 'DIR|FILE',
    help: 'Manifests (.yaml, .yml, .json) to apply at the start, in server-side apply with force; a directory with those below it. Repeatable.',
    read: (value, { load }) => ({ load: [...(load ?? []), value] }),
  },
  {
    name: 'watch',
    placeholder: 'true|false',
    isSwitch: true,
    help: 'Applies manifests of --load again when their files change. Objects that leave the files are not deleted. (default false)',
    read: (value) => ({ watch: readSwitch('watch', value) }),
  },
]

/** Throws a {@link FlagError} for load flags that cannot be combined. */
export function assertLoad({ load, watch }: LoadFlags): void {
  if (watch === true && load === undefined) throw new FlagError('--watch requires --load')
}
