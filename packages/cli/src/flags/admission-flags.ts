import { selectPlugins } from '@pinnace/admission'
import { FlagError, readCount, readList, type Flag } from './flag.ts'

/** Which admission plugins run, and what they are told. Files are paths here, read when the server starts. */
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
    help: 'Admission plugins that run beside those that are on by default.',
    read: (value, before) => ({ enabledPlugins: readList(value, before.enabledPlugins) }),
  },
  {
    name: 'disable-admission-plugins',
    placeholder: 'LIST',
    help: 'Admission plugins that do not run, though they are on by default.',
    read: (value, before) => ({ disabledPlugins: readList(value, before.disabledPlugins) }),
  },
  {
    name: 'admission-control-config-file',
    placeholder: 'FILE',
    help: 'AdmissionConfiguration: what admission plugins are told, in the file or in files it names.',
    read: (value) => ({ admissionConfigFile: value }),
  },
  {
    name: 'default-not-ready-toleration-seconds',
    placeholder: 'SECONDS',
    help: 'How long pods stay on a node that is not ready, where they do not say themselves. (default 300)',
    read: (value) => ({ notReadyTolerationSeconds: readCount('default-not-ready-toleration-seconds', value) }),
  },
  {
    name: 'default-unreachable-toleration-seconds',
    placeholder: 'SECONDS',
    help: 'How long pods stay on a node that is not reached, where they do not say themselves. (default 300)',
    read: (value) => ({ unreachableTolerationSeconds: readCount('default-unreachable-toleration-seconds', value) }),
  },
]

/** Throws a {@link FlagError} for plugins that do not exist, or are on and off. */
export function assertPlugins({ enabledPlugins: enable = [], disabledPlugins: disable = [] }: AdmissionFlags): void {
  try {
    selectPlugins({ enable, disable })
  } catch (cause) {
    throw new FlagError((cause as Error).message.replace(/\b(?:enable|disable)-admission-plugins\b/g, '--$&'), {
      cause,
    })
  }
}
