import { isEqualJson, quote, thenMaybe, type ApiObject } from '@pinnace/meta'
import type { ClusterTrustBundle } from '@pinnace/types/certificates-v1beta1'
import type { BuiltInPlugin } from '../built-in-plugin.ts'
import { refusal } from '../refusal.ts'
import { createSignerPermission } from './signer-permission.ts'

/** Requires the verb `attest` on the signer of a cluster trust bundle. */
// upstream: plugin/pkg/admission/certificates/ctbattest
export const clusterTrustBundleAttest: BuiltInPlugin = {
  name: 'ClusterTrustBundleAttest',
  isDefault: true,
  create(context) {
    const isPermitted = createSignerPermission(context)
    return {
      name: 'ClusterTrustBundleAttest',
      handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
      resources: [{ group: context.vocabulary.group('certificates'), resource: 'clustertrustbundles' }],
      validate(attributes) {
        const { operation, object, oldObject, subresource, user } = attributes
        const { signerName = '' } = (object as ApiObject as ClusterTrustBundle).spec
        if (subresource !== '' || signerName === '') return
        // The garbage collector and migrations of the storage change no bundle.
        if (operation === 'UPDATE' && isSameBundle(object as ApiObject, oldObject as ApiObject)) return
        return thenMaybe(isPermitted(user, 'attest', signerName), (allowed) => {
          if (allowed) return
          throw refusal(attributes, `user not permitted to attest for signerName ${quote(signerName)}`)
        })
      },
    }
  },
}

/** Whether only owners and finalizers differ. */
// upstream: pkg/registry/rbac, IsOnlyMutatingGCFields
function isSameBundle(next: ApiObject, live: ApiObject): boolean {
  return isEqualJson(withoutOwners(next), withoutOwners(live))
}

function withoutOwners(object: ApiObject): object {
  const { ownerReferences: _, finalizers: __, managedFields: ___, ...metadata } = object.metadata
  return { ...object, metadata }
}
