import type { ApiObject, FieldErrors, Mutable } from '@pinnace/meta'
import type { ScaleSubresource, ObjectSubresource } from '@pinnace/resources'
import type { LabelSelector } from '@pinnace/types/meta-v1'
import { formatLabelSelectorText } from './selector-text.ts'
import { keepAllButStatus } from '../status-subresource.ts'
import { specOf } from '../spec-of.ts'

/** `/status` of a workload. */
export function statusView<T extends ApiObject>(
  validateUpdate: (next: T, live: T, errors: FieldErrors) => void,
  options: {
    readonly defaults?: (next: Mutable<T>) => void
    readonly prepare?: (next: Mutable<T>, live: T) => void
    readonly resetFields?: readonly (readonly string[])[]
  } = {},
): ObjectSubresource<T> {
  const { defaults, prepare, resetFields } = options
  return {
    type: 'object',
    verbs: ['get', 'patch', 'update'],
    ownedFields: ['status'],
    strategy: {
      ...(defaults === undefined ? {} : { defaults }),
      ...(resetFields === undefined ? {} : { resetFields }),
      prepareForUpdate(next, live) {
        keepAllButStatus(next, live)
        prepare?.(next, live)
      },
      validateUpdate,
    },
  }
}

interface Replicated extends ApiObject {
  readonly spec?: { readonly replicas?: number; readonly selector: LabelSelector }
  readonly status?: { readonly replicas?: number }
}

/** `/scale` of a workload. */
// upstream: registry/apps/…/storage, scaleFrom…
export function scaleView<T extends Replicated>(): ScaleSubresource<T> {
  return {
    type: 'scale',
    verbs: ['get', 'patch', 'update'],
    kind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
    specReplicas: ({ spec }) => spec?.replicas ?? 0,
    statusReplicas: ({ status }) => status?.replicas ?? 0,
    selector: ({ spec }) => (spec?.selector ? formatLabelSelectorText(spec.selector) : ''),
    setReplicas(next, replicas) {
      const object = next as unknown as Mutable<Replicated>
      object.spec = { ...specOf(object), replicas }
    },
  }
}
