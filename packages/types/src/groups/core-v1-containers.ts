// Made by scripts/generate-types.mjs; do not edit.
import type { TypeTable } from '@pinnace/schema'
import type { IntOrString, Quantity, Time } from '../scalars.ts'
import type { LocalObjectReference } from './core-v1-references.ts'
import type { ObjectFieldSelector, ResourceFieldSelector } from './core-v1-volumes.ts'

/** core.v1.AppArmorProfile */
export interface AppArmorProfile {
  /** One of Unconfined, RuntimeDefault, Localhost. */
  readonly type: string
  readonly localhostProfile?: string
}

/** core.v1.Capabilities */
export interface Capabilities {
  readonly add?: readonly string[]
  readonly drop?: readonly string[]
}

/** core.v1.ConfigMapEnvSource */
export interface ConfigMapEnvSource extends LocalObjectReference {
  readonly optional?: boolean
}

/** core.v1.ConfigMapKeySelector */
export interface ConfigMapKeySelector extends LocalObjectReference {
  readonly key: string
  readonly optional?: boolean
}

/** core.v1.Container */
export interface Container {
  readonly name: string
  readonly image?: string
  readonly command?: readonly string[]
  readonly args?: readonly string[]
  readonly workingDir?: string
  readonly ports?: readonly ContainerPort[]
  readonly envFrom?: readonly EnvFromSource[]
  readonly env?: readonly EnvVar[]
  readonly resources?: ResourceRequirements
  readonly resizePolicy?: readonly ContainerResizePolicy[]
  readonly restartPolicy?: string
  readonly restartPolicyRules?: readonly ContainerRestartRule[]
  readonly volumeMounts?: readonly VolumeMount[]
  readonly volumeDevices?: readonly VolumeDevice[]
  readonly livenessProbe?: Probe
  readonly readinessProbe?: Probe
  readonly startupProbe?: Probe
  readonly lifecycle?: Lifecycle
  readonly terminationMessagePath?: string
  /** One of File, FallbackToLogsOnError. */
  readonly terminationMessagePolicy?: string
  /** One of Always, Never, IfNotPresent. */
  readonly imagePullPolicy?: string
  readonly securityContext?: SecurityContext
  readonly stdin?: boolean
  readonly stdinOnce?: boolean
  readonly tty?: boolean
}

/** core.v1.ContainerPort */
export interface ContainerPort {
  readonly name?: string
  readonly hostPort?: number
  readonly containerPort: number
  /** One of TCP, UDP, SCTP. */
  readonly protocol?: string
  readonly hostIP?: string
}

/** core.v1.ContainerResizePolicy */
export interface ContainerResizePolicy {
  readonly resourceName: string
  readonly restartPolicy: string
}

/** core.v1.ContainerRestartRule */
export interface ContainerRestartRule {
  readonly action: string
  readonly exitCodes?: ContainerRestartRuleOnExitCodes
}

/** core.v1.ContainerRestartRuleOnExitCodes */
export interface ContainerRestartRuleOnExitCodes {
  readonly operator: string
  readonly values?: readonly number[]
}

/** core.v1.ContainerState */
export interface ContainerState {
  readonly waiting?: ContainerStateWaiting
  readonly running?: ContainerStateRunning
  readonly terminated?: ContainerStateTerminated
}

/** core.v1.ContainerStateRunning */
export interface ContainerStateRunning {
  readonly startedAt?: Time
}

/** core.v1.ContainerStateTerminated */
export interface ContainerStateTerminated {
  readonly exitCode: number
  readonly signal?: number
  readonly reason?: string
  readonly message?: string
  readonly startedAt?: Time
  readonly finishedAt?: Time
  readonly containerID?: string
}

/** core.v1.ContainerStateWaiting */
export interface ContainerStateWaiting {
  readonly reason?: string
  readonly message?: string
}

