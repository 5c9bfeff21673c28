// Descriptions of core/v1: nodes, what they report about themselves, their taints, and the selectors that pick nodes.
import type { TypeDescriptions } from './type-descriptions.ts'

export const descriptions: TypeDescriptions = {
  'core.v1.AttachedVolume': {
    '': 'A volume that is attached to a node.',
    name: 'Unique name of the volume: the plugin that handles it and its identifier there.',
    devicePath: 'Path on the node under which the device should be found.',
  },
  'core.v1.AvoidPods': {
    '': 'Content of the annotation by which a node asks that pods of certain controllers be kept away. It is no longer evaluated.',
    preferAvoidPods: 'Pods that should rather be placed elsewhere, at most one entry for each controller.',
  },
  'core.v1.ConfigMapNodeConfigSource': {
    '': 'A config map that the agent of a node was once configured from. Nodes have not supported it since 1.24.',
    namespace: 'Namespace of the config map.',
    name: 'Name of the config map.',
    uid: 'Uid of the config map. It is forbidden in the spec and required in the status.',
    resourceVersion: 'Resource version of the config map. It is forbidden in the spec and required in the status.',
    kubeletConfigKey: 'Key of the config map under which the configuration stands.',
  },
  'core.v1.ContainerImage': {
    '': 'A container image that is present on a node.',
    names: 'References by which the image is known, with tags and with digests.',
    sizeBytes: 'Size of the image in bytes.',
  },
  'core.v1.DaemonEndpoint': {
    '': 'Where a program of the node listens.',
    Port: 'Port number. The name of the field begins with a capital letter.',
  },
  'core.v1.Node': {
    '': 'A machine of the cluster that runs pods.',
    spec: 'What is decided about the node: its address range for pods, its taints, and whether pods may be placed on it.',
    status: 'What the node and controllers last reported about it.',
  },
  'core.v1.NodeAddress': {
    '': 'One name or address of a node.',
    type: 'Hostname, InternalIP, ExternalIP, InternalDNS or ExternalDNS.',
    address: 'The name or address itself.',
  },
  'core.v1.NodeCondition': {
    '': 'One aspect of the state of a node.',
    type: 'Name of the aspect, for example Ready, MemoryPressure, DiskPressure, PIDPressure or NetworkUnavailable.',
    status: 'True, False or Unknown. Unknown is set when the node has not reported for a while.',
    lastHeartbeatTime: 'When the node last reported this condition.',
    lastTransitionTime: 'When the status last changed from one value to another.',
    reason: 'One word in CamelCase for the last change.',
    message: 'Text for people about the last change.',
  },
  'core.v1.NodeConfigSource': {
    '': 'Where the agent of a node takes its configuration from. Nodes have not supported it since 1.24.',
    configMap: 'A config map with the configuration.',
  },
  'core.v1.NodeConfigStatus': {
    '': 'Which configuration the agent of a node was given and uses. Nodes have not reported it since 1.24.',
    assigned: 'Configuration that the node has been assigned and has saved for its next start.',
    active: 'Configuration that the node uses now.',
    lastKnownGood: 'Configuration to fall back to when the assigned one turns out to be bad.',
    error: 'What went wrong with the assigned configuration. It is empty if nothing did.',
  },
  'core.v1.NodeDaemonEndpoints': {
    '': 'Ports of programs that run on a node.',
    kubeletEndpoint:
      'Where the agent of the node listens. The server connects there for logs, exec, attach and port forwarding.',
  },
  'core.v1.NodeFeatures': {
    '': 'Abilities of a node that hold for all its runtime handlers.',
    supplementalGroupsPolicy:
      'Whether the container runtime can apply the policy Strict for supplemental groups of pods.',
  },
  'core.v1.NodeList': {
    '': 'A list of nodes.',
  },
  'core.v1.NodeProxyOptions': {
    '': 'Query parameters of a request that is passed on to a node.',
    path: 'Path that is asked for at the node.',
  },
  'core.v1.NodeRuntimeHandler': {
    '': 'One way in which the container runtime of a node can run containers. Runtime classes select them.',
    name: 'Name of the handler. It is empty for the default one.',
    features: 'What containers run by this handler can do.',
  },
  'core.v1.NodeRuntimeHandlerFeatures': {
    '': 'Abilities of one runtime handler.',
    recursiveReadOnlyMounts: 'Whether mounts can be made read-only together with all mounts below them.',
    userNamespaces: 'Whether pods can have user namespaces of their own, with their volumes mapped accordingly.',
  },
  'core.v1.NodeSelector': {
    '': 'Picks nodes: a node matches if at least one of the terms does.',
    nodeSelectorTerms: 'Alternatives, of which there must be at least one.',
  },
  'core.v1.NodeSelectorRequirement': {
    '': 'A condition on one label or field of a node.',
    key: 'Key of the label, or name of the field.',
    operator:
      'In and NotIn compare with the list, Exists and DoesNotExist ask for the key only, Gt and Lt compare as integers.',
    values:
      'Values to compare with: at least one for In and NotIn, none for Exists and DoesNotExist, exactly one integer for Gt and Lt.',
  },
  'core.v1.NodeSelectorTerm': {
    '': 'Conditions that must all hold for a node. A term without any matches no node.',
    matchExpressions: 'Conditions on labels of the node.',
    matchFields: 'Conditions on fields of the node. Only metadata.name is possible, with In or NotIn and one value.',
  },
  'core.v1.NodeSpec': {
    '': 'What is decided about a node.',
    podCIDR: 'Range of addresses that pods on the node receive. It cannot be changed once it is set.',
    podCIDRs: 'All such ranges, at most one for each IP family; the first equals podCIDR.',
    providerID:
      'Identifier of the machine at the cloud provider, in the form provider://id. It cannot be changed once it is set.',
    unschedulable:
      'Keeps new pods from being placed on the node, while those that run stay; false by default. kubectl cordon sets it.',
    taints: 'Taints that keep away pods which do not tolerate them. Key and effect together are unique.',
    configSource: 'Where the agent of the node takes its configuration from. Nodes have not supported it since 1.24.',
    externalID: 'Former identifier of the machine. Only old nodes still have it, and nothing reads it.',
  },
  'core.v1.NodeStatus': {
    '': 'What is known about the state of a node.',
    capacity: 'Amount of each resource that the machine has.',
    allocatable:
      'Amount of each resource that pods may use: the capacity less what is reserved for the system. It equals the capacity if the node does not say.',
    phase: 'Former stage of life of the node: Pending, Running or Terminated. It is no longer set.',
    conditions: 'Aspects of the state of the node, one entry for each type.',
    addresses: 'Names and addresses under which the node can be reached. There can be more than one of a type.',
    daemonEndpoints: 'Ports of programs that run on the node.',
    nodeInfo: 'Identity of the machine and versions of its software.',
    images: 'Container images that are present on the node, the largest first; long lists are cut to 50 by default.',
    volumesInUse: 'Attachable volumes that are mounted on the node or about to be. They must not be detached.',
    volumesAttached: 'Volumes that are attached to the node.',
    config: 'Which configuration the agent of the node was given and uses. Nodes have not reported it since 1.24.',
    runtimeHandlers: 'Ways in which the container runtime can run containers, and what each can do.',
    features: 'Abilities of the node that hold for all its runtime handlers.',
    declaredFeatures:
      'Names of features that the node has enabled, sorted. The scheduler places pods that need a feature only where it is declared.',
  },
  'core.v1.NodeSwapStatus': {
    '': 'Swap space of a node.',
    capacity: 'Total amount of swap space in bytes.',
  },
  'core.v1.NodeSystemInfo': {
    '': 'Identity of the machine behind a node, and versions of its software.',
    machineID:
      'Identifier of the installation, on Linux usually from /etc/machine-id. It is meant to be unique in the cluster.',
    systemUUID: 'Identifier that the hardware or hypervisor reports.',
    bootID: 'Identifier of the current boot. It changes with each one.',
    kernelVersion: 'Version of the kernel, as uname -r prints it.',
    osImage: 'Name and version of the operating system.',
    containerRuntimeVersion: 'Name and version of the container runtime, for example containerd://2.0.2.',
    kubeletVersion: 'Version of the agent of the node.',
    kubeProxyVersion: 'Formerly the version of the service proxy. It is deprecated, and empty in current versions.',
    operatingSystem: 'Operating system of the node: linux or windows.',
    architecture: 'Processor architecture of the node, for example amd64 or arm64.',
    swap: 'Swap space of the node.',
  },
  'core.v1.PodSignature': {
    '': 'Describes a group of pods by what they have in common.',
    podController: 'Controller that the pods belong to.',
  },
  'core.v1.PreferAvoidPodsEntry': {
    '': 'Pods that a node would rather not run.',
    podSignature: 'Which pods are meant.',
    evictionTime: 'When the entry was added.',
    reason: 'One word in CamelCase for why the entry was added.',
    message: 'Text for people about why the entry was added.',
  },
  'core.v1.Taint': {
    '': 'A mark on a node that keeps away every pod which does not tolerate it.',
    key: 'Key of the taint, in the form of a label key.',
    value: 'Value that belongs to the key, in the form of a label value.',
    effect:
      'What happens to pods that do not tolerate it: NoSchedule places no new ones, PreferNoSchedule avoids that if possible, NoExecute also evicts those that run.',
    timeAdded: 'When the taint was added. The seconds of tolerations for NoExecute are counted from then.',
  },
  'core.v1.TopologySelectorLabelRequirement': {
    '': 'Asks for one of some values of a label.',
    key: 'Key of the label.',
    values: 'Values of which the label must have one.',
  },
  'core.v1.TopologySelectorTerm': {
    '': 'Conditions on topology labels that must all hold. Storage classes use it to say where volumes may be made; a term without conditions matches nothing.',
    matchLabelExpressions: 'Conditions on labels, at most one for each key.',
  },
}
