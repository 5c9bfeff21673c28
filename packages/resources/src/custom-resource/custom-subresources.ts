import type { ApiObject, GroupVersionKind, Mutable, Verb } from '@pinnace/meta'
import type { CustomResourceSubresources, CustomResourceSubresourceScale } from '@pinnace/types/apiextensions-v1'
import type { ScaleSubresource, Strategy, Subresource } from '../definition.ts'

const viewVerbs: readonly Verb[] = ['get', 'patch', 'update']
const scaleKind: GroupVersionKind = { group: 'autoscaling', version: 'v1', kind: 'Scale' }

/** What hangs below the objects of a definition's version. */
export function customSubresources(
  { status, scale }: CustomResourceSubresources,
  statusStrategy: Strategy,
): Readonly<Record<string, Subresource>> {
  return {
    ...(status === undefined
      ? {}
      : { status: { type: 'object', verbs: viewVerbs, strategy: statusStrategy, ownedFields: ['status'] } }),
    ...(scale === undefined ? {} : { scale: customScale(scale) }),
  }
}

// upstream: apiextensions-apiserver/pkg/registry/customresource/etcd.go, ScaleREST
function customScale({
  specReplicasPath,
  statusReplicasPath,
  labelSelectorPath,
}: CustomResourceSubresourceScale): ScaleSubresource {
  const spec = stepsOf(specReplicasPath)
  const status = stepsOf(statusReplicasPath)
  const selector = labelSelectorPath === undefined || labelSelectorPath === '' ? undefined : stepsOf(labelSelectorPath)
  return {
    type: 'scale',
    verbs: viewVerbs,
    kind: scaleKind,
    specReplicas: (object) => numberAt(object, spec),
    statusReplicas: (object) => numberAt(object, status),
    selector: (object) => {
      const text = selector === undefined ? undefined : valueAt(object, selector)
      return typeof text === 'string' ? text : ''
    },
    setReplicas: (next, replicas) => setAt(next, spec, replicas),
    replicasPath: spec,
  }
}

/** The fields of a plain path. */
export function stepsOf(path: string): readonly string[] {
  return path.slice(1).split('.')
}

/** The value at a plain path, where there is one. */
export function valueAt(object: unknown, steps: readonly string[]): unknown {
  let value = object
  for (const step of steps) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    value = (value as Readonly<Record<string, unknown>>)[step]
  }
  return value
}

function numberAt(object: ApiObject, steps: readonly string[]): number {
  const value = valueAt(object, steps)
  return typeof value === 'number' ? value : 0
}

function setAt(object: Mutable<ApiObject>, steps: readonly string[], value: unknown): void {
  let at = object as unknown as Record<string, unknown>
  for (const step of steps.slice(0, -1)) {
    const inner = Object.hasOwn(at, step) ? at[step] : undefined
    at = (typeof inner === 'object' && inner !== null ? inner : (at[step] = {})) as Record<string, unknown>
  }
  at[steps.at(-1)!] = value
}
