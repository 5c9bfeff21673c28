import type { Pod } from '@pinnace/types/core-v1-pods'
import type { ResourceClaim, ResourceClaimTemplate } from '@pinnace/types/resource-v1'
import { nameOf, uidOf } from '../stored-object.ts'
import type { DeviceNames } from './device-names.ts'
import type { PodClaim } from './pod-claims.ts'

/** Longest base of a generated name: five random characters follow a hyphen. */
const maxBase = 57

/** Options for {@link claimOfTemplate}. */
export interface ClaimOfTemplateOptions {
  readonly entry: PodClaim
  readonly template: ResourceClaimTemplate
  readonly names: DeviceNames
}

/** The claim of a pod, as its template says. The pod owns it. */
// upstream: pkg/controller/resourceclaim/controller.go, handleClaim
export function claimOfTemplate(pod: Pod, { entry, template, names }: ClaimOfTemplateOptions): ResourceClaim {
  const { metadata: { labels, annotations } = {}, spec } = template.spec
  return {
    metadata: {
      generateName: generateNameOf(nameOf(pod), entry.name),
      ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: nameOf(pod), uid: uidOf(pod), controller: true }],
      annotations: { ...annotations, [names.podClaimAnnotation]: entry.name },
      ...(labels === undefined ? {} : { labels }),
    },
    spec,
  }
}

/** The names of the pod and of the entry, each shortened by the same share. */
function generateNameOf(pod: string, entry: string): string {
  const whole = `${pod}-${entry}-`
  if (whole.length <= maxBase) return whole
  const shorten = (text: string): string => text.slice(0, Math.floor((text.length * maxBase) / whole.length))
  return `${shorten(pod)}-${shorten(entry)}`
}
