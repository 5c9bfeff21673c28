import { thenMaybe, notFound, quote, type ApiObject } from '@pinnace/meta'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { AdmissionAttributes } from '../../admission-attributes.ts'
import type { PluginContext } from '../../plugin-context.ts'
import { refusal } from '../../refusal.ts'
import type { NodeRule } from './node-rule.ts'
import { referenceOf } from './pod-reference.ts'

/** A node may create mirror pods bound to itself, which must not reference other objects. */
// upstream: plugin/pkg/admission/noderestriction, admitPodCreate
export function createMirrorPods({ objects, vocabulary }: PluginContext): NodeRule {
  const annotation = `${vocabulary.labelDomain}/config.mirror`
  return (node, attributes) => {
    const pod = attributes.object as ApiObject as Pod
    const name = quote(node)
    if (!Object.hasOwn(pod.metadata.annotations ?? {}, annotation)) {
      const reason = `pod does not have ${quote(annotation)} annotation, node ${name} can only create mirror pods`
      throw refusal(attributes, reason)
    }
    if (pod.spec?.nodeName !== node) {
      throw refusal(attributes, `node ${name} can only create pods with spec.nodeName set to itself`)
    }
    const uid = ownerUid(node, pod, attributes)
    return thenMaybe(objects.get({ group: '', resource: 'nodes' }, '', node), (stored) => {
      if (stored === undefined) throw notFound({ group: '', resource: 'node' }, node)
      if (uid !== stored.metadata.uid) {
        throw refusal(attributes, `node ${node} UID mismatch: expected ${uid} got ${stored.metadata.uid}`)
      }
      const found = referenceOf(pod)
      if (found !== undefined) throw refusal(attributes, `node ${name} can not create pods that reference ${found}`)
    })
  }
}

function ownerUid(node: string, { metadata }: Pod, attributes: AdmissionAttributes): string {
  const name = quote(node)
  const [owner, ...others] = metadata.ownerReferences ?? []
  if (others.length > 0) {
    throw refusal(attributes, `node ${name} can only create pods with a single owner reference set to itself`)
  }
  if (owner?.apiVersion !== 'v1' || owner.kind !== 'Node' || owner.name !== node) {
    throw refusal(attributes, `node ${name} can only create pods with an owner reference set to itself`)
  }
  if (owner.controller !== true) {
    throw refusal(attributes, `node ${name} can only create pods with a controller owner reference set to itself`)
  }
  if (owner.blockOwnerDeletion === true) {
    throw refusal(attributes, `node ${name} must not set blockOwnerDeletion on an owner reference`)
  }
  return owner.uid
}
