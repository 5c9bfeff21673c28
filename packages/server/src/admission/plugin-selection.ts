import type { AdmissionControl } from './admission-control.ts'

// upstream: controller-runtime's test environment leaves it out too – no controller makes the accounts that pods need.
const leftOutOfTests = ['ServiceAccount']

/** What decides which built-in plugins run. */
export interface PluginSelectionOptions {
  readonly preset?: 'secure' | 'testing'
  readonly admissionControl?: AdmissionControl
}

/** The built-in plugins of a server: in the testing preset a pod needs no account, unless it is asked for. */
export function pluginSelection({ preset, admissionControl = {} }: PluginSelectionOptions): AdmissionControl {
  if (preset !== 'testing') return admissionControl
  const { enable = [], disable = [] } = admissionControl
  const left = leftOutOfTests.filter((name) => !enable.includes(name) && !disable.includes(name))
  return { ...admissionControl, disable: [...disable, ...left] }
}
