import type { ApiObject, Vocabulary } from '@pinnace/meta'
import type { NodeVertex } from './node-vertex.ts'

type Named = { readonly name?: string } | null
type WithSecret = { readonly secretRef?: Named } | null

/** The fields of a pod that refer to other objects. */
export interface NodePod extends ApiObject {
  readonly spec?: {
    readonly nodeName?: string
    readonly serviceAccountName?: string
    readonly imagePullSecrets?: readonly { readonly name?: string }[] | null
    readonly containers?: readonly PodContainer[] | null
    readonly initContainers?: readonly PodContainer[] | null
    readonly ephemeralContainers?: readonly PodContainer[] | null
    readonly volumes?: readonly PodVolume[] | null
    readonly resourceClaims?: readonly PodClaim[] | null
  }
  readonly status?: {
    readonly resourceClaimStatuses?:
      | readonly { readonly name: string; readonly resourceClaimName?: string | null }[]
      | null
    readonly extendedResourceClaimStatus?: { readonly resourceClaimName?: string } | null
  }
}

interface PodContainer {
  readonly envFrom?: readonly { readonly secretRef?: Named; readonly configMapRef?: Named }[] | null
  readonly env?:
    | readonly { readonly valueFrom?: { readonly secretKeyRef?: Named; readonly configMapKeyRef?: Named } | null }[]
    | null
}

interface PodVolume {
  readonly name: string
  readonly azureFile?: { readonly secretName?: string } | null
  readonly cephfs?: WithSecret
  readonly cinder?: WithSecret
  readonly flexVolume?: WithSecret
  readonly rbd?: WithSecret
  readonly scaleIO?: WithSecret
  readonly iscsi?: WithSecret
  readonly storageos?: WithSecret
  readonly csi?: { readonly nodePublishSecretRef?: Named } | null
  readonly secret?: { readonly secretName?: string } | null
  readonly configMap?: Named
  readonly projected?: {
    readonly sources?: readonly { readonly secret?: Named; readonly configMap?: Named }[] | null
  } | null
  readonly persistentVolumeClaim?: { readonly claimName?: string } | null
  readonly ephemeral?: object | null
}

interface PodClaim {
  readonly name: string
  readonly resourceClaimName?: string | null
  readonly resourceClaimTemplateName?: string | null
}

/** The objects in its namespace that a pod refers to; none for a mirror pod, which its node has written. */
// upstream: plugin/pkg/auth/authorizer/node/graph.go, AddPod; api/v1/pod/util.go, VisitPodSecretNames
export function podReferences(pod: NodePod, vocabulary: Vocabulary): (readonly [NodeVertex, string])[] {
  const { metadata, spec = {} } = pod
  if (Object.hasOwn(metadata.annotations ?? {}, `${vocabulary.labelDomain}/config.mirror`)) return []
  const found: (readonly [NodeVertex, string])[] = []
  const add = (vertex: NodeVertex, name: string | null | undefined): void => {
    if (name !== undefined && name !== null && name !== '') found.push([vertex, name])
  }

  add('serviceAccount', spec.serviceAccountName)
  for (const { name } of spec.imagePullSecrets ?? []) add('secret', name)
  for (const containers of [spec.initContainers, spec.containers, spec.ephemeralContainers]) {
    for (const { env, envFrom } of containers ?? []) {
      for (const { secretRef, configMapRef } of envFrom ?? []) {
        add('secret', secretRef?.name)
        add('configmap', configMapRef?.name)
      }
      for (const { valueFrom } of env ?? []) {
        add('secret', valueFrom?.secretKeyRef?.name)
        add('configmap', valueFrom?.configMapKeyRef?.name)
      }
    }
  }
  for (const volume of spec.volumes ?? []) {
    for (const name of secretsOf(volume)) add('secret', name)
    add('configmap', volume.configMap?.name)
    for (const { configMap } of volume.projected?.sources ?? []) add('configmap', configMap?.name)
    add('pvc', volume.persistentVolumeClaim?.claimName)
    if (volume.ephemeral !== undefined && volume.ephemeral !== null) add('pvc', `${metadata.name}-${volume.name}`)
  }
  for (const claim of spec.resourceClaims ?? []) add('resourceclaim', claimName(pod, claim))
  add('resourceclaim', pod.status?.extendedResourceClaimStatus?.resourceClaimName)
  return found
}

function secretsOf(volume: PodVolume): (string | undefined)[] {
  const { cephfs, cinder, flexVolume, rbd, scaleIO, iscsi, storageos } = volume
  return [
    volume.azureFile?.secretName,
    ...[cephfs, cinder, flexVolume, rbd, scaleIO, iscsi, storageos].map((source) => source?.secretRef?.name),
    volume.csi?.nodePublishSecretRef?.name,
    volume.secret?.secretName,
    ...(volume.projected?.sources ?? []).map(({ secret }) => secret?.name),
  ]
}

// upstream: component-helpers/resource/claim, Name – the name of a claim made from a template is in the status
function claimName({ status }: NodePod, { name, resourceClaimName, resourceClaimTemplateName }: PodClaim): string {
  if (resourceClaimName) return resourceClaimName
  if (!resourceClaimTemplateName) return ''
  return status?.resourceClaimStatuses?.find((entry) => entry.name === name)?.resourceClaimName ?? ''
}
