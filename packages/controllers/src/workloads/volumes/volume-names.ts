import type { Vocabulary } from '@pinnace/meta'

/** The annotations of volumes and claims. */
export interface VolumeNames {
  readonly selectedNode: string
  readonly provisioner: string
  readonly bindCompleted: string
  readonly boundByController: string
  readonly provisionedBy: string
  readonly isDefaultClass: string
}

// upstream: component-helpers/storage/volume/helpers.go
export function volumeNames({ labelDomain }: Vocabulary): VolumeNames {
  return {
    selectedNode: `volume.${labelDomain}/selected-node`,
    provisioner: `volume.${labelDomain}/storage-provisioner`,
    bindCompleted: `pv.${labelDomain}/bind-completed`,
    boundByController: `pv.${labelDomain}/bound-by-controller`,
    provisionedBy: `pv.${labelDomain}/provisioned-by`,
    isDefaultClass: `storageclass.${labelDomain}/is-default-class`,
  }
}

/** Whether the volumes of a class with this provisioner are created by hand. */
export function isByHand(provisioner: string): boolean {
  return provisioner.endsWith('/no-provisioner')
}

/** The driver of simulated volumes, and the provisioner of the default class. */
export const simulatedDriver = 'volumes.simulate.pinnace.dev'

export const claimKind = { apiVersion: 'v1', kind: 'PersistentVolumeClaim' } as const
export const volumeKind = { apiVersion: 'v1', kind: 'PersistentVolume' } as const
