import { thenMaybe, isEqualJson, notFound, quote, type ApiObject, type Awaitable } from '@pinnace/meta'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { AdmissionAttributes } from '../../admission-attributes.ts'
import type { AdmissionObjects, PluginContext } from '../../plugin-context.ts'
import { refusal } from '../../refusal.ts'
import { createMirrorPods } from './mirror-pods.ts'
import type { NodeRule } from './node-rule.ts'

/** A node may create mirror pods, and update the status of, evict and delete the pods bound to it. */
export function createOwnPods(context: PluginContext): NodeRule {
  const { objects } = context
  const mirror = createMirrorPods(context)
  return (node, attributes) => {
    switch (attributes.subresource) {
      case '':
        return ownPod(node, attributes, mirror, objects)
      case 'status':
        return ownStatus(node, attributes)
      case 'eviction':
        return ownEviction(node, attributes, objects)
      default: {
        const found = `unexpected pod subresource ${quote(attributes.subresource)}`
        throw refusal(attributes, `${found}, only 'status' and 'eviction' are allowed`)
      }
    }
  }
}

/** Returns a stored pod; throws a 404 if there is none. */
export function findPod(objects: AdmissionObjects, namespace: string, name: string): Awaitable<Pod> {
  return thenMaybe(objects.get<Pod>({ group: '', resource: 'pods' }, namespace, name), (pod) => {
    // upstream: client-go/listers – the singular.
    if (pod === undefined) throw notFound({ group: '', resource: 'pod' }, name)
    return pod
  })
}

function ownPod(
  node: string,
  attributes: AdmissionAttributes,
  mirror: NodeRule,
  objects: AdmissionObjects,
): Awaitable<void> {
  const { operation, namespace, name } = attributes
  if (operation === 'CREATE') return mirror(node, attributes)
  if (operation !== 'DELETE') {
    const only = `node ${quote(node)} can only create and delete mirror pods`
    throw refusal(attributes, `unexpected operation ${quote(operation)}, ${only}`)
  }
  return thenMaybe(findPod(objects, namespace, name), ({ spec }) => {
    if (spec?.nodeName === node) return
    throw refusal(attributes, `node ${quote(node)} can only delete pods with spec.nodeName set to itself`)
  })
}

function ownStatus(node: string, attributes: AdmissionAttributes): void {
  if (attributes.operation !== 'UPDATE') {
    throw refusal(attributes, `unexpected operation ${quote(attributes.operation)}`)
  }
  const live = attributes.oldObject as Pod
  const next = attributes.object as ApiObject as Pod
  if (live.spec?.nodeName !== node) {
    const reason = `node ${quote(node)} can only update pod status for pods with spec.nodeName set to itself`
    throw refusal(attributes, reason)
  }
  if (!isEqualJson(live.metadata.labels ?? {}, next.metadata.labels ?? {})) {
    throw refusal(attributes, `node ${quote(node)} cannot update labels through pod status`)
  }
  if (!isEqualJson(live.status?.resourceClaimStatuses ?? [], next.status?.resourceClaimStatuses ?? [])) {
    throw refusal(attributes, `node ${quote(node)} cannot update resource claim statues`)
  }
  const [before, after] = [live, next].map(({ status }) => status?.extendedResourceClaimStatus)
  if (!isEqualJson(before, after)) {
    throw refusal(attributes, `node ${quote(node)} cannot update extended resource claim status`)
  }
}

function ownEviction(node: string, attributes: AdmissionAttributes, objects: AdmissionObjects): Awaitable<void> {
  if (attributes.operation !== 'CREATE') throw refusal(attributes, `unexpected operation ${attributes.operation}`)
  const name = attributes.name || attributes.object?.metadata.name || ''
  if (name === '') throw refusal(attributes, 'could not determine pod from request data')
  return thenMaybe(findPod(objects, attributes.namespace, name), ({ spec }) => {
    if (spec?.nodeName === node) return
    throw refusal(attributes, `node ${node} can only evict pods with spec.nodeName set to itself`)
  })
}
