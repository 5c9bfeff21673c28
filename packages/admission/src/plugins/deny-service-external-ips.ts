import type { Service } from '@pinnace/types/core-v1'
import type { BuiltInPlugin } from '../built-in-plugin.ts'
import { refusal } from '../refusal.ts'

/** Refuses new external IPs of services. */
// upstream: plugin/pkg/admission/network/denyserviceexternalips
export const denyServiceExternalIps: BuiltInPlugin = {
  name: 'DenyServiceExternalIPs',
  isDefault: false,
  create: () => ({
    name: 'DenyServiceExternalIPs',
    handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
    resources: [{ group: '', resource: 'services' }],
    validate(attributes) {
      if (attributes.subresource !== '') return
      const wanted = (attributes.object as Service).spec?.externalIPs ?? []
      const had = new Set((attributes.oldObject as Service | undefined)?.spec?.externalIPs)
      if (wanted.every((address) => had.has(address))) return
      throw refusal(attributes, 'Use of external IPs is denied by admission control')
    },
  }),
}
