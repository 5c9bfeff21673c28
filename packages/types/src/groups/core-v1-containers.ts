// Made by scripts/generate-types.mjs; do not edit.
import type { TypeTable } from '@pinnace/schema'
import type { IntOrString, Quantity, Time } from '../scalars.ts'
import type { LocalObjectReference } from './core-v1-references.ts'
import type { ObjectFieldSelector, ResourceFieldSelector } from './core-v1-volumes.ts'

/**
 * core.v1.AppArmorProfile
 *
 * Which AppArmor profile confines the processes of a pod or container.
 */
export interface AppArmorProfile {
  /**
   * Where the profile comes from: RuntimeDefault takes that of the container runtime, Localhost one that is loaded on
   * the node, Unconfined none. One of Unconfined, RuntimeDefault, Localhost.
   */
  readonly type: string
  /**
   * Name of a profile that is loaded on the node. It is required with type Localhost, forbidden with the other types,
   * and at most 4095 characters long.
   */
  readonly localhostProfile?: string
}

/**
 * core.v1.Capabilities
 *
 * Linux capabilities that a container gains or loses compared with the default set of the container runtime.
 */
export interface Capabilities {
  /** Capabilities to grant on top of the default set, written without the prefix CAP_, for example NET_ADMIN. */
  readonly add?: readonly string[]
  /** Capabilities to take away from the default set. ALL takes away every one of them. */
  readonly drop?: readonly string[]
}

/**
 * core.v1.ConfigMapEnvSource
 *
 * Selects a config map of the namespace of the pod whose entries all become environment variables.
 */
export interface ConfigMapEnvSource extends LocalObjectReference {
  /** Lets the container start even if the config map does not exist. Without it, the container waits for it. */
  readonly optional?: boolean
}

/**
 * core.v1.ConfigMapKeySelector
 *
 * Selects one entry of a config map in the namespace of the pod.
 */
export interface ConfigMapKeySelector extends LocalObjectReference {
  /** Key whose value is taken. Only keys of data can be selected, not those of binaryData. */
  readonly key: string
  /** Lets the container start even if the config map or the key does not exist; the variable is then left out. */
  readonly optional?: boolean
}

/**
 * core.v1.Container
 *
 * One container of a pod: the image it runs, how its process is started, and what it may use.
 */
export interface Container {
  /**
   * Name by which the container is addressed in logs, exec and status. It is a DNS label, unique among all containers
   * of the pod, and cannot be changed.
   */
  readonly name: string
  /**
   * Reference of the image to run, with an optional registry, tag or digest. It is required, in templates of workloads
   * as well.
   */
  readonly image?: string
  /**
   * Program and leading arguments that replace the entry point of the image; no shell is involved. References of the
   * form $(NAME) are replaced by environment variables of the container, and $$(NAME) keeps one literally.
   */
  readonly command?: readonly string[]
  /**
   * Arguments for the program, in place of those that the image sets by default. References of the form $(NAME) are
   * replaced as in command.
   */
  readonly args?: readonly string[]
  /** Directory in which the process starts. Without it, the one of the image or of the container runtime is used. */
  readonly workingDir?: string
  /**
   * Ports that the container listens on. The list informs people and services and reserves host ports; a port that is
   * not listed can be reached all the same.
   */
  readonly ports?: readonly ContainerPort[]
  /**
   * Config maps and secrets whose entries all become environment variables. When a name occurs more than once, the last
   * source wins, and an entry of env wins over all of them.
   */
  readonly envFrom?: readonly EnvFromSource[]
  /** Environment variables that are set one by one, in the order in which they may refer to each other. */
  readonly env?: readonly EnvVar[]
  /** How much processor, memory and other resources the container asks for, and how much it may use at most. */
  readonly resources?: ResourceRequirements
  /**
   * Says for each resource whether the container must be restarted when the amount is changed while it runs. Without an
   * entry, no restart is needed.
   */
  readonly resizePolicy?: readonly ContainerResizePolicy[]
  /**
   * Overrides the restart policy of the pod for this container: Always, OnFailure or Never. An init container with
   * Always is a sidecar: it is started in its turn, keeps running beside the others, and is stopped after them.
   */
  readonly restartPolicy?: string
  /**
   * Rules that are tried in order when the container exits; the first that matches decides what happens, otherwise
   * restartPolicy does. At most 20 rules, and restartPolicy must be set as well.
   */
  readonly restartPolicyRules?: readonly ContainerRestartRule[]
  /** Volumes of the pod that appear as directories or files in the container. Each mount path may be used once. */
  readonly volumeMounts?: readonly VolumeMount[]
  /** Volumes of mode Block that appear as raw devices in the container. */
  readonly volumeDevices?: readonly VolumeDevice[]
  /**
   * Check that is repeated while the container runs. When it fails too often, the container is killed and its restart
   * policy applies.
   */
  readonly livenessProbe?: Probe
  /**
   * Check that is repeated while the container runs. While it fails, the container is not ready and the pod is taken
   * out of the endpoints of services.
   */
  readonly readinessProbe?: Probe
  /**
   * Check that runs first; the other probes wait until it has succeeded. When it fails too often, the container is
   * killed and its restart policy applies.
   */
  readonly startupProbe?: Probe
  /** Actions that are carried out right after the container has started and right before it is stopped. */
  readonly lifecycle?: Lifecycle
  /**
   * File in the container from which its last words are read when it ends; /dev/termination-log by default. One message
   * is cut after 4096 bytes, all messages of a pod together after 12 KiB.
   */
  readonly terminationMessagePath?: string
  /**
   * Where the termination message comes from: File (the default) reads terminationMessagePath only;
   * FallbackToLogsOnError takes the end of the log, at most 2048 bytes or 80 lines, if that file is empty and the
   * container failed. One of File, FallbackToLogsOnError.
   */
  readonly terminationMessagePolicy?: string
  /**
   * Whether the image is pulled before each start, only if the node lacks it, or never. The default is Always for the
   * tag latest or no tag, and IfNotPresent otherwise. One of Always, Never, IfNotPresent.
   */
  readonly imagePullPolicy?: string
  /** Security settings of this container. They win over those of the pod where both can be set. */
  readonly securityContext?: SecurityContext
  /**
   * Keeps a buffer for standard input, so that a client can attach and write to it. Without it, reads meet the end of
   * input at once.
   */
  readonly stdin?: boolean
  /**
   * Closes standard input for good when the first attached client disconnects, rather than keeping it open for the next
   * one. It matters only together with stdin.
   */
  readonly stdinOnce?: boolean
  /** Gives the container a terminal. It needs stdin, and joins standard output and standard error into one stream. */
  readonly tty?: boolean
}

