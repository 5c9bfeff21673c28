// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'

/**
 * storage.v1beta1.VolumeAttributesClass
 *
 * Properties of volumes, such as their speed, that can be changed while they are in use. A claim chooses a class by
 * name.
 */
export interface VolumeAttributesClass extends ApiObject {
  /** The driver that understands the parameters. It cannot be changed. */
  readonly driverName: string
  /**
   * The properties as the driver names them: at least one, at most 512. They cannot be changed; a claim changes to
   * another class.
   */
  readonly parameters?: Readonly<Record<string, string>>
}

/** storage.v1beta1.VolumeAttributesClassList */
export type VolumeAttributesClassList = ApiList<VolumeAttributesClass>

/** Fields of the types of this file, one line each. */
export const storageV1beta1Types: TypeTable = {
  'storage.v1beta1.VolumeAttributesClass': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
driverName 2 string required
parameters 3 map:string omitempty`,
  'storage.v1beta1.VolumeAttributesClassList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []storage.v1beta1.VolumeAttributesClass required`,
}
