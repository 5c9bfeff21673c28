import { isEqualJson, quote, type ApiObject } from '@pinnace/meta'
import type { PersistentVolumeClaim } from '@pinnace/types/core-v1-volumes'
import { refusal } from '../../refusal.ts'
import type { NodeRule } from './node-rule.ts'

/** A node may only update the resize status of a claim. */
// upstream: plugin/pkg/admission/noderestriction, admitPVCStatus
export const claimStatus: NodeRule = (node, attributes) => {
  const { operation, subresource } = attributes
  if (subresource !== 'status') throw refusal(attributes, 'may only update PVC status')
  if (operation !== 'UPDATE') throw refusal(attributes, `unexpected operation ${quote(operation)}`)
  const next = immutableFields(attributes.object as ApiObject)
  const live = immutableFields(attributes.oldObject as ApiObject)
  const changed = [...new Set([...next.keys(), ...live.keys()])].filter(
    (field) => !isEqualJson(next.get(field), live.get(field)),
  )
  if (changed.length === 0) return
  const only = 'is not allowed to update fields other than status.quantity and status.conditions'
  throw refusal(attributes, `node ${quote(node)} ${only}: ${changed.sort().join(', ')}`)
}

const writable = new Set(['capacity', 'conditions', 'allocatedResources', 'allocatedResourceStatuses'])
const serverOwned = new Set(['resourceVersion', 'managedFields'])

/** The fields that must not change, by path. Empty values are omitted. */
function immutableFields({ metadata, spec, status }: PersistentVolumeClaim): ReadonlyMap<string, unknown> {
  const fields: [string, unknown][] = []
  for (const [name, value] of Object.entries(metadata))
    if (!serverOwned.has(name)) fields.push([`metadata.${name}`, value])
  for (const [name, value] of Object.entries(spec ?? {})) fields.push([`spec.${name}`, value])
  for (const [name, value] of Object.entries(status ?? {})) {
    if (!writable.has(name)) fields.push([`status.${name}`, value])
  }
  return new Map(fields.filter(([, value]) => !isEmpty(value)))
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}
