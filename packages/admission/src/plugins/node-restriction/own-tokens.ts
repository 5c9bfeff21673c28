import { thenMaybe, quote, type ApiObject, type Awaitable } from '@pinnace/meta'
import type { TokenRequest } from '@pinnace/types/authentication-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { AdmissionAttributes } from '../../admission-attributes.ts'
import type { PluginContext } from '../../plugin-context.ts'
import { refusal } from '../../refusal.ts'
import type { NodeRule } from './node-rule.ts'
import { findPod } from './own-pods.ts'
import { podUsesAudience } from './pod-audiences.ts'

/** A node may request tokens bound to its pods, for audiences these use or the node is authorized for. */
// upstream: plugin/pkg/admission/noderestriction, admitServiceAccount
export function createOwnTokens(context: PluginContext): NodeRule {
  return (node, attributes) => {
    if (attributes.operation !== 'CREATE' || attributes.subresource !== 'token') return
    const { boundObjectRef, audiences } = (attributes.object as ApiObject as TokenRequest).spec ?? {}
    const { apiVersion, kind, name = '', uid = '' } = boundObjectRef ?? {}
    if (apiVersion !== 'v1' || kind !== 'Pod' || name === '') {
      throw refusal(attributes, 'node requested token not bound to a pod')
    }
    if (uid === '') throw refusal(attributes, 'node requested token with a pod binding without a uid')
    return thenMaybe(findPod(context.objects, attributes.namespace, name), (pod) => {
      if (uid !== pod.metadata.uid) {
        const reason = `the UID in the bound object reference (${uid}) does not match the UID in record. The object might have been deleted and then recreated`
        throw refusal(attributes, reason)
      }
      if (pod.spec?.nodeName !== node) {
        throw refusal(attributes, 'node requested token bound to a pod scheduled on a different node')
      }
      return refuseAudience(context, attributes, pod, audiences ?? [])
    })
  }
}

// upstream: validateNodeServiceAccountAudience
function refuseAudience(
  { objects, vocabulary, authorize }: PluginContext,
  attributes: AdmissionAttributes,
  pod: Pod,
  [audience = '', ...others]: readonly string[],
): Awaitable<void> {
  if (others.length > 0) throw refusal(attributes, 'node may only request 0 or 1 audiences')
  const { user, namespace, name } = attributes
  return thenMaybe(podUsesAudience(pod, audience, objects, vocabulary), (use) => {
    if (use === 'used') return
    if (use !== 'unused') throw refusal(attributes, `error validating audience ${quote(audience)}: ${use.problem}`)
    const decision = authorize({
      user,
      verb: 'request-serviceaccounts-token-audience',
      isResourceRequest: true,
      path: '',
      group: '',
      version: 'v1',
      namespace,
      resource: audience,
      subresource: '',
      name,
    })
    return thenMaybe(decision, ({ effect }) => {
      if (effect === 'allow') return
      const unknown = `audience ${quote(audience)} not found in pod spec volume`
      throw refusal(attributes, `${unknown}, ${user.username} is not authorized to request tokens for this audience`)
    })
  })
}
