import type { BuiltInPlugin } from '../built-in-plugin.ts'
import { refusal } from '../refusal.ts'

/** Refuses all writes. */
// upstream: plugin/pkg/admission/deny
export const alwaysDeny: BuiltInPlugin = {
  name: 'AlwaysDeny',
  isDefault: false,
  deprecation:
    'AlwaysDeny admission controller is deprecated. Please remove this controller from your configuration files and scripts.',
  create: () => ({
    name: 'AlwaysDeny',
    handles: () => true,
    admit(attributes) {
      throw refusal(attributes, 'admission control is denying all modifications')
    },
    validate(attributes) {
      throw refusal(attributes, 'admission control is denying all modifications')
    },
  }),
}
