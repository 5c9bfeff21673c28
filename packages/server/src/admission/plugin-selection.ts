import type { AdmissionControl } from './admission-control.ts'

// upstream: controller-runtime's test environment leaves it out too – no controller makes the accounts that pods need.
const leftOutOfTests = ['ServiceAccount']

/** The options that select the built-in plugins. */
export interface PluginSelectionOptions {
  readonly preset?: 'secure' | 'testing'
  readonly admissionControl?: AdmissionControl
}

/** The built-in plugins of a server. The testing preset disables ServiceAccount unless it is enabled explicitly. */
export function pluginSelection({ preset, admissionControl = {} }: PluginSelectionOptions): AdmissionControl {
  if (preset !== 'testing') return admissionControl
  const { enable = [], disable = [] } = admissionControl
  const left = leftOutOfTests.filter((name) => !enable.includes(name) && !disable.includes(name))
  return { ...admissionControl, disable: [...disable, ...left] }
}