/**
 * core.v1.ContainerPort
 *
 * A port on which a container listens.
 */
export interface ContainerPort {
  /**
   * Name by which probes and services can refer to the port: at most 15 lower case letters, digits and hyphens, at
   * least one letter, unique in the pod.
   */
  readonly name?: string
  /**
   * Port of the node that leads to the container, from 1 to 65535. Two pods that want the same one cannot share a node;
   * with hostNetwork it must equal containerPort.
   */
  readonly hostPort?: number
  /** Port number on the address of the pod, from 1 to 65535. */
  readonly containerPort: number
  /** Transport protocol of the port: TCP, UDP or SCTP. One of TCP, UDP, SCTP. */
  readonly protocol?: string
  /** Address of the node on which hostPort is opened. Without it, the port is opened on all addresses. */
  readonly hostIP?: string
}

/**
 * core.v1.ContainerResizePolicy
 *
 * Says whether changing the amount of one resource restarts the container.
 */
export interface ContainerResizePolicy {
  /** Resource to which the policy applies: cpu or memory. */
  readonly resourceName: string
  /**
   * NotRequired changes the amount while the container keeps running, as far as possible; RestartContainer restarts it.
   */
  readonly restartPolicy: string
}

/**
 * core.v1.ContainerRestartRule
 *
 * Decides what happens to a container that has exited in a certain way.
 */
export interface ContainerRestartRule {
  /**
   * What to do when the rule matches: Restart starts the container again, RestartAllContainers starts all containers of
   * the pod afresh, init containers included.
   */
  readonly action: string
  /** Matches the exit code of the container. It is required, because it is the only condition there is. */
  readonly exitCodes?: ContainerRestartRuleOnExitCodes
}

/**
 * core.v1.ContainerRestartRuleOnExitCodes
 *
 * Compares the exit code of a container with a list of codes.
 */
export interface ContainerRestartRuleOnExitCodes {
  /** In matches if the code is in the list, NotIn if it is not. */
  readonly operator: string
  /** Exit codes to compare with, without duplicates and at most 255 of them. */
  readonly values?: readonly number[]
}

/**
 * core.v1.ContainerState
 *
 * What a container is doing. At most one field is set, and with none of them the container is waiting.
 */
export interface ContainerState {
  /** Set while the container has not started yet, or waits to be started again. */
  readonly waiting?: ContainerStateWaiting
  /** Set while the process of the container runs. */
  readonly running?: ContainerStateRunning
  /** Set once the process has ended. */
  readonly terminated?: ContainerStateTerminated
}

/**
 * core.v1.ContainerStateRunning
 *
 * Details of a container that runs.
 */
export interface ContainerStateRunning {
  /** Time of the latest start or restart. */
  readonly startedAt?: Time
}

/**
 * core.v1.ContainerStateTerminated
 *
 * Details of a container that has ended.
 */
export interface ContainerStateTerminated {
  /** Status with which the process ended; 0 means success. */
  readonly exitCode: number
  /** Number of the signal that ended the process, if one did. */
  readonly signal?: number
  /** One word in CamelCase for why it ended, such as Completed, Error or OOMKilled. */
  readonly reason?: string
  /** Text about the end, for instance what the process left in its termination message file. */
  readonly message?: string
  /** When this run of the container began. */
  readonly startedAt?: Time
  /** When this run of the container ended. */
  readonly finishedAt?: Time
  /** Identifier of this run at the runtime, in the form type://id. */
  readonly containerID?: string
}

/**
 * core.v1.ContainerStateWaiting
 *
 * Details of a container that does not run yet.
 */
export interface ContainerStateWaiting {
  /** One word in CamelCase for what it waits for, such as ContainerCreating, ImagePullBackOff or CrashLoopBackOff. */
  readonly reason?: string
  /** Text for people that explains the reason further. */
  readonly message?: string
}

/**
 * core.v1.ContainerStatus
 *
 * What the node last reported about one container of a pod.
 */
export interface ContainerStatus {
  /** Name of the container as in the spec of the pod. */
  readonly name: string
  /** What the container is doing now. */
  readonly state?: ContainerState
  /** How its previous run ended. It is empty while the container has never been restarted. */
  readonly lastState?: ContainerState
  /**
   * Whether the container passes its readiness probe. A running container without such a probe counts as ready, a
   * container that has not started does not.
   */
  readonly ready: boolean
  /**
   * How often the container has been started again. It is counted from the remains of earlier runs on the node, so it
   * can fall when these are cleaned up.
   */
  readonly restartCount: number
  /** Image that runs, as the runtime names it. It can differ from the reference in the spec. */
  readonly image: string
  /** Identifier of the content of the image, usually with its digest. */
  readonly imageID: string
  /** Identifier of the current run at the runtime, in the form type://id. */
  readonly containerID?: string
  /**
   * Whether the startup probe has succeeded and the hook after the start has finished. It is reset by every restart,
   * and is true for a running container without a startup probe.
   */
  readonly started?: boolean
  /** Requests that the node has granted to this container. During a resize they can differ from those in the spec. */
  readonly allocatedResources?: Readonly<Record<string, Quantity>>
  /** Requests and limits that are in force for the running container, as far as the runtime reports them. */
  readonly resources?: ResourceRequirements
  /** Status of each volume mount of the container. */
  readonly volumeMounts?: readonly VolumeMountStatus[]
  /** User and groups of the first process of the container at its start. */
  readonly user?: ContainerUser
  /** Health of the devices and other resources that were handed to the container. */
  readonly allocatedResourcesStatus?: readonly ResourceStatus[]
  /**
   * Signal that the runtime sends to stop the container, from its lifecycle, its image or the default of the runtime.
   */
  readonly stopSignal?: string
}