/** core.v1.ContainerStatus */
export interface ContainerStatus {
  readonly name: string
  readonly state?: ContainerState
  readonly lastState?: ContainerState
  readonly ready: boolean
  readonly restartCount: number
  readonly image: string
  readonly imageID: string
  readonly containerID?: string
  readonly started?: boolean
  readonly allocatedResources?: Readonly<Record<string, Quantity>>
  readonly resources?: ResourceRequirements
  readonly volumeMounts?: readonly VolumeMountStatus[]
  readonly user?: ContainerUser
  readonly allocatedResourcesStatus?: readonly ResourceStatus[]
  readonly stopSignal?: string
}

/** core.v1.ContainerUser */
export interface ContainerUser {
  readonly linux?: LinuxContainerUser
}

/** core.v1.EnvFromSource */
export interface EnvFromSource {
  readonly prefix?: string
  readonly configMapRef?: ConfigMapEnvSource
  readonly secretRef?: SecretEnvSource
}

/** core.v1.EnvVar */
export interface EnvVar {
  readonly name: string
  readonly value?: string
  readonly valueFrom?: EnvVarSource
}

/** core.v1.EnvVarSource */
export interface EnvVarSource {
  readonly fieldRef?: ObjectFieldSelector
  readonly resourceFieldRef?: ResourceFieldSelector
  readonly configMapKeyRef?: ConfigMapKeySelector
  readonly secretKeyRef?: SecretKeySelector
  readonly fileKeyRef?: FileKeySelector
}

/** core.v1.EphemeralContainer */
export interface EphemeralContainer extends EphemeralContainerCommon {
  readonly targetContainerName?: string
}

/** core.v1.EphemeralContainerCommon */
export interface EphemeralContainerCommon {
  readonly name: string
  readonly image?: string
  readonly command?: readonly string[]
  readonly args?: readonly string[]
  readonly workingDir?: string
  readonly ports?: readonly ContainerPort[]
  readonly envFrom?: readonly EnvFromSource[]
  readonly env?: readonly EnvVar[]
  readonly resources?: ResourceRequirements
  readonly resizePolicy?: readonly ContainerResizePolicy[]
  readonly restartPolicy?: string
  readonly restartPolicyRules?: readonly ContainerRestartRule[]
  readonly volumeMounts?: readonly VolumeMount[]
  readonly volumeDevices?: readonly VolumeDevice[]
  readonly livenessProbe?: Probe
  readonly readinessProbe?: Probe
  readonly startupProbe?: Probe
  readonly lifecycle?: Lifecycle
  readonly terminationMessagePath?: string
  /** One of File, FallbackToLogsOnError. */
  readonly terminationMessagePolicy?: string
  /** One of Always, Never, IfNotPresent. */
  readonly imagePullPolicy?: string
  readonly securityContext?: SecurityContext
  readonly stdin?: boolean
  readonly stdinOnce?: boolean
  readonly tty?: boolean
}

/** core.v1.ExecAction */
export interface ExecAction {
  readonly command?: readonly string[]
}

/** core.v1.FileKeySelector */
export interface FileKeySelector {
  readonly volumeName: string
  readonly path: string
  readonly key: string
  readonly optional?: boolean
}

/** core.v1.GRPCAction */
export interface GRPCAction {
  readonly port: number
  readonly service?: string
}

/** core.v1.HTTPGetAction */
export interface HTTPGetAction {
  readonly path?: string
  readonly port: IntOrString
  readonly host?: string
  /** One of HTTP, HTTPS. */
  readonly scheme?: string
  readonly httpHeaders?: readonly HTTPHeader[]
}

/** core.v1.HTTPHeader */
export interface HTTPHeader {
  readonly name: string
  readonly value: string
}

/** core.v1.ImageVolumeStatus */
export interface ImageVolumeStatus {
  readonly imageRef: string
}

/** core.v1.Lifecycle */
export interface Lifecycle {
  readonly postStart?: LifecycleHandler
  readonly preStop?: LifecycleHandler
  readonly stopSignal?: string
}

/** core.v1.LifecycleHandler */
export interface LifecycleHandler {
  readonly exec?: ExecAction
  readonly httpGet?: HTTPGetAction
  readonly tcpSocket?: TCPSocketAction
  readonly sleep?: SleepAction
}

