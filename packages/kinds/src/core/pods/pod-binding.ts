import {
  badRequest,
  conflict,
  FieldErrors,
  formatFieldErrors,
  unclassifiedError,
  type ApiObject,
  type Mutable,
} from '@pinnace/meta'
import type { CreateSubresourceContext, CreateSubresource } from '@pinnace/resources'
import { loadType } from '@pinnace/types'
import type { Binding, Pod, PodSpec } from '@pinnace/types/core-v1-pods'
import { setPodCondition } from './pod-condition.ts'

const kind = { group: '', version: 'v1', kind: 'Binding' } as const
const resource = { group: '', resource: 'pods/binding' } as const

/** `/binding`: the scheduler's word on where a pod runs. */
// upstream: registry/core/pod/storage, BindingREST
export const podBinding: CreateSubresource<Pod> = {
  type: 'create',
  verbs: ['create'],
  kind,
  schema: () => loadType('core.v1.Binding'),
  keepsSystemFields: true,
  assertBody: (body, name) => assertBinding(body as Binding, name),
  act: (body, context) => bindPod(body as Binding, context),
}

/** Gives a pod its node. A pod that has one, or is going, or is held back by gates, refuses. */
export async function bindPod(binding: Binding, context: CreateSubresourceContext<Pod>): Promise<undefined> {
  const { name } = context
  const { metadata, target } = binding
  const refuse = (message: string): never => {
    throw conflict(resource, name, message)
  }
  await context.update(
    (next) => {
      const spec = next.spec as Mutable<PodSpec>
      if (next.metadata.deletionTimestamp !== undefined) {
        refuse(`pod ${name} is being deleted, cannot be assigned to a host`)
      }
      if (spec.nodeName) refuse(`pod ${name} is already assigned to node ${JSON.stringify(spec.nodeName)}`)
      if (spec.schedulingGates?.length) refuse(`pod ${name} has non-empty .spec.schedulingGates`)
      spec.nodeName = target.name ?? ''
      mergeText(next, 'annotations', metadata.annotations)
      mergeText(next, 'labels', metadata.labels)
      next.status = { ...next.status }
      delete next.status.nominatedNodeName
      setPodCondition(next.status, { type: 'PodScheduled', status: 'True' }, context.clock)
    },
    {
      ...(metadata.uid === undefined ? {} : { uid: metadata.uid }),
      ...(metadata.resourceVersion === undefined ? {} : { resourceVersion: metadata.resourceVersion }),
      refusedByStore: true,
    },
  )
  return undefined
}

// upstream: core/validation, ValidatePodBinding – its errors are not those of a Status.
function assertBinding({ metadata, target }: Binding, name: string): void {
  if ((metadata.name ?? '') !== name) throw badRequest('name in URL does not match name in Binding object')
  const errors = new FieldErrors()
  if (target?.kind && target.kind !== 'Node') errors.notSupported('target.kind', target.kind, ['Node', '<empty>'])
  if (!target?.name) errors.required('target.name')
  if (!errors.isEmpty) throw unclassifiedError(formatFieldErrors(errors.list))
}

function mergeText(
  next: Mutable<ApiObject>,
  field: 'annotations' | 'labels',
  more: Readonly<Record<string, string>> | undefined,
): void {
  if (more !== undefined) next.metadata[field] = { ...next.metadata[field], ...more }
}