/**
 * core.v1.ContainerUser
 *
 * Identity under which a container was started.
 */
export interface ContainerUser {
  /**
   * User and groups on Linux. The process may change them later if it is privileged enough, and that is not shown here.
   */
  readonly linux?: LinuxContainerUser
}

/**
 * core.v1.EnvFromSource
 *
 * Turns all entries of a config map or secret into environment variables. Exactly one of the two is set.
 */
export interface EnvFromSource {
  /** Text that is put in front of each key to make the name of the variable. */
  readonly prefix?: string
  /** Config map to take the entries from. */
  readonly configMapRef?: ConfigMapEnvSource
  /** Secret to take the entries from. */
  readonly secretRef?: SecretEnvSource
}

/**
 * core.v1.EnvVar
 *
 * One environment variable of a container.
 */
export interface EnvVar {
  /** Name of the variable: printable ASCII characters except the equals sign. */
  readonly name: string
  /**
   * Text of the variable, empty by default. References of the form $(NAME) are replaced by variables defined earlier,
   * unresolved ones stay as they are, and $$(NAME) keeps one literally.
   */
  readonly value?: string
  /** Where to take the value from instead. It cannot be combined with a value that is not empty. */
  readonly valueFrom?: EnvVarSource
}

/**
 * core.v1.EnvVarSource
 *
 * Where the value of an environment variable comes from. Exactly one field is set.
 */
export interface EnvVarSource {
  /**
   * Takes a field of the pod itself: its name, namespace, uid, one label or annotation, its node, its service account
   * or its addresses.
   */
  readonly fieldRef?: ObjectFieldSelector
  /** Takes a resource request or limit of a container: of processor, memory, ephemeral storage or huge pages. */
  readonly resourceFieldRef?: ResourceFieldSelector
  /** Takes one entry of a config map. */
  readonly configMapKeyRef?: ConfigMapKeySelector
  /** Takes one entry of a secret. */
  readonly secretKeyRef?: SecretKeySelector
  /** Takes one variable of a file of assignments that an init container has written into a volume. */
  readonly fileKeyRef?: FileKeySelector
}

/**
 * core.v1.EphemeralContainer
 *
 * A container that is added to a running pod, usually to debug it. It is never restarted, has no guaranteed resources,
 * and can be neither changed nor removed.
 */
export interface EphemeralContainer extends EphemeralContainerCommon {
  /**
   * Container of the spec whose process and other namespaces are joined, if the runtime can do that. Without it, the
   * namespaces of the pod are used.
   */
  readonly targetContainerName?: string
}

/**
 * core.v1.EphemeralContainerCommon
 *
 * The fields that an ephemeral container has in common with an ordinary one. Ports, probes, resources and lifecycle are
 * listed but must stay empty.
 */
export interface EphemeralContainerCommon {
  /** Name by which the container is addressed. It is a DNS label and unique among all containers of the pod. */
  readonly name: string
  /** Reference of the image to run. */
  readonly image?: string
  /**
   * Program and leading arguments that replace the entry point of the image; no shell is involved. References of the
   * form $(NAME) are replaced by environment variables of the container.
   */
  readonly command?: readonly string[]
  /**
   * Arguments for the program, in place of those that the image sets by default. References of the form $(NAME) are
   * replaced as in command.
   */
  readonly args?: readonly string[]
  /** Directory in which the process starts. Without it, the one of the image or of the container runtime is used. */
  readonly workingDir?: string
  /** Must be empty: ephemeral containers declare no ports. */
  readonly ports?: readonly ContainerPort[]
  /** Config maps and secrets whose entries all become environment variables. Entries of env win over them. */
  readonly envFrom?: readonly EnvFromSource[]
  /** Environment variables that are set one by one. */
  readonly env?: readonly EnvVar[]
  /** Must be empty: ephemeral containers use what the pod already has been granted. */
  readonly resources?: ResourceRequirements
  /** Must be empty: there are no resources to resize. */
  readonly resizePolicy?: readonly ContainerResizePolicy[]
  /** Must be empty: ephemeral containers are never restarted. */
  readonly restartPolicy?: string
  /** Must be empty: ephemeral containers are never restarted. */
  readonly restartPolicyRules?: readonly ContainerRestartRule[]
  /** Volumes of the pod that appear in the container. Mounting part of a volume by subPath is not possible here. */
  readonly volumeMounts?: readonly VolumeMount[]
  /** Volumes of mode Block that appear as raw devices in the container. */
  readonly volumeDevices?: readonly VolumeDevice[]
  /** Must be empty: ephemeral containers are not probed. */
  readonly livenessProbe?: Probe
  /** Must be empty: ephemeral containers are not probed. */
  readonly readinessProbe?: Probe
  /** Must be empty: ephemeral containers are not probed. */
  readonly startupProbe?: Probe
  /** Must be empty: ephemeral containers have no hooks. */
  readonly lifecycle?: Lifecycle
  /**
   * File in the container from which its last words are read when it ends; /dev/termination-log by default. The message
   * is cut after 4096 bytes.
   */
  readonly terminationMessagePath?: string
  /**
   * Whether the termination message is read from its file only (File, the default), or from the end of the log if that
   * file is empty and the container failed (FallbackToLogsOnError). One of File, FallbackToLogsOnError.
   */
  readonly terminationMessagePolicy?: string
  /**
   * Whether the image is pulled before the start, only if the node lacks it, or never. The default is Always for the
   * tag latest or no tag, and IfNotPresent otherwise. One of Always, Never, IfNotPresent.
   */
  readonly imagePullPolicy?: string
  /** Security settings of this container, in place of those of the pod where both can be set. */
  readonly securityContext?: SecurityContext
  /** Keeps a buffer for standard input, so that a client can attach and write to it. */
  readonly stdin?: boolean
  /** Closes standard input for good when the first attached client disconnects. It matters only together with stdin. */
  readonly stdinOnce?: boolean
  /** Gives the container a terminal. It needs stdin. */
  readonly tty?: boolean
}

