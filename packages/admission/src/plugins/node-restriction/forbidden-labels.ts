import type { Vocabulary } from '@pinnace/meta'

type Labels = Readonly<Record<string, string>>

/** Of the labels that differ those that are not a node's to write, in order. */
export type ForbiddenLabels = (next: Labels, live: Labels) => readonly string[]

/** Labels of the field's own domains are not for nodes, some excepted. */
// upstream: plugin/pkg/admission/noderestriction, getForbiddenLabels; kubelet/pkg/apis/well_known_labels.go
export function createForbiddenLabels({ labelDomain, groupDomain, nodeAgent }: Vocabulary): ForbiddenLabels {
  const own = new Set([
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
    return !own.has(label) && !isIn(`${nodeAgent}.${labelDomain}`) && !isIn(`node.${labelDomain}`)
  }
  return (next, live) =>
    [...new Set([...Object.keys(next), ...Object.keys(live)])]
      .filter((label) => next[label] !== live[label] && isForbidden(label))
      .sort()
}
