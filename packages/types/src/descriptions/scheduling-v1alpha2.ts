import type { TypeDescriptions } from './type-descriptions.ts'

const resourceClaims =
  'Claims that all pods of the group share, by name. At most four; requires the feature DRAWorkloadResourceClaims.'
const disruptionMode =
  'Whether the group can be preempted pod by pod (Pod, the default) or only as a whole (PodGroup). Requires the feature WorkloadAwarePreemption.'
const priorityClassName =
  'The class that the priority of the group comes from. Requires the feature WorkloadAwarePreemption.'
const priority = 'The priority of the group, at most 1000000000. Set by admission from the priority class.'
const schedulingConstraints =
  'Where the pods of the group may be placed relative to each other. Requires the feature TopologyAwareWorkloadScheduling.'

/** Types of `scheduling/v1alpha2`: groups of pods that are scheduled together. */
export const descriptions: TypeDescriptions = {
  'scheduling.v1alpha2.BasicSchedulingPolicy': {
    '': 'Schedules the pods of a group one by one, as pods without a group.',
  },
  'scheduling.v1alpha2.GangSchedulingPolicy': {
    '': 'Schedules the pods of a group together or not at all.',
    minCount: 'How many pods must find a node at the same time before any of them is bound. At least 1.',
  },
  'scheduling.v1alpha2.PodGroup': {
    '': 'Pods that are scheduled together. Pods name it in spec.schedulingGroup.',
    spec: 'How the pods of the group are scheduled.',
    status: 'How the scheduling goes.',
  },
  'scheduling.v1alpha2.PodGroupSpec': {
    '': 'How the pods of a group are scheduled.',
    podGroupTemplateRef: 'The template of a workload that the group was made from.',
    schedulingPolicy: 'How the pods are scheduled. It cannot be changed.',
    schedulingConstraints,
    resourceClaims,
    disruptionMode,
    priorityClassName,
    priority,
  },
  'scheduling.v1alpha2.PodGroupStatus': {
    '': 'How the scheduling of a group goes.',
    conditions:
      'PodGroupScheduled says whether the group has found its nodes, DisruptionTarget that it is about to be preempted.',
    resourceClaimStatuses: 'The claims that were made for the group, at most four.',
  },
  'scheduling.v1alpha2.PodGroupTemplate': {
    '': 'A kind of group that a workload consists of.',
    name: 'The name, a DNS label that no other template of the workload has.',
    schedulingPolicy: 'How the pods of its groups are scheduled.',
    schedulingConstraints,
    resourceClaims,
    disruptionMode,
    priorityClassName,
    priority,
  },
  'scheduling.v1alpha2.PodGroupTemplateReference': {
    '': 'Where the template of a group is.',
    workload: 'A template in a workload.',
  },
  'scheduling.v1alpha2.WorkloadPodGroupTemplateReference': {
    '': 'A template in a workload.',
    workloadName: 'The workload by name.',
    podGroupTemplateName: 'The template by name.',
  },
  'scheduling.v1alpha2.PodGroupSchedulingPolicy': {
    '': 'How the pods of a group are scheduled: exactly one of its fields is set.',
    basic: 'One by one.',
    gang: 'Together or not at all.',
  },
  'scheduling.v1alpha2.PodGroupSchedulingConstraints': {
    '': 'Where the pods of a group may be placed relative to each other.',
    topology: 'The topologies within which all pods of the group have to be. At most one.',
  },
  'scheduling.v1alpha2.TopologyConstraint': {
    '': 'Places all pods of a group in one domain of a topology.',
    key: 'The label of nodes whose values are the domains.',
  },
  'scheduling.v1alpha2.PodGroupResourceClaim': {
    '': 'A claim that the pods of a group share: exactly one of its two sources is set.',
    name: 'The name of the claim within the group, a DNS label.',
    resourceClaimName: 'A claim in the namespace of the group.',
    resourceClaimTemplateName: 'A template from which a claim is made for the group, and deleted with it.',
  },
  'scheduling.v1alpha2.PodGroupResourceClaimStatus': {
    '': 'The claim that was made for an entry of resourceClaims.',
    name: 'The name of the entry in spec.resourceClaims.',
    resourceClaimName: 'The claim that was made. Absent if none is needed.',
  },
  'scheduling.v1alpha2.TypedLocalObjectReference': {
    '': 'An object in the same namespace.',
    apiGroup: 'The group of its kind. Empty for the core group.',
    kind: 'Its kind.',
    name: 'Its name.',
  },
  'scheduling.v1alpha2.Workload': {
    '': 'The groups of pods that a larger piece of work consists of.',
    spec: 'The templates of its groups.',
  },
  'scheduling.v1alpha2.WorkloadSpec': {
    '': 'The templates of the groups of a workload.',
    controllerRef: 'The object whose controller runs the workload, for people and tools. It cannot be changed.',
    podGroupTemplates: 'The templates, by name: one to eight. They cannot be changed.',
  },
}
