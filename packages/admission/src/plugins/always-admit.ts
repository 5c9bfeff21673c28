import type { BuiltInPlugin } from '../built-in-plugin.ts'

/** Admits all requests; has no effect. */
// upstream: plugin/pkg/admission/admit
export const alwaysAdmit: BuiltInPlugin = {
  name: 'AlwaysAdmit',
  isDefault: false,
  deprecation:
    'AlwaysAdmit admission controller is deprecated. Please remove this controller from your configuration files and scripts.',
  create: () => ({ name: 'AlwaysAdmit', handles: () => false }),
}
