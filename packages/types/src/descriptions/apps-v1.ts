import type { TypeDescriptions } from './type-descriptions.ts'

const condition = {
  type: 'Which aspect is judged.',
  status: 'The judgment: True, False or Unknown.',
  lastTransitionTime: 'When the status last changed from one value to another.',
  reason: 'A CamelCase word for programs that says why the status is as it is.',
  message: 'A sentence for people with the details.',
}
const minReadySeconds =
  'Seconds for which a new pod must have been ready, without a crash of its containers, to count as available. The default is 0: as soon as it is ready.'
const collisionCount =
  'How often the name computed for a new object was already taken by another. It enters the next computation.'
const observedGeneration = 'The generation that the controller last acted on.'

/** Types of `apps/v1`. */
export const descriptions: TypeDescriptions = {
  'apps.v1.ControllerRevision': {
    '': 'A state of a stateful set or daemon set that was once asked for, kept so that it can be returned to. Its data cannot be changed.',
    data: 'The state in a form that only its controller understands.',
    revision: 'Orders the states: a larger number is more recent.',
  },
  'apps.v1.DaemonSet': {
    '': 'Runs a copy of a pod on every node, or on every node that the pod selects.',
    spec: 'The pods that should run and how they are replaced.',
    status: 'What runs where, as the controller last saw it. It may be a moment behind.',
  },
  'apps.v1.DaemonSetCondition': {
    '': 'One aspect of the state of a daemon set.',
    ...condition,
  },
  'apps.v1.DaemonSetSpec': {
    '': 'What a daemon set should run.',
    selector: 'Which pods belong to the daemon set. It must match the labels of the template and cannot be changed.',
    template:
      'The pod to run on each node. Its node selector and affinity choose the nodes; its restart policy must be Always.',
    updateStrategy: 'How existing pods are replaced after the template has changed.',
    minReadySeconds,
    revisionHistoryLimit: 'How many old states are kept to return to. The default is 10.',
  },
  'apps.v1.DaemonSetStatus': {
    '': 'What the controller of daemon sets observed.',
    currentNumberScheduled: 'Nodes that run the pod and should.',
    numberMisscheduled: 'Nodes that run the pod and should not.',
    desiredNumberScheduled: 'Nodes that should run the pod, whether or not they do.',
    numberReady: 'Nodes that should run the pod and have one that is ready.',
    observedGeneration,
    updatedNumberScheduled: 'Nodes that run the pod in its newest version.',
    numberAvailable: 'Nodes that should run the pod and have one that has been ready for minReadySeconds.',
    numberUnavailable: 'Nodes that should run the pod and have none that has been ready for minReadySeconds.',
    collisionCount,
    conditions: 'Judgments of the state, one for each type.',
  },
  'apps.v1.DaemonSetUpdateStrategy': {
    '': 'How a daemon set replaces its pods.',
    type: 'RollingUpdate (the default) replaces pods step by step; OnDelete replaces a pod only after it has been deleted.',
    rollingUpdate: 'The pace of the replacement. Only for the type RollingUpdate.',
  },
  'apps.v1.Deployment': {
    '': 'Keeps a number of identical pods running and replaces them step by step when their template changes. It does so through replica sets, one for each version of the template.',
    spec: 'The pods that should run and how they are replaced.',
    status: 'How far the rollout has come, as the deployment controller last saw it.',
  },
  'apps.v1.DeploymentCondition': {
    '': 'One aspect of the state of a deployment.',
    ...condition,
    type: 'Which aspect is judged: Available, Progressing or ReplicaFailure.',
    lastUpdateTime: 'When anything in the condition last changed.',
  },
  'apps.v1.DeploymentSpec': {
    '': 'What a deployment should run.',
    replicas: 'How many pods should run. The default is 1; 0 is kept as it is.',
    selector: 'Which pods belong to the deployment. It must match the labels of the template and cannot be changed.',
    template: 'The pod to run. Its restart policy must be Always.',
    strategy: 'How existing pods are replaced after the template has changed.',
    minReadySeconds,
    revisionHistoryLimit: 'How many old replica sets are kept to return to. The default is 10.',
    paused: 'While it is true, a changed template is not rolled out; changes of the number of pods still are.',
    progressDeadlineSeconds:
      'Seconds without progress after which the condition Progressing becomes False. The rollout goes on regardless; the default is 600, and time while paused does not count.',
  },
  'apps.v1.DeploymentStatus': {
    '': 'What the controller of deployments observed.',
    observedGeneration,
    replicas: 'Pods that exist, of all versions of the template, without those that are terminating.',
    updatedReplicas: 'Pods that have the current template.',
    readyReplicas: 'Pods that are ready.',
    availableReplicas: 'Pods that have been ready for minReadySeconds.',
    unavailableReplicas:
      'Pods that are missing for full availability: they do not exist yet, or are not available yet.',
    terminatingReplicas: 'Pods that are being deleted and have not ended. Not counted among the replicas.',
    conditions: 'Judgments of the state, one for each type.',
    collisionCount,
  },
  'apps.v1.DeploymentStrategy': {
    '': 'How a deployment replaces its pods.',
    type: 'RollingUpdate (the default) starts new pods while it stops old ones; Recreate stops all old pods first.',
    rollingUpdate: 'The pace of the replacement. Only for the type RollingUpdate.',
  },
  'apps.v1.ReplicaSet': {
    '': 'Keeps a number of identical pods running. Most are created by deployments and should not be changed by hand.',
    spec: 'The pods that should run.',
    status: 'What runs, as the controller last saw it. It may be a moment behind.',
  },
  'apps.v1.ReplicaSetCondition': {
    '': 'One aspect of the state of a replica set.',
    ...condition,
    type: 'Which aspect is judged. There is one: ReplicaFailure, when a pod could not be created or deleted.',
  },
  'apps.v1.ReplicaSetSpec': {
    '': 'What a replica set should run.',
    replicas: 'How many pods should run. The default is 1; 0 is kept as it is.',
    minReadySeconds,
    selector:
      'Which pods belong to the replica set, also among those it did not create. It must match the labels of the template and cannot be changed.',
    template: 'The pod to create where too few exist. A change affects new pods only.',
  },
  'apps.v1.ReplicaSetStatus': {
    '': 'What the controller of replica sets observed.',
    replicas: 'Pods that exist, without those that are terminating.',
    fullyLabeledReplicas: 'Pods that have all labels of the template.',
    readyReplicas: 'Pods that are ready.',
    availableReplicas: 'Pods that have been ready for minReadySeconds.',
    terminatingReplicas: 'Pods that are being deleted and have not ended. Not counted among the replicas.',
    observedGeneration,
    conditions: 'Judgments of the state, one for each type.',
  },
  'apps.v1.RollingUpdateDaemonSet': {
    '': 'The pace at which a daemon set replaces its pods.',
    maxUnavailable:
      'On how many nodes the pod may be missing at a time: a number, or a percentage of the nodes, rounded up. The default is 1; it cannot be 0 unless maxSurge is set.',
    maxSurge:
      'On how many nodes a new pod may start before the old one is stopped: a number, or a percentage of the nodes, rounded up. The default is 0.',
  },
  'apps.v1.RollingUpdateDeployment': {
    '': 'The pace at which a deployment replaces its pods.',
    maxUnavailable:
      'How many pods may be missing at a time: a number, or a percentage of replicas, rounded down. The default is 25%; it cannot be 0 if maxSurge is 0.',
    maxSurge:
      'How many pods may exist beyond replicas: a number, or a percentage of replicas, rounded up. The default is 25%.',
  },
  'apps.v1.RollingUpdateStatefulSetStrategy': {
    '': 'The pace at which a stateful set replaces its pods.',
    partition:
      'Pods with a smaller ordinal keep the old template, which allows an update to be tried on a few pods. The default is 0: all are replaced.',
    maxUnavailable:
      'How many pods may be missing at a time: a number, or a percentage of replicas, rounded up. The default is 1.',
  },
  'apps.v1.StatefulSet': {
    '': 'Runs pods that have an identity: each keeps its ordinal, its name in the network and its volume claims when it is replaced.',
    spec: 'The pods that should run and what identifies them.',
    status: 'What runs, as the controller last saw it. It may be a moment behind.',
  },
  'apps.v1.StatefulSetCondition': {
    '': 'One aspect of the state of a stateful set.',
    ...condition,
  },
  'apps.v1.StatefulSetOrdinals': {
    '': 'How the pods of a stateful set are numbered.',
    start: 'The ordinal of the first pod. The default is 0; the others follow without gaps.',
  },
  'apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy': {
    '': 'What happens to the volume claims of pods that are no longer wanted.',
    whenDeleted: 'When the stateful set is deleted: Retain (the default) keeps the claims, Delete removes them.',
    whenScaled:
      'When the number of pods is reduced: Retain (the default) keeps the claims for a later increase, Delete removes them.',
  },
  'apps.v1.StatefulSetSpec': {
    '': 'What a stateful set should run.',
    replicas: 'How many pods should run, each with an ordinal of its own. The default is 1.',
    selector: 'Which pods belong to the stateful set. It must match the labels of the template and cannot be changed.',
    template: 'The pod to run. A pod is named after the stateful set and its ordinal, as in "web-0".',
    volumeClaimTemplates:
      'Claims to create for each pod. A claim takes the place of a volume of the same name in the template and cannot be changed.',
    serviceName:
      'The headless service that gives the pods their names in DNS. It has to exist before them and cannot be changed.',
    podManagementPolicy:
      'OrderedReady (the default) starts pods one after the other, waits until each is ready, and stops them in reverse; Parallel does not wait. It cannot be changed.',
    updateStrategy: 'How existing pods are replaced after the template has changed.',
    revisionHistoryLimit: 'How many old states are kept to return to. The default is 10.',
    minReadySeconds,
    persistentVolumeClaimRetentionPolicy:
      'What happens to the claims of pods that are no longer wanted. By default all are kept.',
    ordinals: 'How the pods are numbered. By default they begin with 0.',
  },
  'apps.v1.StatefulSetStatus': {
    '': 'What the controller of stateful sets observed.',
    observedGeneration,
    replicas: 'Pods that exist.',
    readyReplicas: 'Pods that are ready.',
    currentReplicas: 'Pods that have the state named in currentRevision.',
    updatedReplicas: 'Pods that have the state named in updateRevision.',
    currentRevision: 'The state that pods had before the update that is in progress.',
    updateRevision: 'The state that pods have after the update that is in progress.',
    collisionCount,
    conditions: 'Judgments of the state, one for each type.',
    availableReplicas: 'Pods that have been ready for minReadySeconds.',
  },
  'apps.v1.StatefulSetUpdateStrategy': {
    '': 'How a stateful set replaces its pods.',
    type: 'RollingUpdate (the default) replaces pods from the largest ordinal to the smallest; OnDelete replaces a pod only after it has been deleted.',
    rollingUpdate: 'The pace of the replacement. Only for the type RollingUpdate.',
  },
}
