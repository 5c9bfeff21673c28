import { FieldErrors, type Mutable } from '@pinnace/meta'
import type { Container, EphemeralContainer } from '@pinnace/types/core-v1-containers'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { AdmissionAttributes } from '../admission-attributes.ts'
import type { BuiltInPlugin } from '../built-in-plugin.ts'
import { joinReasons } from '../join-reasons.ts'
import { refusal } from '../refusal.ts'

const always = 'Always'
const containerLists = ['initContainers', 'containers', 'ephemeralContainers'] as const

/** Sets the pull policy of every image to Always, so that pods cannot use images without the credentials to pull them. */
// upstream: plugin/pkg/admission/alwayspullimages/admission.go
export const alwaysPullImages: BuiltInPlugin = {
  name: 'AlwaysPullImages',
  isDefault: false,
  create: () => ({
    name: 'AlwaysPullImages',
    handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
    resources: [{ group: '', resource: 'pods' }],
    admit(attributes) {
      if (isIgnored(attributes)) return
      const { spec } = attributes.object as Mutable<Pod>
      if (spec === undefined) return
      for (const list of containerLists) for (const container of spec[list] ?? []) container.imagePullPolicy = always
      for (const { image } of spec.volumes ?? []) if (image !== undefined) image.pullPolicy = always
    },
    validate(attributes) {
      if (isIgnored(attributes)) return
      const errors = new FieldErrors()
      const { spec } = attributes.object as Pod
      if (spec === undefined) return
      for (const list of containerLists) {
        spec[list]?.forEach(({ imagePullPolicy: policy }: Container | EphemeralContainer, index) => {
          if (policy !== always) errors.notSupported(`spec.${list}[${index}].imagePullPolicy`, policy ?? '', [always])
        })
      }
      spec.volumes?.forEach(({ image }, index) => {
        if (image === undefined || image.pullPolicy === always) return
        errors.notSupported(`spec.volumes[${index}].image.pullPolicy`, image.pullPolicy ?? '', [always])
      })
      if (errors.isEmpty) return
      throw refusal(attributes, joinReasons(errors.list.map(({ field, message }) => `${field}: ${message}`)))
    },
  }),
}

// An update that adds no image is allowed, so that running pods can be labeled and finalized.
function isIgnored({ operation, subresource, object, oldObject }: AdmissionAttributes): boolean {
  if (subresource !== '') return true
  if (operation !== 'UPDATE') return false
  const known = new Set(imagesOf(oldObject as Pod))
  return imagesOf(object as Pod).every((image) => known.has(image))
}

function imagesOf({ spec }: Pod): readonly string[] {
  return containerLists.flatMap((list) =>
    (spec?.[list] ?? []).map(({ image }: Container | EphemeralContainer) => image ?? ''),
  )
}
