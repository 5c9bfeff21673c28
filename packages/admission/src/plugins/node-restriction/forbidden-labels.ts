import type { Vocabulary } from '@pinnace/meta'

type Labels = Readonly<Record<string, string>>

/** Returns the changed labels a node must not set, sorted. */
export type ForbiddenLabels = (next: Labels, live: Labels) => readonly string[]

/** Nodes must not set labels in the Kubernetes domains, with some exceptions. */
// upstream: plugin/pkg/admission/noderestriction, getForbiddenLabels; kubelet/pkg/apis/well_known_labels.go
export function createForbiddenLabels({ labelDomain, groupDomain, nodeAgent }: Vocabulary): ForbiddenLabels {
  const allowed = new Set([
    `${labelDomain}/hostname`,
    `topology.${labelDomain}/zone`,
    `topology.${labelDomain}/region`,
    `failure-domain.beta.${labelDomain}/zone`,
    `failure-domain.beta.${labelDomain}/region`,
    `beta.${labelDomain}/instance-type`,
    `node.${labelDomain}/instance-type`,
    `${labelDomain}/os`,
    `${labelDomain}/arch`,
    `beta.${labelDomain}/os`,
    `beta.${labelDomain}/arch`,
  ])
  const isForbidden = (label: string): boolean => {
    const domain = label.includes('/') ? label.slice(0, label.indexOf('/')) : ''
    const isIn = (parent: string): boolean => domain === parent || domain.endsWith(`.${parent}`)
    if (isIn(`node-restriction.${labelDomain}`)) return true
    if (!isIn(labelDomain) && !isIn(groupDomain)) return false
    return !allowed.has(label) && !isIn(`${nodeAgent}.${labelDomain}`) && !isIn(`node.${labelDomain}`)
  }
  return (next, live) =>
    [...new Set([...Object.keys(next), ...Object.keys(live)])]
      .filter((label) => next[label] !== live[label] && isForbidden(label))
      .sort()
}