/**
 * core.v1.ExecAction
 *
 * Runs a command in the container; it succeeds if the command exits with 0.
 */
export interface ExecAction {
  /**
   * Program and its arguments, run in the root directory of the container. No shell is involved, so name one if pipes
   * or other shell features are needed.
   */
  readonly command?: readonly string[]
}

/**
 * core.v1.FileKeySelector
 *
 * Selects one variable of a file of assignments in a volume of the pod.
 */
export interface FileKeySelector {
  /** Volume of the pod that holds the file. It must be an emptyDir. */
  readonly volumeName: string
  /** Place of the file within the volume: a relative path that does not contain "..". */
  readonly path: string
  /** Variable of the file whose value is taken. */
  readonly key: string
  /** Leaves the variable out if the file or the key does not exist, rather than keeping the container from starting. */
  readonly optional?: boolean
}

/**
 * core.v1.GRPCAction
 *
 * Asks a gRPC health service; it succeeds if the answer is SERVING.
 */
export interface GRPCAction {
  /** Port of the health service, from 1 to 65535. */
  readonly port: number
  /** Service name to put into the health check request. An empty one asks about the server as a whole. */
  readonly service?: string
}

/**
 * core.v1.HTTPGetAction
 *
 * Sends an HTTP GET request; it succeeds if the status code is at least 200 and below 400.
 */
export interface HTTPGetAction {
  /** Path to ask for, / by default. A query may follow. */
  readonly path?: string
  /** Number from 1 to 65535, or the name of a port of the container. */
  readonly port: IntOrString
  /** Host to connect to, by default the address of the pod. To ask for a virtual host, set the header Host instead. */
  readonly host?: string
  /** HTTP (the default) or HTTPS. Certificates are not verified. One of HTTP, HTTPS. */
  readonly scheme?: string
  /** Headers to send along. The same name may occur more than once. */
  readonly httpHeaders?: readonly HTTPHeader[]
}

/**
 * core.v1.HTTPHeader
 *
 * One header of an HTTP probe or hook.
 */
export interface HTTPHeader {
  /** Name of the header. Names that differ only in case are the same header. */
  readonly name: string
  /** Text of the header. */
  readonly value: string
}

/**
 * core.v1.ImageVolumeStatus
 *
 * What is known about a mounted image volume.
 */
export interface ImageVolumeStatus {
  /**
   * Digest of the image that is mounted. It stays below 256 characters and is comparable with the image IDs of
   * containers.
   */
  readonly imageRef: string
}

/**
 * core.v1.Lifecycle
 *
 * What to do when a container has been started and when it is about to be stopped.
 */
export interface Lifecycle {
  /**
   * Runs right after the container has been created, at the same time as its process. If it fails, the container is
   * killed and its restart policy applies.
   */
  readonly postStart?: LifecycleHandler
  /**
   * Runs before the container is stopped by deletion, a failed probe or eviction, but not when it exits by itself. It
   * uses up part of the grace period, and the stop signal follows when it has ended.
   */
  readonly preStop?: LifecycleHandler
  /**
   * Signal that stops the container, in place of the one of the image or runtime. The operating system of the pod must
   * be given in os.
   */
  readonly stopSignal?: string
}

/**
 * core.v1.LifecycleHandler
 *
 * One action of a lifecycle hook. Exactly one field is set.
 */
export interface LifecycleHandler {
  /** Runs a command in the container. */
  readonly exec?: ExecAction
  /** Sends an HTTP request. */
  readonly httpGet?: HTTPGetAction
  /** No longer supported: it is accepted for old objects and fails when it runs. */
  readonly tcpSocket?: TCPSocketAction
  /** Waits for a time. */
  readonly sleep?: SleepAction
}

/**
 * core.v1.LinuxContainerUser
 *
 * User and groups of the first process of a container on Linux.
 */
export interface LinuxContainerUser {
  /** Number of the user. */
  readonly uid: number
  /** Number of the primary group. */
  readonly gid: number
  /** Numbers of further groups. */
  readonly supplementalGroups?: readonly number[]
}

/**
 * core.v1.Probe
 *
 * A check of a container that the node repeats.
 */
export interface Probe extends ProbeHandler {
  /** Seconds to wait after the container has started before the first check; 0 by default. */
  readonly initialDelaySeconds?: number
  /** Seconds after which a check without an answer has failed; 1 by default and at least 1. */
  readonly timeoutSeconds?: number
  /** Seconds from one check to the next; 10 by default and at least 1. */
  readonly periodSeconds?: number
  /**
   * How many checks in a row must succeed after a failure; 1 by default, and always 1 for liveness and startup probes.
   */
  readonly successThreshold?: number
  /** How many checks in a row must fail for the probe to fail; 3 by default and at least 1. */
  readonly failureThreshold?: number
  /**
   * Seconds that the container is given to stop when this probe fails, in place of those of the pod. It must be
   * positive and cannot be set for readiness probes.
   */
  readonly terminationGracePeriodSeconds?: number
}

/**
 * core.v1.ProbeHandler
 *
 * How a probe checks the container. Exactly one field is set.
 */
export interface ProbeHandler {
  /** Runs a command in the container and looks at its exit code. */
  readonly exec?: ExecAction
  /** Sends an HTTP request and looks at the status code. */
  readonly httpGet?: HTTPGetAction
  /** Opens a TCP connection; it succeeds if the port accepts it. */
  readonly tcpSocket?: TCPSocketAction
  /** Asks a gRPC health service. */
  readonly grpc?: GRPCAction
}

/**
 * core.v1.ResourceClaim
 *
 * Gives a container access to the devices of a resource claim of its pod.
 */
export interface ResourceClaim {
  /** Name of an entry of resourceClaims in the spec of the pod. */
  readonly name: string
  /** Request of the claim whose devices are used. Without it, all devices of the claim are. */
  readonly request?: string
}

/**
 * core.v1.ResourceHealth
 *
 * Health of one device or other resource that a container uses.
 */
