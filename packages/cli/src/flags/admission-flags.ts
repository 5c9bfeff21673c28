import { selectPlugins } from '@pinnace/admission'
import { FlagError, readCount, readList, type Flag } from './flag.ts'

/** Admission plugins and their configuration. Files are paths, read when the server starts. */
export interface AdmissionFlags {
  readonly enabledPlugins?: readonly string[]
  readonly disabledPlugins?: readonly string[]
  readonly admissionConfigFile?: string
  readonly notReadyTolerationSeconds?: number
  readonly unreachableTolerationSeconds?: number
}

export const admissionFlags: readonly Flag<AdmissionFlags>[] = [
  {
    name: 'enable-admission-plugins',
    placeholder: 'LIST',
    help: 'Admission plugins to enable in addition to the default ones.',
    read: (value, before) => ({ enabledPlugins: readList(value, before.enabledPlugins) }),
  },
  {
    name: 'disable-admission-plugins',
    placeholder: 'LIST',
    help: 'Admission plugins to disable, although they are enabled by default.',
    read: (value, before) => ({ disabledPlugins: readList(value, before.disabledPlugins) }),
  },
  {
    name: 'admission-control-config-file',
    placeholder: 'FILE',
    help: 'File with the AdmissionConfiguration of admission plugins; it may refer to other files.',
    read: (value) => ({ admissionConfigFile: value }),
  },
  {
    name: 'default-not-ready-toleration-seconds',
    placeholder: 'SECONDS',
    help: 'TolerationSeconds of the not-ready toleration added to pods that have none. (default 300)',
    read: (value) => ({ notReadyTolerationSeconds: readCount('default-not-ready-toleration-seconds', value) }),
  },
  {
    name: 'default-unreachable-toleration-seconds',
    placeholder: 'SECONDS',
    help: 'TolerationSeconds of the unreachable toleration added to pods that have none. (default 300)',
    read: (value) => ({ unreachableTolerationSeconds: readCount('default-unreachable-toleration-seconds', value) }),
  },
]

/** Throws a {@link FlagError} for unknown plugins, and for plugins that are both enabled and disabled. */
export function assertPlugins({ enabledPlugins: enable = [], disabledPlugins: disable = [] }: AdmissionFlags): void {
  try {
    selectPlugins({ enable, disable })
  } catch (cause) {
    throw new FlagError((cause as Error).message.replace(/\b(?:enable|disable)-admission-plugins\b/g, '--$&'), {
      cause,
    })
  }
}