/** core.v1.LinuxContainerUser */
export interface LinuxContainerUser {
  readonly uid: number
  readonly gid: number
  readonly supplementalGroups?: readonly number[]
}

/** core.v1.Probe */
export interface Probe extends ProbeHandler {
  readonly initialDelaySeconds?: number
  readonly timeoutSeconds?: number
  readonly periodSeconds?: number
  readonly successThreshold?: number
  readonly failureThreshold?: number
  readonly terminationGracePeriodSeconds?: number
}

/** core.v1.ProbeHandler */
export interface ProbeHandler {
  readonly exec?: ExecAction
  readonly httpGet?: HTTPGetAction
  readonly tcpSocket?: TCPSocketAction
  readonly grpc?: GRPCAction
}

/** core.v1.ResourceClaim */
export interface ResourceClaim {
  readonly name: string
  readonly request?: string
}

/** core.v1.ResourceHealth */
export interface ResourceHealth {
  readonly resourceID: string
  readonly health?: string
  readonly message?: string
}

/** core.v1.ResourceRequirements */
export interface ResourceRequirements {
  readonly limits?: Readonly<Record<string, Quantity>>
  readonly requests?: Readonly<Record<string, Quantity>>
  readonly claims?: readonly ResourceClaim[]
}

/** core.v1.ResourceStatus */
export interface ResourceStatus {
  readonly name: string
  readonly resources?: readonly ResourceHealth[]
}

/** core.v1.SELinuxOptions */
export interface SELinuxOptions {
  readonly user?: string
  readonly role?: string
  readonly type?: string
  readonly level?: string
}

/** core.v1.SeccompProfile */
export interface SeccompProfile {
  /** One of Unconfined, RuntimeDefault, Localhost. */
  readonly type: string
  readonly localhostProfile?: string
}

/** core.v1.SecretEnvSource */
export interface SecretEnvSource extends LocalObjectReference {
  readonly optional?: boolean
}

/** core.v1.SecretKeySelector */
export interface SecretKeySelector extends LocalObjectReference {
  readonly key: string
  readonly optional?: boolean
}

/** core.v1.SecurityContext */
export interface SecurityContext {
  readonly capabilities?: Capabilities
  readonly privileged?: boolean
  readonly seLinuxOptions?: SELinuxOptions
  readonly windowsOptions?: WindowsSecurityContextOptions
  readonly runAsUser?: number
  readonly runAsGroup?: number
  readonly runAsNonRoot?: boolean
  readonly readOnlyRootFilesystem?: boolean
  readonly allowPrivilegeEscalation?: boolean
  /** One of Default, Unmasked. */
  readonly procMount?: string
  readonly seccompProfile?: SeccompProfile
  readonly appArmorProfile?: AppArmorProfile
}

/** core.v1.SleepAction */
export interface SleepAction {
  readonly seconds: number
}

/** core.v1.TCPSocketAction */
export interface TCPSocketAction {
  readonly port: IntOrString
  readonly host?: string
}

/** core.v1.VolumeDevice */
export interface VolumeDevice {
  readonly name: string
  readonly devicePath: string
}

/** core.v1.VolumeMount */
export interface VolumeMount {
  readonly name: string
  readonly readOnly?: boolean
  readonly recursiveReadOnly?: string
  readonly mountPath: string
  readonly subPath?: string
  /** One of None, HostToContainer, Bidirectional. */
  readonly mountPropagation?: string
  readonly subPathExpr?: string
}

/** core.v1.VolumeMountStatus */
export interface VolumeMountStatus {
  readonly name: string
  readonly mountPath: string
  readonly readOnly?: boolean
  readonly recursiveReadOnly?: string
  readonly volumeStatus?: VolumeStatus
}

/** core.v1.VolumeStatus */
export interface VolumeStatus {
  readonly image?: ImageVolumeStatus
}

/** core.v1.WindowsSecurityContextOptions */
export interface WindowsSecurityContextOptions {
  readonly gmsaCredentialSpecName?: string
  readonly gmsaCredentialSpec?: string
  readonly runAsUserName?: string
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
