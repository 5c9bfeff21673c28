import type { OwnerReference } from '@pinnace/meta'
import { createNode, type SeenMetadata, type WritableNode } from '../../src/garbage-collector/graph-node.ts'
import type { ObjectIdentity } from '../../src/garbage-collector/object-identity.ts'

/** The identity of a ConfigMap whose uid is `uid-<name>`. */
export function identity(name: string, overrides: Partial<ObjectIdentity> = {}): ObjectIdentity {
  return { apiVersion: 'v1', kind: 'ConfigMap', name, uid: `uid-${name}`, namespace: 'a', ...overrides }
}

/** A reference to that ConfigMap. */
export function reference(name: string, overrides: Partial<OwnerReference> = {}): OwnerReference {
  return { apiVersion: 'v1', kind: 'ConfigMap', name, uid: `uid-${name}`, ...overrides }
}

/** A node of the graph with observed metadata. */
export function observed(name: string, seen: SeenMetadata = {}, overrides: Partial<ObjectIdentity> = {}): WritableNode {
  return Object.assign(createNode(identity(name, overrides)), { seen })
}

/** Makes nodes dependents of an owner. */
export function own(owner: WritableNode, ...dependents: readonly WritableNode[]): WritableNode {
  for (const dependent of dependents) owner.dependents.add(dependent)
  return owner
}
