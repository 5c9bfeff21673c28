import type { Vocabulary } from '@pinnace/meta'

/** The feature gates that the fields of pods depend on. */
export interface PodGates {
  /** Projected volumes may contain cluster trust bundles. */
  readonly trustBundles: boolean
  /** Projected volumes may contain certificates of the pod. */
  readonly podCertificates: boolean
  /** Containers may name the signal that stops them. */
  readonly stopSignals: boolean
  /** Volumes may be mounted with the SELinux label of the pod. */
  readonly seLinuxMount: boolean
  /** Pods may belong to a group that is scheduled together. */
  readonly workloads: boolean
  /** Each container may have a restart policy. */
  readonly restartRules: boolean
  /** Environment variables may come from files. */
  readonly envFiles: boolean
  /** A pod may name its host name. */
  readonly hostnameOverrides: boolean
  /** Volumes may have the contents of an image. */
  readonly imageVolumes: boolean
  /** A pod may have resources of its own. */
  readonly podResources: boolean
  /** The resources of init containers that end can be resized. */
  readonly initResizes: boolean
  /** The resources of a pod as a whole can be resized. */
  readonly podResizes: boolean
}

/** What the rules of pods need to know of the vocabulary, worked out once. */
export interface PodRules {
  readonly vocabulary: Vocabulary
  readonly gates: PodGates
  /** Names that contain this are native resources, not extended ones. */
  readonly nativeResourcePrefix: string
  /** Set on pods that mirror a node's static pod. */
  readonly mirrorAnnotation: string
  readonly deletionCostAnnotation: string
  readonly seccompPodAnnotation: string
  /** Followed by the container's name. */
  readonly seccompContainerPrefix: string
  /** Followed by the container's name. */
  readonly appArmorPrefix: string
  /** Annotations that are taken out of every pod. */
  readonly droppedAnnotations: ReadonlySet<string>
  /** Annotations that did something long ago, with what to use now. */
  readonly deprecatedAnnotations: ReadonlyMap<string, string>
  /** Node labels that have a successor, or none. */
  readonly deprecatedNodeLabels: ReadonlyMap<string, string>
  /** Ends of the domains whose option names a flex volume may not use. */
  readonly reservedDomains: readonly string[]
}

/** The rules' own identifiers under a vocabulary, and the gates; all of these are on by default. */
export function createPodRules(vocabulary: Vocabulary, isEnabled: (gate: string) => boolean = () => true): PodRules {
  const { labelDomain, groupDomain } = vocabulary
  return {
    vocabulary,
    gates: {
      trustBundles: isEnabled('ClusterTrustBundleProjection'),
      podCertificates: isEnabled('PodCertificateRequest'),
      stopSignals: isEnabled('ContainerStopSignals'),
      seLinuxMount: isEnabled('SELinuxMount'),
      workloads: isEnabled('GenericWorkload'),
      restartRules: isEnabled('ContainerRestartRules'),
      envFiles: isEnabled('EnvFiles'),
      hostnameOverrides: isEnabled('HostnameOverride'),
      imageVolumes: isEnabled('ImageVolume'),
      podResources: isEnabled('PodLevelResources'),
      initResizes: isEnabled('InPlacePodVerticalScalingInitContainers'),
      podResizes: isEnabled('InPlacePodLevelResourcesVerticalScaling'),
    },
    nativeResourcePrefix: `${labelDomain}/`,
    mirrorAnnotation: `${labelDomain}/config.mirror`,
    deletionCostAnnotation: `controller.${labelDomain}/pod-deletion-cost`,
    seccompPodAnnotation: `seccomp.security.alpha.${labelDomain}/pod`,
    seccompContainerPrefix: `container.seccomp.security.alpha.${labelDomain}/`,
    appArmorPrefix: `container.apparmor.security.beta.${labelDomain}/`,
    droppedAnnotations: new Set(
      ['beta', 'alpha'].flatMap((level) => [
        `pod.${level}.${labelDomain}/init-containers`,
        `pod.${level}.${labelDomain}/init-container-statuses`,
      ]),
    ),
    deprecatedAnnotations: new Map([
      [
        `scheduler.alpha.${labelDomain}/critical-pod`,
        'non-functional in v1.16+; use the "priorityClassName" field instead',
      ],
      [`security.alpha.${labelDomain}/sysctls`, 'non-functional in v1.11+; use the "sysctls" field instead'],
      [`security.alpha.${labelDomain}/unsafe-sysctls`, 'non-functional in v1.11+; use the "sysctls" field instead'],
    ]),
    // upstream: pkg/api/node/util.go, deprecatedNodeLabels
    deprecatedNodeLabels: new Map([
      [`beta.${labelDomain}/arch`, `deprecated since v1.14; use "${labelDomain}/arch" instead`],
      [`beta.${labelDomain}/os`, `deprecated since v1.14; use "${labelDomain}/os" instead`],
      [
        `failure-domain.beta.${labelDomain}/region`,
        `deprecated since v1.17; use "topology.${labelDomain}/region" instead`,
      ],
      [`failure-domain.beta.${labelDomain}/zone`, `deprecated since v1.17; use "topology.${labelDomain}/zone" instead`],
      [`beta.${labelDomain}/instance-type`, `deprecated since v1.17; use "node.${labelDomain}/instance-type" instead`],
      [`app.${labelDomain}/created-by`, 'deprecated since v1.9'],
      [`scheduler.alpha.${labelDomain}/preferAvoidPods`, 'deprecated since v1.22; use Taints and Tolerations instead'],
      [`node-role.${labelDomain}/master`, `use "node-role.${labelDomain}/control-plane" instead`],
    ]),
    reservedDomains: labelDomain === groupDomain ? [labelDomain] : [labelDomain, groupDomain],
  }
}

/** The values that all containers of one pod spec share. */
export interface PodScope {
  readonly rules: PodRules
  /** The spec is a pod's own, not a template's. */
  readonly isPod: boolean
  readonly gracePeriodSeconds: number | undefined
  readonly restartPolicy: string | undefined
  /** False if the pod has a separate user namespace. */
  readonly hostUsers: boolean
  /** Names in spec.resourceClaims. */
  readonly claimNames: ReadonlySet<string>
}

/** The values that validation of a volume source depends on. */
export interface VolumeContext {
  readonly rules: PodRules
  readonly isPod: boolean
  /** Name of the pod, empty for templates and pods still to be named. */
  readonly podName: string
}

/** The volume that a source belongs to, and the context of its rules. */
export interface VolumePlace {
  readonly name: string
  readonly context: VolumeContext
}