export interface ResourceHealth {
  /** Identifier of the resource, unique on the node. */
  readonly resourceID: string
  /** Healthy, Unhealthy or Unknown. Unknown also means that nothing has been reported for a while. */
  readonly health?: string
  /** Text for people that explains the health. */
  readonly message?: string
}

/**
 * core.v1.ResourceRequirements
 *
 * Amounts of compute resources that are set aside for a container or pod, and amounts that it may use at most.
 */
export interface ResourceRequirements {
  /**
   * The most of each resource that may be used, for example cpu: 500m. Processor time is throttled at the limit;
   * exceeding that of memory ends the container.
   */
  readonly limits?: Readonly<Record<string, Quantity>>
  /**
   * How much of each resource is set aside on the node. Where only a limit is given, the request equals it, and a
   * request cannot be greater than its limit.
   */
  readonly requests?: Readonly<Record<string, Quantity>>
  /** Resource claims of the pod that the container uses. They can be set for containers only. */
  readonly claims?: readonly ResourceClaim[]
}

/**
 * core.v1.ResourceStatus
 *
 * Health of everything that a container was handed for one resource.
 */
export interface ResourceStatus {
  /** Resource as in the spec, or claim:NAME/REQUEST for devices of a resource claim. */
  readonly name: string
  /** One entry for each device or other unit, in no particular order. */
  readonly resources?: readonly ResourceHealth[]
}

/**
 * core.v1.SELinuxOptions
 *
 * The parts of an SELinux label.
 */
export interface SELinuxOptions {
  /** User part of the label. */
  readonly user?: string
  /** Role part of the label. */
  readonly role?: string
  /** Type part of the label. */
  readonly type?: string
  /** Level part of the label. */
  readonly level?: string
}

/**
 * core.v1.SeccompProfile
 *
 * Which seccomp profile limits the system calls of a pod or container.
 */
export interface SeccompProfile {
  /**
   * Where the profile comes from: RuntimeDefault takes that of the container runtime, Localhost a file on the node,
   * Unconfined none. One of Unconfined, RuntimeDefault, Localhost.
   */
  readonly type: string
  /**
   * Path of a profile on the node, relative to its folder of seccomp profiles. It is required with type Localhost and
   * forbidden with the other types.
   */
  readonly localhostProfile?: string
}

/**
 * core.v1.SecretEnvSource
 *
 * Selects a secret of the namespace of the pod whose entries all become environment variables.
 */
export interface SecretEnvSource extends LocalObjectReference {
  /** Lets the container start even if the secret does not exist. Without it, the container waits for it. */
  readonly optional?: boolean
}

/**
 * core.v1.SecretKeySelector
 *
 * Selects one entry of a secret in the namespace of the pod.
 */
export interface SecretKeySelector extends LocalObjectReference {
  /** Key whose value is taken. */
  readonly key: string
  /** Lets the container start even if the secret or the key does not exist; the variable is then left out. */
  readonly optional?: boolean
}

/**
 * core.v1.SecurityContext
 *
 * Security settings of one container. Where the pod has the same setting, this one wins.
 */
export interface SecurityContext {
  /** Linux capabilities to add and to drop. Linux only. */
  readonly capabilities?: Capabilities
  /** Gives processes in the container nearly the rights of root on the node; false by default. Linux only. */
  readonly privileged?: boolean
  /** SELinux label of the container. Without it, the runtime picks one at random. Linux only. */
  readonly seLinuxOptions?: SELinuxOptions
  /** Settings for containers on Windows. */
  readonly windowsOptions?: WindowsSecurityContextOptions
  /** Number of the user that runs the process, by default the one of the image. Linux only. */
  readonly runAsUser?: number
  /** Number of the primary group that runs the process, by default the one of the runtime. Linux only. */
  readonly runAsGroup?: number
  /** Refuses to start the container if its process would run as user 0. */
  readonly runAsNonRoot?: boolean
  /** Makes the root file system of the container read-only; false by default. Volumes are not affected. Linux only. */
  readonly readOnlyRootFilesystem?: boolean
  /**
   * Whether a process can gain more rights than its parent, for example through set-user-ID programs. It is always true
   * for privileged containers and those with CAP_SYS_ADMIN. Linux only.
   */
  readonly allowPrivilegeEscalation?: boolean
  /**
   * How /proc is mounted: Default hides and protects parts of it, Unmasked does not, and needs hostUsers to be false.
   * Linux only. One of Default, Unmasked.
   */
  readonly procMount?: string
  /** System calls that the container may make. Linux only. */
  readonly seccompProfile?: SeccompProfile
  /** AppArmor profile that confines the container. Linux only. */
  readonly appArmorProfile?: AppArmorProfile
}

/**
 * core.v1.SleepAction
 *
 * Waits before the container is stopped, or after it has started.
 */
export interface SleepAction {
  /** How long to wait, in seconds. It cannot exceed the grace period of the pod. */
  readonly seconds: number
}

/**
 * core.v1.TCPSocketAction
 *
 * Opens a TCP connection to the container.
 */
export interface TCPSocketAction {
  /** Number from 1 to 65535, or the name of a port of the container. */
  readonly port: IntOrString
  /** Host to connect to, by default the address of the pod. */
  readonly host?: string
}

/**
 * core.v1.VolumeDevice
 *
 * A raw block device in a container.
 */
export interface VolumeDevice {
  /** Volume of the pod. It must be a claim or an ephemeral volume, of mode Block. */
  readonly name: string
  /** Path of the device in the container. */
  readonly devicePath: string
}

/**
 * core.v1.VolumeMount
 *
 * A volume, or part of it, at a place in the file system of a container.
 */
export interface VolumeMount {
  /** Volume of the pod that is mounted. */
  readonly name: string
  /** Lets the container read only; false by default. */
  readonly readOnly?: boolean
  /**
   * Whether mounts below this one are read-only as well: Disabled (the default), IfPossible or Enabled. The last two
   * need readOnly, and Enabled a node that supports it.
   */
  readonly recursiveReadOnly?: string
  /** Where the volume appears in the container. Each path can be used by one mount only. */
  readonly mountPath: string
  /** Path within the volume that is mounted, by default its root. It is relative and does not contain "..". */
  readonly subPath?: string
  /**
   * Whether later mounts are seen: None (the default) in neither direction, HostToContainer from the node in the
   * container, Bidirectional both ways, which needs a privileged container. One of None, HostToContainer,
   * Bidirectional.
   */
  readonly mountPropagation?: string
  /**
   * Like subPath, with references of the form $(NAME) replaced by environment variables of the container. It cannot be
   * combined with subPath.
   */
  readonly subPathExpr?: string
}

