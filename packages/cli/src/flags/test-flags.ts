import { FlagError, readSwitch, type Flag } from './flag.ts'

/** Flags for test suites and scripts. */
export interface TestFlags {
  /** Whether the server runs in the background. */
  readonly detach?: boolean
  readonly printKubeconfig?: boolean
  /** Whether clients may add faults. */
  readonly enableFaults?: boolean
}

export const testFlags: readonly Flag<TestFlags>[] = [
  {
    name: 'detach',
    placeholder: 'true|false',
    isSwitch: true,
    help: 'Returns when the server is ready, and leaves it running until "pinnace stop". Its log is FILE.log beside --write-kubeconfig=FILE. (default false)',
    read: (value) => ({ detach: readSwitch('detach', value) }),
  },
  {
    name: 'print-kubeconfig',
    placeholder: 'true|false',
    isSwitch: true,
    help: 'Prints the administrator kubeconfig, and nothing else, to the standard output. (default false)',
    read: (value) => ({ printKubeconfig: readSwitch('print-kubeconfig', value) }),
  },
  {
    name: 'enable-faults',
    placeholder: 'true|false',
    isSwitch: true,
    help: 'Serves the kind Fault of testing.pinnace.dev/v1alpha1, whose objects make requests fail, for test suites. (default false)',
    read: (value) => ({ enableFaults: readSwitch('enable-faults', value) }),
  },
]

/** Throws a {@link FlagError} for a flag that this platform does not have. */
export function assertTest({ detach }: TestFlags): void {
  if (detach === true && process.platform === 'win32') {
    throw new FlagError('--detach is not supported on Windows: start the command in the background of the shell')
  }
}
