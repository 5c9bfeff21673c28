import { thenMaybe, isEqualJson, parseGroupVersion, quote, type Awaitable, type OwnerReference } from '@pinnace/meta'
import type { AuthorizerAttributes } from '@pinnace/authz'
import type { AdmissionAttributes } from '../admission-attributes.ts'
import type { BuiltInPlugin } from '../built-in-plugin.ts'
import type { AdmissionVersions, PluginContext } from '../plugin-context.ts'
import { refusal } from '../refusal.ts'

/**
 * Requires permission to delete an object to change its owner references, and permission to update the finalizers of an
 * owner to set `blockOwnerDeletion`.
 */
// upstream: plugin/pkg/admission/gc
export const ownerReferencesPermissionEnforcement: BuiltInPlugin = {
  name: 'OwnerReferencesPermissionEnforcement',
  isDefault: false,
  create: (context) => ({
    name: 'OwnerReferencesPermissionEnforcement',
    handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
    validate(attributes) {
      const { resource, subresource, object, oldObject } = attributes
      // A status update of a pod cannot change its owner references.
      if (resource.group === '' && resource.resource === 'pods' && subresource === 'status') return
      const next = object?.metadata?.ownerReferences ?? []
      const live = oldObject?.metadata?.ownerReferences ?? []
      if (isEqualJson(next, live)) return
      const blocking = next.filter(
        ({ uid, blockOwnerDeletion }) =>
          blockOwnerDeletion === true && live.find((other) => other.uid === uid)?.blockOwnerDeletion !== true,
      )
      return thenMaybe(refuseUndeletable(context, attributes), () => refuseBlocking(context, attributes, blocking))
    },
  }),
}

// On create any owner is allowed. On update, a new owner could get the object garbage collected.
function refuseUndeletable({ authorize }: PluginContext, attributes: AdmissionAttributes): Awaitable<void> {
  const { operation, namespace, resource, subresource, name } = attributes
  if (operation === 'CREATE') return
  const question = { ...userQuestion(attributes), ...resource, verb: 'delete', namespace, subresource, name }
  return thenMaybe(authorize(question), ({ effect, reason }) => {
    if (effect === 'allow') return
    throw refusal(attributes, `cannot set an ownerRef on a resource you can't delete: ${reason}, <nil>`)
  })
}

function refuseBlocking(
  context: PluginContext,
  attributes: AdmissionAttributes,
  [reference, ...others]: readonly OwnerReference[],
): Awaitable<void> {
  if (reference === undefined) return
  const question = finalizersOf(reference, attributes, context.versions)
  return thenMaybe(context.authorize(question), ({ effect, reason }) => {
    if (effect === 'allow') return refuseBlocking(context, attributes, others)
    const what = "cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on"
    throw refusal(attributes, `${what}: ${reason}, <nil>`)
  })
}

// upstream: ownerRefToDeleteAttributeRecords – a namespaced owner is in the namespace of the object.
function finalizersOf(
  { apiVersion, kind, name }: OwnerReference,
  attributes: AdmissionAttributes,
  versions: AdmissionVersions,
): AuthorizerAttributes {
  const version = parseGroupVersion(apiVersion)
  const found = version === undefined ? undefined : versions.find({ ...version, kind })
  if (found === undefined) {
    const missing = `cannot find RESTMapping for APIVersion ${apiVersion} Kind ${kind}`
    const problem = `no matches for kind ${quote(kind)} in version ${quote(apiVersion)}`
    throw refusal(attributes, `cannot set blockOwnerDeletion in this case because ${missing}: ${problem}`)
  }
  const namespace = found.isNamespaced ? attributes.namespace : ''
  return { ...userQuestion(attributes), ...found.resource, verb: 'update', namespace, subresource: 'finalizers', name }
}

function userQuestion({
  user,
}: AdmissionAttributes): Pick<AuthorizerAttributes, 'user' | 'isResourceRequest' | 'path'> {
  return { user, isResourceRequest: true, path: '' }
}