/**
 * core.v1.VolumeMountStatus
 *
 * What is known about one mount of a container.
 */
export interface VolumeMountStatus {
  /** Volume of the pod that is mounted. */
  readonly name: string
  /** Where the volume appears in the container. */
  readonly mountPath: string
  /** Whether the mount is read-only. */
  readonly readOnly?: boolean
  /** Whether mounts below are read-only as well: Disabled or Enabled. IfPossible is shown as what it came to. */
  readonly recursiveReadOnly?: string
  /** What is known about the volume behind the mount. */
  readonly volumeStatus?: VolumeStatus
}

/**
 * core.v1.VolumeStatus
 *
 * State of a mounted volume, for the sources that report one.
 */
export interface VolumeStatus {
  /** State of an image volume. */
  readonly image?: ImageVolumeStatus
}

/**
 * core.v1.WindowsSecurityContextOptions
 *
 * Security settings of pods and containers on Windows.
 */
export interface WindowsSecurityContextOptions {
  /** Name of the credential spec of a group managed service account to use. */
  readonly gmsaCredentialSpecName?: string
  /** Content of that credential spec. The admission webhook for such accounts fills it in from its name. */
  readonly gmsaCredentialSpec?: string
  /**
   * Windows user that runs the process, by default the one of the image. A domain may precede it, separated by a
   * backslash.
   */
  readonly runAsUserName?: string
  /**
   * Runs containers directly on the host. All containers of the pod must agree, and hostNetwork must be true as well.
   */
  readonly hostProcess?: boolean
}

