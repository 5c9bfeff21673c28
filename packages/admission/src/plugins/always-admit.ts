import type { BuiltInPlugin } from '../built-in-plugin.ts'

/** Admits everything, as having no plugin does. */
// upstream: plugin/pkg/admission/admit
export const alwaysAdmit: BuiltInPlugin = {
  name: 'AlwaysAdmit',
  isDefault: false,
  deprecation:
    'AlwaysAdmit admission controller is deprecated. Please remove this controller from your configuration files and scripts.',
  create: () => ({ name: 'AlwaysAdmit', handles: () => false }),
}
