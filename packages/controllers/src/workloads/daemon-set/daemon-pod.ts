import type { Vocabulary } from '@pinnace/meta'
import type { Node } from '@pinnace/types/core-v1-nodes'
import type { Pod, PodSpec, PodTemplateSpec } from '@pinnace/types/core-v1-pods'
import { selectsNode } from '../scheduler/node-affinity.ts'
import { untoleratedTaint } from '../scheduler/tolerations.ts'
import { nameOf } from '../stored-object.ts'

const nameField = 'metadata.name'

/** The template of a daemon pod for one node: with affinity to the node and tolerations of node conditions. */
// upstream: pkg/controller/daemon/util/daemonset_util.go, AddOrUpdateDaemonPodTolerations, ReplaceDaemonSetPodNodeNameNodeAffinity
export function daemonTemplate(template: PodTemplateSpec, node: string, vocabulary: Vocabulary): PodTemplateSpec {
  return { ...template, spec: daemonPodSpec(template, node, vocabulary) }
}

function daemonPodSpec(template: PodTemplateSpec, node: string, { labelDomain }: Vocabulary): PodSpec {
  const spec = template.spec ?? { containers: [] }
  const toleration = (name: string, effect: string): Toleration => ({
    key: `node.${labelDomain}/${name}`,
    operator: 'Exists',
    effect,
  })
  const tolerations = [
    ...(spec.tolerations ?? []),
    toleration('not-ready', 'NoExecute'),
    toleration('unreachable', 'NoExecute'),
    toleration('disk-pressure', 'NoSchedule'),
    toleration('memory-pressure', 'NoSchedule'),
    toleration('pid-pressure', 'NoSchedule'),
    toleration('unschedulable', 'NoSchedule'),
    ...(spec.hostNetwork === true ? [toleration('network-unavailable', 'NoSchedule')] : []),
  ]
  const required = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution
  const matchFields = [{ key: nameField, operator: 'In', values: [node] }]
  const terms = required?.nodeSelectorTerms?.length ? required.nodeSelectorTerms : [{}]
  const nodeSelectorTerms = terms.map((term) => ({ ...term, matchFields }))
  const nodeAffinity = {
    ...spec.affinity?.nodeAffinity,
    requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms },
  }
  return { ...spec, affinity: { ...spec.affinity, nodeAffinity }, tolerations }
}

type Toleration = NonNullable<PodSpec['tolerations']>[number]

/** The node of a daemon pod: the one it runs on, or the one its affinity names. */
export function daemonNodeOf({ spec }: Pod): string {
  if (spec?.nodeName) return spec.nodeName
  const terms = spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms
  return terms?.[0]?.matchFields?.find(({ key }) => key === nameField)?.values?.[0] ?? ''
}

/** Whether a node should have a pod of a daemon set, and whether a pod that is already there may stay. */
// upstream: pkg/controller/daemon/daemon_controller.go, NodeShouldRunDaemonPod
export function fitsNode(
  template: PodTemplateSpec,
  node: Node,
  vocabulary: Vocabulary,
): { readonly shouldRun: boolean; readonly mayStay: boolean } {
  const name = nameOf(node)
  const spec = daemonPodSpec(template, name, vocabulary)
  if ((spec.nodeName ?? name) !== name || !selectsNode({ spec }, node)) return { shouldRun: false, mayStay: false }
  const taints = node.spec?.taints ?? []
  const tolerations = spec.tolerations ?? []
  if (untoleratedTaint(taints, tolerations) === undefined) return { shouldRun: true, mayStay: true }
  const evicting = taints.filter(({ effect }) => effect === 'NoExecute')
  return { shouldRun: false, mayStay: untoleratedTaint(evicting, tolerations) === undefined }
}
