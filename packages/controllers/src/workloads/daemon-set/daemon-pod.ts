import type { Vocabulary } from '@pinnace/meta'
import type { Node } from '@pinnace/types/core-v1-nodes'
import type { Pod, PodSpec, PodTemplateSpec } from '@pinnace/types/core-v1-pods'
import { selectsNode } from '../scheduler/node-affinity.ts'
import { untoleratedTaint } from '../scheduler/tolerations.ts'

const nameField = 'metadata.name'

/** A daemon set's template as a pod of one node has it: bound to the node, and putting up with what ails nodes. */
// upstream: pkg/controller/daemon/util/daemonset_util.go
export function daemonTemplate(template: PodTemplateSpec, node: string, { labelDomain }: Vocabulary): PodTemplateSpec {
  const spec = template.spec ?? { containers: [] }
  const taint = (name: string, effect: string): object => ({
    key: `node.${labelDomain}/${name}`,
    operator: 'Exists',
    effect,
  })
  const tolerations = [
    taint('not-ready', 'NoExecute'),
    taint('unreachable', 'NoExecute'),
    taint('disk-pressure', 'NoSchedule'),
    taint('memory-pressure', 'NoSchedule'),
    taint('pid-pressure', 'NoSchedule'),
    taint('unschedulable', 'NoSchedule'),
    ...(spec.hostNetwork === true ? [taint('network-unavailable', 'NoSchedule')] : []),
  ]
  const required = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution
  const matchFields = [{ key: nameField, operator: 'In', values: [node] }]
  const terms = required?.nodeSelectorTerms?.length ? required.nodeSelectorTerms : [{}]
  const nodeSelectorTerms = terms.map((term) => ({ ...term, matchFields }))
  const affinity = {
    ...spec.affinity,
    nodeAffinity: {
      ...spec.affinity?.nodeAffinity,
      requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms },
    },
  }
  const next = { ...spec, affinity, tolerations: [...(spec.tolerations ?? []), ...tolerations] } as PodSpec
  return { ...template, spec: next }
}

/** The node a daemon pod is on, or is meant for. */
export function nodeOf({ spec }: Pod): string {
  if (spec?.nodeName) return spec.nodeName
  const terms = spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms
  return terms?.[0]?.matchFields?.find(({ key }) => key === nameField)?.values?.[0] ?? ''
}

/** Whether a node is to have a daemon pod, and whether one that is there may stay. */
// upstream: pkg/controller/daemon/daemon_controller.go, NodeShouldRunDaemonPod
export function fitsNode(
  template: PodTemplateSpec,
  node: Node,
  vocabulary: Vocabulary,
): { readonly shouldRun: boolean; readonly mayStay: boolean } {
  const { name = '' } = node.metadata
  const { spec } = daemonTemplate(template, name, vocabulary)
  const pod: Pod = { metadata: {}, spec: spec! } as Pod
  const isMeant = (spec?.nodeName ?? name) === name && selectsNode(pod, node)
  if (!isMeant) return { shouldRun: false, mayStay: false }
  const taints = node.spec?.taints ?? []
  const tolerations = spec?.tolerations ?? []
  if (untoleratedTaint(taints, tolerations) === undefined) return { shouldRun: true, mayStay: true }
  const evicting = taints.filter(({ effect }) => effect === 'NoExecute')
  return { shouldRun: false, mayStay: untoleratedTaint(evicting, tolerations) === undefined }
}
