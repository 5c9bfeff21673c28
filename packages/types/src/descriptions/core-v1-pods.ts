// Descriptions of core/v1: pods, their containers, what runs and probes them, where they are placed, and their status.
import type { TypeDescriptions } from './type-descriptions.ts'

export const descriptions: TypeDescriptions = {
  'core.v1.Affinity': {
    '': 'Rules that draw a pod to nodes or to other pods, or keep it away from them, while it is being scheduled.',
    nodeAffinity: 'Draws the pod to nodes by their labels and fields.',
    podAffinity: 'Draws the pod to the zones, hosts or other topologies in which certain pods already run.',
    podAntiAffinity: 'Keeps the pod away from the zones, hosts or other topologies in which certain pods already run.',
  },
  'core.v1.AppArmorProfile': {
    '': 'Which AppArmor profile confines the processes of a pod or container.',
    type: 'Where the profile comes from: RuntimeDefault takes that of the container runtime, Localhost one that is loaded on the node, Unconfined none.',
    localhostProfile:
      'Name of a profile that is loaded on the node. It is required with type Localhost, forbidden with the other types, and at most 4095 characters long.',
  },
  'core.v1.Capabilities': {
    '': 'Linux capabilities that a container gains or loses compared with the default set of the container runtime.',
    add: 'Capabilities to grant on top of the default set, written without the prefix CAP_, for example NET_ADMIN.',
    drop: 'Capabilities to take away from the default set. ALL takes away every one of them.',
  },
  'core.v1.ConfigMapEnvSource': {
    '': 'Selects a config map of the namespace of the pod whose entries all become environment variables.',
    optional: 'Lets the container start even if the config map does not exist. Without it, the container waits for it.',
  },
  'core.v1.ConfigMapKeySelector': {
    '': 'Selects one entry of a config map in the namespace of the pod.',
    key: 'Key whose value is taken. Only keys of data can be selected, not those of binaryData.',
    optional:
      'Lets the container start even if the config map or the key does not exist; the variable is then left out.',
  },
  'core.v1.Container': {
    '': 'One container of a pod: the image it runs, how its process is started, and what it may use.',
    name: 'Name by which the container is addressed in logs, exec and status. It is a DNS label, unique among all containers of the pod, and cannot be changed.',
    image:
      'Reference of the image to run, with an optional registry, tag or digest. It is required, in templates of workloads as well.',
    command:
      'Program and leading arguments that replace the entry point of the image; no shell is involved. References of the form $(NAME) are replaced by environment variables of the container, and $$(NAME) keeps one literally.',
    args: 'Arguments for the program, in place of those that the image sets by default. References of the form $(NAME) are replaced as in command.',
    workingDir:
      'Directory in which the process starts. Without it, the one of the image or of the container runtime is used.',
    ports:
      'Ports that the container listens on. The list informs people and services and reserves host ports; a port that is not listed can be reached all the same.',
    envFrom:
      'Config maps and secrets whose entries all become environment variables. When a name occurs more than once, the last source wins, and an entry of env wins over all of them.',
    env: 'Environment variables that are set one by one, in the order in which they may refer to each other.',
    resources:
      'How much processor, memory and other resources the container asks for, and how much it may use at most.',
    resizePolicy:
      'Says for each resource whether the container must be restarted when the amount is changed while it runs. Without an entry, no restart is needed.',
    restartPolicy:
      'Overrides the restart policy of the pod for this container: Always, OnFailure or Never. An init container with Always is a sidecar: it is started in its turn, keeps running beside the others, and is stopped after them.',
    restartPolicyRules:
      'Rules that are tried in order when the container exits; the first that matches decides what happens, otherwise restartPolicy does. At most 20 rules, and restartPolicy must be set as well.',
    volumeMounts:
      'Volumes of the pod that appear as directories or files in the container. Each mount path may be used once.',
    volumeDevices: 'Volumes of mode Block that appear as raw devices in the container.',
    livenessProbe:
      'Check that is repeated while the container runs. When it fails too often, the container is killed and its restart policy applies.',
    readinessProbe:
      'Check that is repeated while the container runs. While it fails, the container is not ready and the pod is taken out of the endpoints of services.',
    startupProbe:
      'Check that runs first; the other probes wait until it has succeeded. When it fails too often, the container is killed and its restart policy applies.',
    lifecycle: 'Actions that are carried out right after the container has started and right before it is stopped.',
    terminationMessagePath:
      'File in the container from which its last words are read when it ends; /dev/termination-log by default. One message is cut after 4096 bytes, all messages of a pod together after 12 KiB.',
    terminationMessagePolicy:
      'Where the termination message comes from: File (the default) reads terminationMessagePath only; FallbackToLogsOnError takes the end of the log, at most 2048 bytes or 80 lines, if that file is empty and the container failed.',
    imagePullPolicy:
      'Whether the image is pulled before each start, only if the node lacks it, or never. The default is Always for the tag latest or no tag, and IfNotPresent otherwise.',
    securityContext: 'Security settings of this container. They win over those of the pod where both can be set.',
    stdin:
      'Keeps a buffer for standard input, so that a client can attach and write to it. Without it, reads meet the end of input at once.',
    stdinOnce:
      'Closes standard input for good when the first attached client disconnects, rather than keeping it open for the next one. It matters only together with stdin.',
    tty: 'Gives the container a terminal. It needs stdin, and joins standard output and standard error into one stream.',
  },
  'core.v1.ContainerExtendedResourceRequest': {
    '': 'Ties an extended resource that a container asks for to the request of a device claim that provides it.',
    containerName: 'Container whose resources name the extended resource.',
    resourceName: 'Extended resource that is backed by devices, for example example.com/gpu.',
    requestName: 'Request within the special resource claim that stands for this resource of this container.',
  },
  'core.v1.ContainerPort': {
    '': 'A port on which a container listens.',
    name: 'Name by which probes and services can refer to the port: at most 15 lower case letters, digits and hyphens, at least one letter, unique in the pod.',
    hostPort:
      'Port of the node that leads to the container, from 1 to 65535. Two pods that want the same one cannot share a node; with hostNetwork it must equal containerPort.',
    containerPort: 'Port number on the address of the pod, from 1 to 65535.',
    protocol: 'Transport protocol of the port: TCP, UDP or SCTP.',
    hostIP: 'Address of the node on which hostPort is opened. Without it, the port is opened on all addresses.',
  },
  'core.v1.ContainerResizePolicy': {
    '': 'Says whether changing the amount of one resource restarts the container.',
    resourceName: 'Resource to which the policy applies: cpu or memory.',
    restartPolicy:
      'NotRequired changes the amount while the container keeps running, as far as possible; RestartContainer restarts it.',
  },
  'core.v1.ContainerRestartRule': {
    '': 'Decides what happens to a container that has exited in a certain way.',
    action:
      'What to do when the rule matches: Restart starts the container again, RestartAllContainers starts all containers of the pod afresh, init containers included.',
    exitCodes: 'Matches the exit code of the container. It is required, because it is the only condition there is.',
  },
  'core.v1.ContainerRestartRuleOnExitCodes': {
    '': 'Compares the exit code of a container with a list of codes.',
    operator: 'In matches if the code is in the list, NotIn if it is not.',
    values: 'Exit codes to compare with, without duplicates and at most 255 of them.',
  },
  'core.v1.ContainerState': {
    '': 'What a container is doing. At most one field is set, and with none of them the container is waiting.',
    waiting: 'Set while the container has not started yet, or waits to be started again.',
    running: 'Set while the process of the container runs.',
    terminated: 'Set once the process has ended.',
  },
  'core.v1.ContainerStateRunning': {
    '': 'Details of a container that runs.',
    startedAt: 'Time of the latest start or restart.',
  },
  'core.v1.ContainerStateTerminated': {
    '': 'Details of a container that has ended.',
    exitCode: 'Status with which the process ended; 0 means success.',
    signal: 'Number of the signal that ended the process, if one did.',
    reason: 'One word in CamelCase for why it ended, such as Completed, Error or OOMKilled.',
    message: 'Text about the end, for instance what the process left in its termination message file.',
    startedAt: 'When this run of the container began.',
    finishedAt: 'When this run of the container ended.',
    containerID: 'Identifier of this run at the runtime, in the form type://id.',
  },
  'core.v1.ContainerStateWaiting': {
    '': 'Details of a container that does not run yet.',
    reason:
      'One word in CamelCase for what it waits for, such as ContainerCreating, ImagePullBackOff or CrashLoopBackOff.',
    message: 'Text for people that explains the reason further.',
  },
  'core.v1.ContainerStatus': {
    '': 'What the node last reported about one container of a pod.',
    name: 'Name of the container as in the spec of the pod.',
    state: 'What the container is doing now.',
    lastState: 'How its previous run ended. It is empty while the container has never been restarted.',
    ready:
      'Whether the container passes its readiness probe. A running container without such a probe counts as ready, a container that has not started does not.',
    restartCount:
      'How often the container has been started again. It is counted from the remains of earlier runs on the node, so it can fall when these are cleaned up.',
    image: 'Image that runs, as the runtime names it. It can differ from the reference in the spec.',
    imageID: 'Identifier of the content of the image, usually with its digest.',
    containerID: 'Identifier of the current run at the runtime, in the form type://id.',
    started:
      'Whether the startup probe has succeeded and the hook after the start has finished. It is reset by every restart, and is true for a running container without a startup probe.',
    allocatedResources:
      'Requests that the node has granted to this container. During a resize they can differ from those in the spec.',
    resources: 'Requests and limits that are in force for the running container, as far as the runtime reports them.',
    volumeMounts: 'Status of each volume mount of the container.',
    user: 'User and groups of the first process of the container at its start.',
    allocatedResourcesStatus: 'Health of the devices and other resources that were handed to the container.',
    stopSignal:
      'Signal that the runtime sends to stop the container, from its lifecycle, its image or the default of the runtime.',
  },
  'core.v1.ContainerUser': {
    '': 'Identity under which a container was started.',
    linux:
      'User and groups on Linux. The process may change them later if it is privileged enough, and that is not shown here.',
  },
  'core.v1.EnvFromSource': {
    '': 'Turns all entries of a config map or secret into environment variables. Exactly one of the two is set.',
    prefix: 'Text that is put in front of each key to make the name of the variable.',
    configMapRef: 'Config map to take the entries from.',
    secretRef: 'Secret to take the entries from.',
  },
  'core.v1.EnvVar': {
    '': 'One environment variable of a container.',
    name: 'Name of the variable: printable ASCII characters except the equals sign.',
    value:
      'Text of the variable, empty by default. References of the form $(NAME) are replaced by variables defined earlier, unresolved ones stay as they are, and $$(NAME) keeps one literally.',
    valueFrom: 'Where to take the value from instead. It cannot be combined with a value that is not empty.',
  },
  'core.v1.EnvVarSource': {
    '': 'Where the value of an environment variable comes from. Exactly one field is set.',
    fieldRef:
      'Takes a field of the pod itself: its name, namespace, uid, one label or annotation, its node, its service account or its addresses.',
    resourceFieldRef:
      'Takes a resource request or limit of a container: of processor, memory, ephemeral storage or huge pages.',
    configMapKeyRef: 'Takes one entry of a config map.',
    secretKeyRef: 'Takes one entry of a secret.',
    fileKeyRef: 'Takes one variable of a file of assignments that an init container has written into a volume.',
  },
  'core.v1.EphemeralContainer': {
    '': 'A container that is added to a running pod, usually to debug it. It is never restarted, has no guaranteed resources, and can be neither changed nor removed.',
    targetContainerName:
      'Container of the spec whose process and other namespaces are joined, if the runtime can do that. Without it, the namespaces of the pod are used.',
  },
  'core.v1.EphemeralContainerCommon': {
    '': 'The fields that an ephemeral container has in common with an ordinary one. Ports, probes, resources and lifecycle are listed but must stay empty.',
    name: 'Name by which the container is addressed. It is a DNS label and unique among all containers of the pod.',
    image: 'Reference of the image to run.',
    command:
      'Program and leading arguments that replace the entry point of the image; no shell is involved. References of the form $(NAME) are replaced by environment variables of the container.',
    args: 'Arguments for the program, in place of those that the image sets by default. References of the form $(NAME) are replaced as in command.',
    workingDir:
      'Directory in which the process starts. Without it, the one of the image or of the container runtime is used.',
    ports: 'Must be empty: ephemeral containers declare no ports.',
    envFrom: 'Config maps and secrets whose entries all become environment variables. Entries of env win over them.',
    env: 'Environment variables that are set one by one.',
    resources: 'Must be empty: ephemeral containers use what the pod already has been granted.',
    resizePolicy: 'Must be empty: there are no resources to resize.',
    restartPolicy: 'Must be empty: ephemeral containers are never restarted.',
    restartPolicyRules: 'Must be empty: ephemeral containers are never restarted.',
    volumeMounts:
      'Volumes of the pod that appear in the container. Mounting part of a volume by subPath is not possible here.',
    volumeDevices: 'Volumes of mode Block that appear as raw devices in the container.',
    livenessProbe: 'Must be empty: ephemeral containers are not probed.',
    readinessProbe: 'Must be empty: ephemeral containers are not probed.',
    startupProbe: 'Must be empty: ephemeral containers are not probed.',
    lifecycle: 'Must be empty: ephemeral containers have no hooks.',
    terminationMessagePath:
      'File in the container from which its last words are read when it ends; /dev/termination-log by default. The message is cut after 4096 bytes.',
    terminationMessagePolicy:
      'Whether the termination message is read from its file only (File, the default), or from the end of the log if that file is empty and the container failed (FallbackToLogsOnError).',
    imagePullPolicy:
      'Whether the image is pulled before the start, only if the node lacks it, or never. The default is Always for the tag latest or no tag, and IfNotPresent otherwise.',
    securityContext: 'Security settings of this container, in place of those of the pod where both can be set.',
    stdin: 'Keeps a buffer for standard input, so that a client can attach and write to it.',
    stdinOnce:
      'Closes standard input for good when the first attached client disconnects. It matters only together with stdin.',
    tty: 'Gives the container a terminal. It needs stdin.',
  },
  'core.v1.ExecAction': {
    '': 'Runs a command in the container; it succeeds if the command exits with 0.',
    command:
      'Program and its arguments, run in the root directory of the container. No shell is involved, so name one if pipes or other shell features are needed.',
  },
  'core.v1.FileKeySelector': {
    '': 'Selects one variable of a file of assignments in a volume of the pod.',
    volumeName: 'Volume of the pod that holds the file. It must be an emptyDir.',
    path: 'Place of the file within the volume: a relative path that does not contain "..".',
    key: 'Variable of the file whose value is taken.',
    optional:
      'Leaves the variable out if the file or the key does not exist, rather than keeping the container from starting.',
  },
  'core.v1.GRPCAction': {
    '': 'Asks a gRPC health service; it succeeds if the answer is SERVING.',
    port: 'Port of the health service, from 1 to 65535.',
    service: 'Service name to put into the health check request. An empty one asks about the server as a whole.',
  },
  'core.v1.HTTPGetAction': {
    '': 'Sends an HTTP GET request; it succeeds if the status code is at least 200 and below 400.',
    path: 'Path to ask for, / by default. A query may follow.',
    port: 'Number from 1 to 65535, or the name of a port of the container.',
    host: 'Host to connect to, by default the address of the pod. To ask for a virtual host, set the header Host instead.',
    scheme: 'HTTP (the default) or HTTPS. Certificates are not verified.',
    httpHeaders: 'Headers to send along. The same name may occur more than once.',
  },
  'core.v1.HTTPHeader': {
    '': 'One header of an HTTP probe or hook.',
    name: 'Name of the header. Names that differ only in case are the same header.',
    value: 'Text of the header.',
  },
  'core.v1.HostAlias': {
    '': 'An additional line of the hosts file of a pod.',
    ip: 'Address at the beginning of the line.',
    hostnames: 'Names that lead to the address.',
  },
  'core.v1.HostIP': {
    '': 'One address of the node that runs a pod.',
    ip: 'An IPv4 or IPv6 address.',
  },
  'core.v1.ImageVolumeStatus': {
    '': 'What is known about a mounted image volume.',
    imageRef:
      'Digest of the image that is mounted. It stays below 256 characters and is comparable with the image IDs of containers.',
  },
  'core.v1.Lifecycle': {
    '': 'What to do when a container has been started and when it is about to be stopped.',
    postStart:
      'Runs right after the container has been created, at the same time as its process. If it fails, the container is killed and its restart policy applies.',
    preStop:
      'Runs before the container is stopped by deletion, a failed probe or eviction, but not when it exits by itself. It uses up part of the grace period, and the stop signal follows when it has ended.',
    stopSignal:
      'Signal that stops the container, in place of the one of the image or runtime. The operating system of the pod must be given in os.',
  },
  'core.v1.LifecycleHandler': {
    '': 'One action of a lifecycle hook. Exactly one field is set.',
    exec: 'Runs a command in the container.',
    httpGet: 'Sends an HTTP request.',
    tcpSocket: 'No longer supported: it is accepted for old objects and fails when it runs.',
    sleep: 'Waits for a time.',
  },
  'core.v1.LinuxContainerUser': {
    '': 'User and groups of the first process of a container on Linux.',
    uid: 'Number of the user.',
    gid: 'Number of the primary group.',
    supplementalGroups: 'Numbers of further groups.',
  },
  'core.v1.NodeAffinity': {
    '': 'Rules that draw a pod to certain nodes.',
    requiredDuringSchedulingIgnoredDuringExecution:
      'Nodes that may run the pod; it stays pending while there is none. A pod that runs is not evicted when its node stops matching.',
    preferredDuringSchedulingIgnoredDuringExecution:
      'Nodes to prefer. The weights of all terms that a node matches are added to its score.',
  },
  'core.v1.NodeAllocatableResourceClaimStatus': {
    '': 'Allocatable resources of the node, such as processor and memory, that a pod receives through one resource claim.',
    resourceClaimName: 'Name of the claim in the namespace of the pod.',
    containers: 'Containers of the pod that use the claim.',
    resources: 'Amount of each resource that is counted against what the node can allocate.',
  },
  'core.v1.ObjectFieldSelector': {
    '': 'Selects a field of the pod for an environment variable or a file.',
    apiVersion: 'Version in which the path is meant, v1 by default.',
    fieldPath: "Path of the field, for example metadata.name, metadata.labels['app'] or status.podIP.",
  },
  'core.v1.Pod': {
    '': 'One or more containers that are placed on a node together and share its network address and volumes.',
    spec: 'What to run and how. Once the pod exists, little of it can be changed: images, the active deadline, added tolerations, removed gates, and resources through the subresource resize.',
    status: 'What the node and the scheduler last reported. It may lag behind reality.',
  },
  'core.v1.PodAffinity': {
    '': 'Rules that place a pod close to other pods.',
    requiredDuringSchedulingIgnoredDuringExecution:
      'Terms that must all hold where the pod is placed. They are not checked again once the pod runs.',
    preferredDuringSchedulingIgnoredDuringExecution:
      'Terms to prefer. The weights of those that hold are added to the score of a node.',
  },
  'core.v1.PodAffinityTerm': {
    '': 'Describes a set of pods, and the topology in which the new pod is placed together with them or apart from them.',
    labelSelector: 'Labels of the pods in question. Without a selector no pod matches; an empty one matches all pods.',
    namespaces:
      'Namespaces in which pods are looked for, besides those of namespaceSelector. If both are missing, it is the namespace of the new pod.',
    topologyKey:
      'Label of nodes that defines what counts as the same place: nodes with the same value of it, for example the same zone. It must not be empty.',
    namespaceSelector:
      'Labels of the namespaces in which pods are looked for, besides the ones listed in namespaces. An empty selector stands for all namespaces.',
    matchLabelKeys:
      'Keys of labels whose values are taken from the new pod and added to labelSelector as requirements with In. Keys that the pod lacks are ignored, and labelSelector must be set and not contain them.',
    mismatchLabelKeys:
      'Keys of labels whose values are taken from the new pod and added to labelSelector as requirements with NotIn. Keys that the pod lacks are ignored, and labelSelector must be set and not contain them.',
  },
  'core.v1.PodAntiAffinity': {
    '': 'Rules that place a pod away from other pods.',
    requiredDuringSchedulingIgnoredDuringExecution:
      'Terms none of which may hold where the pod is placed. They are not checked again once the pod runs.',
    preferredDuringSchedulingIgnoredDuringExecution:
      'Terms to avoid. The weights of those that hold are taken off the score of a node.',
  },
  'core.v1.PodAttachOptions': {
    '': 'Query parameters of a request that attaches to the process of a running container.',
    stdin: 'Passes the input of the client on to the container; false by default.',
    stdout: 'Passes standard output of the container on to the client.',
    stderr:
      'Passes standard error of the container on to the client. It cannot be combined with tty, which joins it to standard output.',
    tty: 'Treats the streams as those of a terminal; false by default. The container must have one.',
    container: 'Container to attach to. It may be left out if the pod has only one.',
  },
  'core.v1.PodCondition': {
    '': 'One aspect of the state of a pod, such as whether it is scheduled or ready.',
    type: 'Name of the aspect, for example PodScheduled, Initialized, ContainersReady or Ready, or one that a controller defines.',
    observedGeneration: 'Generation of the pod that the condition was computed from.',
    status: 'True, False or Unknown.',
    lastProbeTime: 'When the condition was last checked.',
    lastTransitionTime: 'When the status last changed from one value to another.',
    reason: 'One word in CamelCase for the last change.',
    message: 'Text for people about the last change.',
  },
  'core.v1.PodDNSConfig': {
    '': 'Settings of the resolver of a pod, added to what its DNS policy yields.',
    nameservers:
      'Addresses of name servers, put behind those of the policy. Duplicates are removed; at most three are possible.',
    searches:
      'Domains that are tried for short names, put behind those of the policy. At most 32 of them, with at most 2048 characters in all.',
    options: 'Options of the resolver. One of the same name replaces that of the policy.',
  },
  'core.v1.PodDNSConfigOption': {
    '': 'One option of the resolver, such as ndots.',
    name: 'Name of the option. It must not be empty.',
    value: 'Value of the option, for those that have one.',
  },
  'core.v1.PodExecOptions': {
    '': 'Query parameters of a request that runs a command in a container.',
    stdin: 'Passes the input of the client on to the command; false by default.',
    stdout: 'Passes standard output of the command on to the client.',
    stderr: 'Passes standard error of the command on to the client. With tty it arrives as part of standard output.',
    tty: 'Gives the command a terminal; false by default.',
    container: 'Container to run the command in. It may be left out if the pod has only one.',
    command: 'Program and its arguments; no shell is involved. The parameter is repeated for each word.',
  },
  'core.v1.PodExtendedResourceClaimStatus': {
    '': 'The resource claim that the scheduler has created for extended resources of a pod that are provided by devices.',
    requestMappings: 'Says which request of the claim stands for which extended resource of which container.',
    resourceClaimName: 'Name of that claim in the namespace of the pod.',
  },
  'core.v1.PodIP': {
    '': 'One address of a pod.',
    ip: 'An IPv4 or IPv6 address.',
  },
  'core.v1.PodList': {
    '': 'A list of pods.',
  },
  'core.v1.PodLogOptions': {
    '': 'Query parameters of a request for the log of a container.',
    container: 'Container whose log is read. It may be left out if the pod has only one.',
    follow: 'Keeps the connection open and sends new lines as they are written; false by default.',
    previous: 'Reads the log of the run before the last restart; false by default.',
    sinceSeconds:
      'Sends only lines that are at most this many seconds old. It must be positive and cannot be combined with sinceTime.',
    sinceTime: 'Sends only lines written at or after this time. It cannot be combined with sinceSeconds.',
    timestamps: 'Puts a timestamp in RFC 3339 form in front of each line; false by default.',
    tailLines:
      'Number of lines, counted from the end, to begin with. Without it, the log is sent from its beginning, or from the time asked for.',
    limitBytes: 'Ends the log after this many bytes. It must be positive, and the last line may be cut.',
    insecureSkipTLSVerifyBackend:
      'Does not verify the certificate of the node that the log is fetched from. The log could then come from another machine.',
    stream:
      'Which stream of the container to send: All (the default), Stdout or Stderr. A single stream cannot be combined with tailLines, and the server must have the feature enabled.',
  },
  'core.v1.PodOS': {
    '': 'The operating system that a pod is made for.',
    name: 'Either linux or windows. Settings that belong to the other system are then refused.',
  },
  'core.v1.PodPortForwardOptions': {
    '': 'Query parameters of a request that forwards ports of a pod.',
    ports: 'Ports of the pod to forward. They are required over WebSocket; over SPDY each stream names its own port.',
  },
  'core.v1.PodProxyOptions': {
    '': 'Query parameters of a request that is passed on to a port of a pod.',
    path: 'Path that is asked for at the pod.',
  },
  'core.v1.PodReadinessGate': {
    '': 'An additional condition for a pod to be ready.',
    conditionType: 'Type of a condition in the status of the pod. Only when its status is True can the pod be ready.',
  },
  'core.v1.PodResourceClaim': {
    '': 'Makes the devices of one resource claim available to containers of a pod. Either the claim or a template of it is named.',
    name: 'Name by which containers of the pod refer to the claim: a DNS label, unique in the pod.',
    resourceClaimName: 'An existing claim in the namespace of the pod, which other pods may share.',
    resourceClaimTemplateName:
      'Template in the namespace of the pod from which a claim is made for this pod alone. That claim is deleted along with the pod.',
  },
  'core.v1.PodResourceClaimStatus': {
    '': 'Which claim stands behind an entry of resourceClaims that names a template.',
    name: 'Name of the entry in the spec of the pod.',
    resourceClaimName: 'Name of the claim that was made. It is missing if no claim was needed.',
  },
  'core.v1.PodSchedulingGate': {
    '': 'A gate that keeps a pod from being scheduled until it is removed.',
    name: 'Name of the gate, a qualified name that is unique in the pod.',
  },
  'core.v1.PodSchedulingGroup': {
    '': 'The group of pods that a pod is scheduled with.',
    podGroupName: 'Name of a pod group in the namespace of the pod. It cannot be changed.',
  },
  'core.v1.PodSecurityContext': {
    '': 'Security settings for all containers of a pod. What a container sets itself wins over them.',
    seLinuxOptions:
      'SELinux label of all containers. Without it, the runtime picks one at random for each container. Linux only.',
    windowsOptions: 'Settings for containers on Windows.',
    runAsUser: 'Number of the user that runs the processes, by default the one of the image. Linux only.',
    runAsGroup: 'Number of the primary group that runs the processes, by default the one of the runtime. Linux only.',
    runAsNonRoot:
      'Refuses to start a container whose process would run as user 0. The user of the image is checked by the node at the start.',
    supplementalGroups:
      'Further groups of the first process of each container, besides its primary group and fsGroup. supplementalGroupsPolicy decides about groups that the image defines. Linux only.',
    supplementalGroupsPolicy:
      'Merge (the default) adds groups that the image assigns to the user; Strict uses only those listed in the pod, and needs a node that supports it.',
    fsGroup:
      'Group that owns the files of volumes which support ownership, and that every container belongs to. New files inherit it, and the group may read and write them. Linux only.',
    sysctls:
      'Kernel parameters that are set in the namespaces of the pod. Unsafe ones need permission on the node. Linux only.',
    fsGroupChangePolicy:
      'Whether owner and mode of all files are set at every mount (Always, the default), or only if those of the root directory differ (OnRootMismatch). Linux only.',
    seccompProfile: 'System calls that containers may make. Linux only.',
    appArmorProfile: 'AppArmor profile that confines the containers. Linux only.',
    seLinuxChangePolicy:
      'How volumes receive the SELinux label: MountOption mounts them with it, Recursive relabels every file. Without a value, MountOption is used for volumes and nodes that allow it.',
  },
  'core.v1.PodSpec': {
    '': 'What a pod runs, what it needs, and where it may be placed.',
    volumes: 'Volumes that containers of the pod can mount, each under a name of its own.',
    initContainers:
      'Containers that run before the others, one after the other; each must succeed before the next one starts. Those with the restart policy Always are sidecars, which keep running instead.',
    containers: 'The containers of the pod, at least one. They cannot be added or removed later.',
    ephemeralContainers:
      'Containers that were added to the running pod for debugging. They are added through the subresource ephemeralcontainers only, and stay until the pod is gone.',
    restartPolicy:
      'Whether containers that end are started again: Always (the default), OnFailure or Never. Templates of some workloads allow only part of them.',
    terminationGracePeriodSeconds:
      'Seconds between the stop signal and the kill when the pod is deleted, 30 by default. 0 kills at once.',
    activeDeadlineSeconds:
      'Seconds, counted from the start, after which the pod is stopped and marked as failed. It must be positive and can only be lowered later.',
    dnsPolicy:
      'Where the resolver settings come from: ClusterFirst (the default) from the DNS of the cluster, ClusterFirstWithHostNet the same for pods on the host network, Default from the node, None from dnsConfig only.',
    nodeSelector: 'Labels that a node must have to run the pod.',
    serviceAccountName:
      'Service account that the pod acts as. The account named default is used unless another is given.',
    serviceAccount: 'Old name of serviceAccountName, kept equal to it. Use the other one.',
    automountServiceAccountToken:
      'Whether a token of the service account is mounted into the containers. Without a value, the service account decides, and it is mounted if that says nothing.',
    nodeName:
      'Node that runs the pod. The scheduler sets it; set by a client, it skips the scheduler, and the node itself refuses a pod that does not fit.',
    hostNetwork:
      'Uses the network of the node rather than one of its own; false by default. Ports of containers are then ports of the node.',
    hostPID: 'Sees the processes of the node; false by default. It cannot be combined with shareProcessNamespace.',
    hostIPC: 'Uses the inter-process communication of the node; false by default.',
    shareProcessNamespace:
      'Lets the containers of the pod see and signal the processes of each other; false by default. No container then runs as process 1.',
    securityContext: 'Security settings for all containers of the pod.',
    imagePullSecrets: 'Secrets of the namespace with credentials for the registries of the images.',
    hostname: 'Host name inside the pod, by default the name of the pod. It is a DNS label.',
    subdomain:
      'Part of the full name between hostname and namespace, usually the name of a headless service. Without it, the pod has no domain name.',
    affinity: 'Further rules for where the pod may or should be placed.',
    schedulerName: 'Scheduler that is to place the pod, default-scheduler unless another is given.',
    tolerations: 'Taints of nodes that do not keep the pod away.',
    hostAliases: 'Additional lines for the hosts file of the containers.',
    priorityClassName:
      'Priority class that the priority is taken from. Without it, the global default class is used if there is one.',
    priority:
      'Importance of the pod when nodes are short of room; higher means more important. It is filled in from the priority class.',
    dnsConfig: 'Resolver settings that are merged into those of dnsPolicy, and required with the policy None.',
    readinessGates: 'Conditions that must be True, besides readiness of all containers, for the pod to be ready.',
    runtimeClassName:
      'Runtime class that decides which container runtime runs the pod. Without a name the default runtime is used, and a class that does not exist keeps the pod from running.',
    enableServiceLinks: 'Whether environment variables describe the services of the namespace; true by default.',
    preemptionPolicy:
      'Whether pods of lower priority may be evicted to make room: PreemptLowerPriority (the default) or Never.',
    overhead:
      'Resources that running the pod costs beyond its containers. It is filled in from the runtime class and counted in scheduling and quota.',
    topologySpreadConstraints:
      'How evenly pods are spread over zones, nodes or other topologies. All constraints apply together.',
    setHostnameAsFQDN:
      'Uses the full domain name as host name inside the pod; false by default. Without a domain name it has no effect.',
    os: 'Operating system of the pod. It enables checks that refuse settings of the other system.',
    hostUsers:
      'Whether users in the containers are those of the node; true by default. With false the pod has a user namespace of its own, in which root has no rights on the node.',
    schedulingGates:
      'Gates that keep the pod from being scheduled while there are any. They can be set only at creation, and only removed later.',
    resourceClaims:
      'Resource claims that must be allocated and reserved before the pod starts. Containers refer to them by name.',
    resources:
      'Requests and limits of the pod as a whole, of processor, memory and huge pages, shared by its containers. Claims cannot be given here.',
    hostnameOverride:
      'Host name inside the pod in place of hostname, subdomain and pod name, without effect on DNS. At most 64 characters; it excludes setHostnameAsFQDN and hostNetwork.',
    schedulingGroup: 'Group of pods that the scheduler places together with this one. It cannot be changed.',
  },
  'core.v1.PodStatus': {
    '': 'What is known about the state of a pod.',
    observedGeneration: 'Generation of the spec that the node had last seen when it reported.',
    phase:
      'Summary of the life of the pod: Pending until the containers have been created, Running, then Succeeded if all have ended well or Failed if one has not. Unknown means that the node does not answer.',
    conditions: 'Aspects of the state of the pod, one entry for each type.',
    message: 'Text for people about why the pod is in this state.',
    reason: 'One word in CamelCase for why the pod is in this state, for example Evicted.',
    nominatedNodeName:
      'Node on which the scheduler intends to place the pod once victims of a preemption have gone. Another node may still be chosen.',
    hostIP: 'Primary address of the node. It is empty until the node has started on the pod.',
    hostIPs: 'All addresses of the node; the first equals hostIP. There is at most one for each IP family.',
    podIP:
      'Primary address of the pod, reachable at least within the cluster. It is empty until one has been assigned.',
    podIPs: 'All addresses of the pod; the first equals podIP. There is at most one for each IP family.',
    startTime: 'When the node accepted the pod, before any image was pulled.',
    initContainerStatuses: 'Status of each init container, in their order.',
    containerStatuses: 'Status of each container.',
    qosClass:
      'How well the pod is protected when a node is short of resources: Guaranteed if requests equal limits everywhere, BestEffort if there are none, Burstable otherwise. It cannot change.',
    ephemeralContainerStatuses: 'Status of each ephemeral container that has been added.',
    resize:
      'State of a change of resources: Proposed, InProgress, Deferred or Infeasible. The conditions PodResizePending and PodResizeInProgress have replaced it.',
    resourceClaimStatuses: 'Which claims were made for the entries of resourceClaims that name templates.',
    extendedResourceClaimStatus: 'The claim that provides extended resources of the pod through devices.',
    allocatedResources: 'Requests of the pod as a whole that the node has granted.',
    resources: 'Requests and limits of the pod as a whole that are in force.',
    nodeAllocatableResourceClaimStatuses:
      'Allocatable resources of the node that the pod receives through resource claims, one entry for each claim.',
  },
  'core.v1.PodStatusResult': {
    '': 'A pod reduced to its metadata and status. No endpoint returns it.',
    status: 'What the node and the scheduler last reported.',
  },
  'core.v1.PodTemplate': {
    '': 'A stored description of pods. Nothing runs because of it; clients may copy it.',
    template: 'Metadata and spec that a pod made from the template would have.',
  },
  'core.v1.PodTemplateList': {
    '': 'A list of pod templates.',
  },
  'core.v1.PodTemplateSpec': {
    '': 'What pods look like that a workload creates.',
    metadata:
      'Labels, annotations and finalizers that each pod receives. Other metadata is set when the pods are made.',
    spec: 'Spec that each pod receives.',
  },
  'core.v1.PreferredSchedulingTerm': {
    '': 'A preference for certain nodes and its weight. An empty preference matches all nodes and so has no effect.',
    weight: 'How much the preference counts, from 1 to 100.',
    preference: 'Labels and fields of the preferred nodes.',
  },
  'core.v1.Probe': {
    '': 'A check of a container that the node repeats.',
    initialDelaySeconds: 'Seconds to wait after the container has started before the first check; 0 by default.',
    timeoutSeconds: 'Seconds after which a check without an answer has failed; 1 by default and at least 1.',
    periodSeconds: 'Seconds from one check to the next; 10 by default and at least 1.',
    successThreshold:
      'How many checks in a row must succeed after a failure; 1 by default, and always 1 for liveness and startup probes.',
    failureThreshold: 'How many checks in a row must fail for the probe to fail; 3 by default and at least 1.',
    terminationGracePeriodSeconds:
      'Seconds that the container is given to stop when this probe fails, in place of those of the pod. It must be positive and cannot be set for readiness probes.',
  },
  'core.v1.ProbeHandler': {
    '': 'How a probe checks the container. Exactly one field is set.',
    exec: 'Runs a command in the container and looks at its exit code.',
    httpGet: 'Sends an HTTP request and looks at the status code.',
    tcpSocket: 'Opens a TCP connection; it succeeds if the port accepts it.',
    grpc: 'Asks a gRPC health service.',
  },
  'core.v1.ResourceClaim': {
    '': 'Gives a container access to the devices of a resource claim of its pod.',
    name: 'Name of an entry of resourceClaims in the spec of the pod.',
    request: 'Request of the claim whose devices are used. Without it, all devices of the claim are.',
  },
  'core.v1.ResourceFieldSelector': {
    '': 'Selects a resource request or limit of a container for an environment variable or a file.',
    containerName:
      'Container that is meant. It is required in volumes; in environment variables it is the container itself by default.',
    resource: 'What to take, for example limits.cpu or requests.memory.',
    divisor:
      'Unit of the result: the amount is divided by it and rounded up. 1 by default, that is whole processors or bytes.',
  },
  'core.v1.ResourceHealth': {
    '': 'Health of one device or other resource that a container uses.',
    resourceID: 'Identifier of the resource, unique on the node.',
    health: 'Healthy, Unhealthy or Unknown. Unknown also means that nothing has been reported for a while.',
    message: 'Text for people that explains the health.',
  },
  'core.v1.ResourceRequirements': {
    '': 'Amounts of compute resources that are set aside for a container or pod, and amounts that it may use at most.',
    limits:
      'The most of each resource that may be used, for example cpu: 500m. Processor time is throttled at the limit; exceeding that of memory ends the container.',
    requests:
      'How much of each resource is set aside on the node. Where only a limit is given, the request equals it, and a request cannot be greater than its limit.',
    claims: 'Resource claims of the pod that the container uses. They can be set for containers only.',
  },
  'core.v1.ResourceStatus': {
    '': 'Health of everything that a container was handed for one resource.',
    name: 'Resource as in the spec, or claim:NAME/REQUEST for devices of a resource claim.',
    resources: 'One entry for each device or other unit, in no particular order.',
  },
  'core.v1.SELinuxOptions': {
    '': 'The parts of an SELinux label.',
    user: 'User part of the label.',
    role: 'Role part of the label.',
    type: 'Type part of the label.',
    level: 'Level part of the label.',
  },
  'core.v1.SeccompProfile': {
    '': 'Which seccomp profile limits the system calls of a pod or container.',
    type: 'Where the profile comes from: RuntimeDefault takes that of the container runtime, Localhost a file on the node, Unconfined none.',
    localhostProfile:
      'Path of a profile on the node, relative to its folder of seccomp profiles. It is required with type Localhost and forbidden with the other types.',
  },
  'core.v1.SecretEnvSource': {
    '': 'Selects a secret of the namespace of the pod whose entries all become environment variables.',
    optional: 'Lets the container start even if the secret does not exist. Without it, the container waits for it.',
  },
  'core.v1.SecretKeySelector': {
    '': 'Selects one entry of a secret in the namespace of the pod.',
    key: 'Key whose value is taken.',
    optional: 'Lets the container start even if the secret or the key does not exist; the variable is then left out.',
  },
  'core.v1.SecurityContext': {
    '': 'Security settings of one container. Where the pod has the same setting, this one wins.',
    capabilities: 'Linux capabilities to add and to drop. Linux only.',
    privileged: 'Gives processes in the container nearly the rights of root on the node; false by default. Linux only.',
    seLinuxOptions: 'SELinux label of the container. Without it, the runtime picks one at random. Linux only.',
    windowsOptions: 'Settings for containers on Windows.',
    runAsUser: 'Number of the user that runs the process, by default the one of the image. Linux only.',
    runAsGroup: 'Number of the primary group that runs the process, by default the one of the runtime. Linux only.',
    runAsNonRoot: 'Refuses to start the container if its process would run as user 0.',
    readOnlyRootFilesystem:
      'Makes the root file system of the container read-only; false by default. Volumes are not affected. Linux only.',
    allowPrivilegeEscalation:
      'Whether a process can gain more rights than its parent, for example through set-user-ID programs. It is always true for privileged containers and those with CAP_SYS_ADMIN. Linux only.',
    procMount:
      'How /proc is mounted: Default hides and protects parts of it, Unmasked does not, and needs hostUsers to be false. Linux only.',
    seccompProfile: 'System calls that the container may make. Linux only.',
    appArmorProfile: 'AppArmor profile that confines the container. Linux only.',
  },
  'core.v1.SleepAction': {
    '': 'Waits before the container is stopped, or after it has started.',
    seconds: 'How long to wait, in seconds. It cannot exceed the grace period of the pod.',
  },
  'core.v1.Sysctl': {
    '': 'A kernel parameter.',
    name: 'Name of the parameter, with dots or slashes, for example net.core.somaxconn.',
    value: 'Value to set.',
  },
  'core.v1.TCPSocketAction': {
    '': 'Opens a TCP connection to the container.',
    port: 'Number from 1 to 65535, or the name of a port of the container.',
    host: 'Host to connect to, by default the address of the pod.',
  },
  'core.v1.Toleration': {
    '': 'Lets a pod be placed on nodes with a matching taint, or stay on them. It does not draw the pod there.',
    key: 'Key of the taint. An empty key needs the operator Exists and matches all taints.',
    operator:
      'How value is compared: Equal (the default), Exists for any value, Lt and Gt as integers if the cluster has that feature enabled.',
    value: 'Value to compare with that of the taint. It must be empty with Exists.',
    effect: 'Effect of the taint. An empty one matches all effects.',
    tolerationSeconds:
      'Seconds after which the pod is evicted all the same, for the effect NoExecute only. Without it the pod stays forever; 0 and less evict at once.',
  },
  'core.v1.TopologySpreadConstraint': {
    '': 'How evenly matching pods are spread over the nodes, zones or other domains of a cluster.',
    maxSkew:
      'By how much the number of matching pods in one domain may exceed the smallest number in any. It must be positive; with ScheduleAnyway it only influences the score.',
    topologyKey: 'Label of nodes whose values define the domains. Nodes without it are left out.',
    whenUnsatisfiable:
      'What to do if no node keeps within the skew: DoNotSchedule leaves the pod pending, ScheduleAnyway takes the node that adds least to it.',
    labelSelector: 'Labels of the pods that are counted, in the namespace of the pod.',
    minDomains:
      'Smallest number of domains to expect; while there are fewer, the smallest number of pods counts as 0. It must be positive, needs DoNotSchedule, and is 1 by default.',
    nodeAffinityPolicy:
      'Whether nodes that the pod excludes by its node selector and affinity are left out (Honor, the default) or counted (Ignore).',
    nodeTaintsPolicy:
      'Whether nodes with taints that the pod does not tolerate are left out (Honor) or counted (Ignore, the default).',
    matchLabelKeys:
      'Keys of labels whose values are taken from the new pod and added to labelSelector, for example the hash of the pod template. labelSelector must be set and not contain them.',
  },
  'core.v1.VolumeDevice': {
    '': 'A raw block device in a container.',
    name: 'Volume of the pod. It must be a claim or an ephemeral volume, of mode Block.',
    devicePath: 'Path of the device in the container.',
  },
  'core.v1.VolumeMount': {
    '': 'A volume, or part of it, at a place in the file system of a container.',
    name: 'Volume of the pod that is mounted.',
    readOnly: 'Lets the container read only; false by default.',
    recursiveReadOnly:
      'Whether mounts below this one are read-only as well: Disabled (the default), IfPossible or Enabled. The last two need readOnly, and Enabled a node that supports it.',
    mountPath: 'Where the volume appears in the container. Each path can be used by one mount only.',
    subPath: 'Path within the volume that is mounted, by default its root. It is relative and does not contain "..".',
    mountPropagation:
      'Whether later mounts are seen: None (the default) in neither direction, HostToContainer from the node in the container, Bidirectional both ways, which needs a privileged container.',
    subPathExpr:
      'Like subPath, with references of the form $(NAME) replaced by environment variables of the container. It cannot be combined with subPath.',
  },
  'core.v1.VolumeMountStatus': {
    '': 'What is known about one mount of a container.',
    name: 'Volume of the pod that is mounted.',
    mountPath: 'Where the volume appears in the container.',
    readOnly: 'Whether the mount is read-only.',
    recursiveReadOnly:
      'Whether mounts below are read-only as well: Disabled or Enabled. IfPossible is shown as what it came to.',
    volumeStatus: 'What is known about the volume behind the mount.',
  },
  'core.v1.VolumeStatus': {
    '': 'State of a mounted volume, for the sources that report one.',
    image: 'State of an image volume.',
  },
  'core.v1.WeightedPodAffinityTerm': {
    '': 'A pod affinity term and its weight.',
    weight: 'How much the term counts, from 1 to 100.',
    podAffinityTerm: 'Pods in question and the topology.',
  },
  'core.v1.WindowsSecurityContextOptions': {
    '': 'Security settings of pods and containers on Windows.',
    gmsaCredentialSpecName: 'Name of the credential spec of a group managed service account to use.',
    gmsaCredentialSpec:
      'Content of that credential spec. The admission webhook for such accounts fills it in from its name.',
    runAsUserName:
      'Windows user that runs the process, by default the one of the image. A domain may precede it, separated by a backslash.',
    hostProcess:
      'Runs containers directly on the host. All containers of the pod must agree, and hostNetwork must be true as well.',
  },
}
