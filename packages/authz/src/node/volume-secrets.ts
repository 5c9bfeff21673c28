import type { ApiObject } from '@pinnace/meta'

type Reference = { readonly name?: string; readonly namespace?: string } | null
type WithSecret = { readonly secretRef?: Reference } | null

/** The fields of a persistent volume that refer to other objects. */
export interface NodeVolume extends ApiObject {
  readonly spec?: {
    readonly claimRef?: { readonly name?: string; readonly namespace?: string } | null
    readonly azureFile?: { readonly secretName?: string; readonly secretNamespace?: string | null } | null
    readonly cephfs?: WithSecret
    readonly cinder?: WithSecret
    readonly flexVolume?: WithSecret
    readonly rbd?: WithSecret
    readonly scaleIO?: WithSecret
    readonly iscsi?: WithSecret
    readonly storageos?: WithSecret
    readonly csi?: {
      readonly nodePublishSecretRef?: Reference
      readonly nodeStageSecretRef?: Reference
      readonly nodeExpandSecretRef?: Reference
    } | null
  }
}

/** The secrets that a node needs to mount the volume, without those that only the controller needs. */
// upstream: api/v1/persistentvolume/util.go, VisitPVSecretNames
export function volumeSecrets({ spec = {} }: NodeVolume): { readonly namespace: string; readonly name: string }[] {
  const home = spec.claimRef?.namespace ?? ''
  const { azureFile, csi } = spec
  const found = [
    { name: azureFile?.secretName, namespace: azureFile?.secretNamespace || home },
    // Without a namespace, the secret is in the namespace of the claim.
    ...[spec.cephfs, spec.flexVolume, spec.rbd, spec.scaleIO, spec.iscsi].map((source) => ({
      name: source?.secretRef?.name,
      namespace: source?.secretRef?.namespace || home,
    })),
    ...[
      spec.cinder?.secretRef,
      spec.storageos?.secretRef,
      csi?.nodePublishSecretRef,
      csi?.nodeStageSecretRef,
      csi?.nodeExpandSecretRef,
    ].map((reference) => ({ name: reference?.name, namespace: reference?.namespace ?? '' })),
  ]
  return found.flatMap(({ name = '', namespace }) => (name === '' || namespace === '' ? [] : [{ name, namespace }]))
}