/** Fields of the types of this file, one line each. */
export const coreV1ContainersTypes: TypeTable = {
  'core.v1.AppArmorProfile': `type 1 string required go=v1.AppArmorProfileType enum=Unconfined|RuntimeDefault|Localhost
localhostProfile 2 string omitempty pointer`,
  'core.v1.Capabilities': `add 1 []string omitempty go=v1.Capability list=atomic
drop 2 []string omitempty go=v1.Capability list=atomic`,
  'core.v1.ConfigMapEnvSource': `+ 1 core.v1.LocalObjectReference
optional 2 boolean omitempty pointer`,
  'core.v1.ConfigMapKeySelector': `@atomic
+ 1 core.v1.LocalObjectReference
key 2 string required
optional 3 boolean omitempty pointer`,
  'core.v1.Container': `name 1 string required
image 2 string omitempty
command 3 []string omitempty list=atomic
args 4 []string omitempty list=atomic
workingDir 5 string omitempty
ports 6 []core.v1.ContainerPort omitempty list=map:containerPort,protocol merge=containerPort
envFrom 19 []core.v1.EnvFromSource omitempty list=atomic
env 7 []core.v1.EnvVar omitempty list=map:name merge=name
resources 8 core.v1.ResourceRequirements omitempty
resizePolicy 23 []core.v1.ContainerResizePolicy omitempty list=atomic
restartPolicy 24 string omitempty pointer go=v1.ContainerRestartPolicy
restartPolicyRules 25 []core.v1.ContainerRestartRule omitempty list=atomic
volumeMounts 9 []core.v1.VolumeMount omitempty list=map:mountPath merge=mountPath
volumeDevices 21 []core.v1.VolumeDevice omitempty list=map:devicePath merge=devicePath
livenessProbe 10 core.v1.Probe omitempty pointer
readinessProbe 11 core.v1.Probe omitempty pointer
startupProbe 22 core.v1.Probe omitempty pointer
lifecycle 12 core.v1.Lifecycle omitempty pointer
terminationMessagePath 13 string omitempty
terminationMessagePolicy 20 string omitempty go=v1.TerminationMessagePolicy enum=File|FallbackToLogsOnError
imagePullPolicy 14 string omitempty go=v1.PullPolicy enum=Always|Never|IfNotPresent
securityContext 15 core.v1.SecurityContext omitempty pointer
stdin 16 boolean omitempty
stdinOnce 17 boolean omitempty
tty 18 boolean omitempty`,
  'core.v1.ContainerPort': `name 1 string omitempty
hostPort 2 int32 omitempty
containerPort 3 int32 required
protocol 4 string omitempty go=v1.Protocol default="TCP" enum=TCP|UDP|SCTP
hostIP 5 string omitempty`,
  'core.v1.ContainerResizePolicy': `resourceName 1 string required go=v1.ResourceName
restartPolicy 2 string required go=v1.ResourceResizeRestartPolicy`,
  'core.v1.ContainerRestartRule': `action 1 string required omitempty go=v1.ContainerRestartRuleAction
exitCodes 2 core.v1.ContainerRestartRuleOnExitCodes omitempty pointer`,
  'core.v1.ContainerRestartRuleOnExitCodes': `operator 1 string required omitempty go=v1.ContainerRestartRuleOnExitCodesOperator
values 2 []int32 omitempty list=set`,
  'core.v1.ContainerState': `waiting 1 core.v1.ContainerStateWaiting omitempty pointer
running 2 core.v1.ContainerStateRunning omitempty pointer
terminated 3 core.v1.ContainerStateTerminated omitempty pointer`,
  'core.v1.ContainerStateRunning': `startedAt 1 time omitempty`,
  'core.v1.ContainerStateTerminated': `exitCode 1 int32 required
signal 2 int32 omitempty
reason 3 string omitempty
message 4 string omitempty
startedAt 5 time omitempty
finishedAt 6 time omitempty
containerID 7 string omitempty`,
  'core.v1.ContainerStateWaiting': `reason 1 string omitempty
message 2 string omitempty`,
  'core.v1.ContainerStatus': `name 1 string required
state 2 core.v1.ContainerState omitempty
lastState 3 core.v1.ContainerState omitempty
ready 4 boolean required
restartCount 5 int32 required
image 6 string required
imageID 7 string required
containerID 8 string omitempty
started 9 boolean omitempty pointer
allocatedResources 10 map:quantity omitempty
resources 11 core.v1.ResourceRequirements omitempty pointer
volumeMounts 12 []core.v1.VolumeMountStatus omitempty list=map:mountPath merge=mountPath
user 13 core.v1.ContainerUser omitempty pointer
allocatedResourcesStatus 14 []core.v1.ResourceStatus omitempty list=map:name merge=name
stopSignal 15 string omitempty pointer go=v1.Signal enum=SIGABRT|SIGALRM|SIGBUS|SIGCHLD|SIGCLD|SIGCONT|SIGFPE|SIGHUP|SIGILL|SIGINT|SIGIO|SIGIOT|SIGKILL|SIGPIPE|SIGPOLL|SIGPROF|SIGPWR|SIGQUIT|SIGSEGV|SIGSTKFLT|SIGSTOP|SIGSYS|SIGTERM|SIGTRAP|SIGTSTP|SIGTTIN|SIGTTOU|SIGURG|SIGUSR1|SIGUSR2|SIGVTALRM|SIGWINCH|SIGXCPU|SIGXFSZ|SIGRTMIN|SIGRTMIN%2B1|SIGRTMIN%2B2|SIGRTMIN%2B3|SIGRTMIN%2B4|SIGRTMIN%2B5|SIGRTMIN%2B6|SIGRTMIN%2B7|SIGRTMIN%2B8|SIGRTMIN%2B9|SIGRTMIN%2B10|SIGRTMIN%2B11|SIGRTMIN%2B12|SIGRTMIN%2B13|SIGRTMIN%2B14|SIGRTMIN%2B15|SIGRTMAX-14|SIGRTMAX-13|SIGRTMAX-12|SIGRTMAX-11|SIGRTMAX-10|SIGRTMAX-9|SIGRTMAX-8|SIGRTMAX-7|SIGRTMAX-6|SIGRTMAX-5|SIGRTMAX-4|SIGRTMAX-3|SIGRTMAX-2|SIGRTMAX-1|SIGRTMAX`,
  'core.v1.ContainerUser': `linux 1 core.v1.LinuxContainerUser omitempty pointer`,
  'core.v1.EnvFromSource': `prefix 1 string omitempty
configMapRef 2 core.v1.ConfigMapEnvSource omitempty pointer
secretRef 3 core.v1.SecretEnvSource omitempty pointer`,
  'core.v1.EnvVar': `name 1 string required
value 2 string omitempty
valueFrom 3 core.v1.EnvVarSource omitempty pointer`,
  'core.v1.EnvVarSource': `fieldRef 1 core.v1.ObjectFieldSelector omitempty pointer
resourceFieldRef 2 core.v1.ResourceFieldSelector omitempty pointer
configMapKeyRef 3 core.v1.ConfigMapKeySelector omitempty pointer
secretKeyRef 4 core.v1.SecretKeySelector omitempty pointer
fileKeyRef 5 core.v1.FileKeySelector omitempty pointer`,
  'core.v1.EphemeralContainer': `+ 1 core.v1.EphemeralContainerCommon
targetContainerName 2 string omitempty`,
  'core.v1.EphemeralContainerCommon': `name 1 string required
image 2 string omitempty
command 3 []string omitempty list=atomic
args 4 []string omitempty list=atomic
workingDir 5 string omitempty
ports 6 []core.v1.ContainerPort omitempty list=map:containerPort,protocol merge=containerPort
envFrom 19 []core.v1.EnvFromSource omitempty list=atomic
env 7 []core.v1.EnvVar omitempty list=map:name merge=name
resources 8 core.v1.ResourceRequirements omitempty
resizePolicy 23 []core.v1.ContainerResizePolicy omitempty list=atomic
restartPolicy 24 string omitempty pointer go=v1.ContainerRestartPolicy
restartPolicyRules 25 []core.v1.ContainerRestartRule omitempty list=atomic
volumeMounts 9 []core.v1.VolumeMount omitempty list=map:mountPath merge=mountPath
volumeDevices 21 []core.v1.VolumeDevice omitempty list=map:devicePath merge=devicePath
livenessProbe 10 core.v1.Probe omitempty pointer
readinessProbe 11 core.v1.Probe omitempty pointer
startupProbe 22 core.v1.Probe omitempty pointer
lifecycle 12 core.v1.Lifecycle omitempty pointer
terminationMessagePath 13 string omitempty
terminationMessagePolicy 20 string omitempty go=v1.TerminationMessagePolicy enum=File|FallbackToLogsOnError
imagePullPolicy 14 string omitempty go=v1.PullPolicy enum=Always|Never|IfNotPresent
securityContext 15 core.v1.SecurityContext omitempty pointer
stdin 16 boolean omitempty
stdinOnce 17 boolean omitempty
tty 18 boolean omitempty`,
  'core.v1.ExecAction': `command 1 []string omitempty list=atomic`,
  'core.v1.FileKeySelector': `@atomic
volumeName 1 string required
path 2 string required
key 3 string required
optional 4 boolean omitempty pointer default=false`,
  'core.v1.GRPCAction': `port 1 int32 required
service 2 string pointer default=""`,
  'core.v1.HTTPGetAction': `path 1 string omitempty
port 2 int-or-string required
host 3 string omitempty
scheme 4 string omitempty go=v1.URIScheme enum=HTTP|HTTPS
httpHeaders 5 []core.v1.HTTPHeader omitempty list=atomic`,
  'core.v1.HTTPHeader': `name 1 string required
value 2 string required`,
  'core.v1.ImageVolumeStatus': `imageRef 1 string required omitempty`,
  'core.v1.Lifecycle': `postStart 1 core.v1.LifecycleHandler omitempty pointer
preStop 2 core.v1.LifecycleHandler omitempty pointer
stopSignal 3 string omitempty pointer go=v1.Signal enum=SIGABRT|SIGALRM|SIGBUS|SIGCHLD|SIGCLD|SIGCONT|SIGFPE|SIGHUP|SIGILL|SIGINT|SIGIO|SIGIOT|SIGKILL|SIGPIPE|SIGPOLL|SIGPROF|SIGPWR|SIGQUIT|SIGSEGV|SIGSTKFLT|SIGSTOP|SIGSYS|SIGTERM|SIGTRAP|SIGTSTP|SIGTTIN|SIGTTOU|SIGURG|SIGUSR1|SIGUSR2|SIGVTALRM|SIGWINCH|SIGXCPU|SIGXFSZ|SIGRTMIN|SIGRTMIN%2B1|SIGRTMIN%2B2|SIGRTMIN%2B3|SIGRTMIN%2B4|SIGRTMIN%2B5|SIGRTMIN%2B6|SIGRTMIN%2B7|SIGRTMIN%2B8|SIGRTMIN%2B9|SIGRTMIN%2B10|SIGRTMIN%2B11|SIGRTMIN%2B12|SIGRTMIN%2B13|SIGRTMIN%2B14|SIGRTMIN%2B15|SIGRTMAX-14|SIGRTMAX-13|SIGRTMAX-12|SIGRTMAX-11|SIGRTMAX-10|SIGRTMAX-9|SIGRTMAX-8|SIGRTMAX-7|SIGRTMAX-6|SIGRTMAX-5|SIGRTMAX-4|SIGRTMAX-3|SIGRTMAX-2|SIGRTMAX-1|SIGRTMAX`,
  'core.v1.LifecycleHandler': `exec 1 core.v1.ExecAction omitempty pointer
httpGet 2 core.v1.HTTPGetAction omitempty pointer
tcpSocket 3 core.v1.TCPSocketAction omitempty pointer
sleep 4 core.v1.SleepAction omitempty pointer`,
  'core.v1.LinuxContainerUser': `uid 1 int64 required
gid 2 int64 required
supplementalGroups 3 []int64 omitempty list=atomic`,
  'core.v1.Probe': `+ 1 core.v1.ProbeHandler
initialDelaySeconds 2 int32 omitempty
timeoutSeconds 3 int32 omitempty
periodSeconds 4 int32 omitempty
successThreshold 5 int32 omitempty
failureThreshold 6 int32 omitempty
terminationGracePeriodSeconds 7 int64 omitempty pointer`,
  'core.v1.ProbeHandler': `exec 1 core.v1.ExecAction omitempty pointer
httpGet 2 core.v1.HTTPGetAction omitempty pointer
tcpSocket 3 core.v1.TCPSocketAction omitempty pointer
grpc 4 core.v1.GRPCAction omitempty pointer`,
  'core.v1.ResourceClaim': `name 1 string required
request 2 string omitempty`,
  'core.v1.ResourceHealth': `resourceID 1 string required go=v1.ResourceID
health 2 string omitempty go=v1.ResourceHealthStatus
message 6 string omitempty pointer`,
  'core.v1.ResourceRequirements': `limits 1 map:quantity omitempty
requests 2 map:quantity omitempty
claims 3 []core.v1.ResourceClaim omitempty list=map:name`,
  'core.v1.ResourceStatus': `name 1 string required go=v1.ResourceName
resources 2 []core.v1.ResourceHealth omitempty list=map:resourceID`,
  'core.v1.SELinuxOptions': `user 1 string omitempty
role 2 string omitempty
type 3 string omitempty
level 4 string omitempty`,
  'core.v1.SeccompProfile': `type 1 string required go=v1.SeccompProfileType enum=Unconfined|RuntimeDefault|Localhost
localhostProfile 2 string omitempty pointer`,
  'core.v1.SecretEnvSource': `+ 1 core.v1.LocalObjectReference
optional 2 boolean omitempty pointer`,
  'core.v1.SecretKeySelector': `@atomic
+ 1 core.v1.LocalObjectReference
key 2 string required
optional 3 boolean omitempty pointer`,
  'core.v1.SecurityContext': `capabilities 1 core.v1.Capabilities omitempty pointer
privileged 2 boolean omitempty pointer
seLinuxOptions 3 core.v1.SELinuxOptions omitempty pointer
windowsOptions 10 core.v1.WindowsSecurityContextOptions omitempty pointer
runAsUser 4 int64 omitempty pointer
runAsGroup 8 int64 omitempty pointer
runAsNonRoot 5 boolean omitempty pointer
readOnlyRootFilesystem 6 boolean omitempty pointer
allowPrivilegeEscalation 7 boolean omitempty pointer
procMount 9 string omitempty pointer go=v1.ProcMountType enum=Default|Unmasked
seccompProfile 11 core.v1.SeccompProfile omitempty pointer
appArmorProfile 12 core.v1.AppArmorProfile omitempty pointer`,
  'core.v1.SleepAction': `seconds 1 int64 required`,
  'core.v1.TCPSocketAction': `port 1 int-or-string required
host 2 string omitempty`,
  'core.v1.VolumeDevice': `name 1 string required
devicePath 2 string required`,
  'core.v1.VolumeMount': `name 1 string required
readOnly 2 boolean omitempty
recursiveReadOnly 7 string omitempty pointer go=v1.RecursiveReadOnlyMode
mountPath 3 string required
subPath 4 string omitempty
mountPropagation 5 string omitempty pointer go=v1.MountPropagationMode enum=None|HostToContainer|Bidirectional
subPathExpr 6 string omitempty`,
  'core.v1.VolumeMountStatus': `name 1 string required
mountPath 2 string required
readOnly 3 boolean omitempty
recursiveReadOnly 4 string omitempty pointer go=v1.RecursiveReadOnlyMode
volumeStatus 5 core.v1.VolumeStatus omitempty pointer`,
  'core.v1.VolumeStatus': `image 1 core.v1.ImageVolumeStatus omitempty pointer`,
  'core.v1.WindowsSecurityContextOptions': `gmsaCredentialSpecName 1 string omitempty pointer
gmsaCredentialSpec 2 string omitempty pointer
runAsUserName 3 string omitempty pointer
hostProcess 4 boolean omitempty pointer`,
}
