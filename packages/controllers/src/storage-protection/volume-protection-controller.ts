import type { PersistentVolume } from '@pinnace/types/core-v1'
import type { Controller } from '../controller.ts'
import { startProtection } from './start-protection.ts'

const name = 'persistentvolume-protection-controller'

/** Keeps a deleted PersistentVolume while it is bound to a claim. */
// upstream: pkg/controller/volume/pvprotection
export const volumeProtectionController: Controller = {
  name,
  isDefault: true,
  start(context) {
    const { loop } = startProtection<PersistentVolume>({
      name,
      context,
      kind: { apiVersion: 'v1', kind: 'PersistentVolume' },
      finalizer: `${context.vocabulary.labelDomain}/pv-protection`,
      isUsed: ({ status }) => status?.phase === 'Bound',
    })
    return loop
  },
}
