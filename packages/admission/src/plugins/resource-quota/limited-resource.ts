import type { ScopedResourceSelectorRequirement } from '@pinnace/types/core-v1'
import type { PluginConfiguration } from '../../built-in-plugin.ts'
import { readDocument, readItems, readText } from '../../read-document.ts'
import { readFields } from '../../read-fields.ts'

/** A resource that may be used only if a quota limits it. */
export interface LimitedResource {
  readonly apiGroup: string
  readonly resource: string
  /** Substrings of usage names: usage with a matching name requires a quota for that name. */
  readonly matchContains: readonly string[]
  /** Scopes: objects in a scope require a quota with that scope. */
  readonly matchScopes: readonly ScopedResourceSelectorRequirement[]
}

const plugin = 'ResourceQuota'
const operators = ['In', 'NotIn', 'Exists', 'DoesNotExist']

/** Reads the configuration of the plugin. */
// upstream: plugin/resourcequota/apis/resourcequota, v1, v1beta1, v1alpha1 and validation
export function readLimitedResources({ value, vocabulary }: PluginConfiguration): readonly LimitedResource[] {
  if (value === undefined) return []
  const { groupDomain } = vocabulary
  const kinds = [
    { apiVersion: `apiserver.config.${groupDomain}/v1`, kind: 'ResourceQuotaConfiguration' },
    { apiVersion: `resourcequota.admission.${groupDomain}/v1beta1`, kind: 'Configuration' },
    { apiVersion: `resourcequota.admission.${groupDomain}/v1alpha1`, kind: 'Configuration' },
  ]
  const { limitedResources } = readDocument(plugin, value, kinds, ['limitedResources'])
  return readItems(`${plugin}: limitedResources`, limitedResources).map((item, index) =>
    readLimited(`${plugin}: limitedResources[${index}]`, item),
  )
}

function readLimited(at: string, value: unknown): LimitedResource {
  const fields = readFields(at, value, ['apiGroup', 'resource', 'matchContains', 'matchScopes'])
  const resource = readText(`${at}.resource`, fields['resource'])
  if (resource === '') throw new TypeError(`${at}.resource: Required value`)
  return {
    apiGroup: readText(`${at}.apiGroup`, fields['apiGroup']),
    resource,
    matchContains: readItems(`${at}.matchContains`, fields['matchContains']).map((part, index) =>
      readText(`${at}.matchContains[${index}]`, part),
    ),
    matchScopes: readItems(`${at}.matchScopes`, fields['matchScopes']).map((scope, index) =>
      readScope(`${at}.matchScopes[${index}]`, scope),
    ),
  }
}

function readScope(at: string, value: unknown): ScopedResourceSelectorRequirement {
  const { scopeName, operator, values } = readFields(at, value, ['scopeName', 'operator', 'values'])
  const name = readText(`${at}.scopeName`, scopeName)
  if (name === '') throw new TypeError(`${at}.scopeName: Required value`)
  const word = readText(`${at}.operator`, operator)
  if (!operators.includes(word)) {
    throw new TypeError(`${at}.operator must be one of ${operators.join(', ')}, not ${JSON.stringify(operator)}`)
  }
  return {
    scopeName: name,
    operator: word,
    values: readItems(`${at}.values`, values).map((one, index) => readText(`${at}.values[${index}]`, one)),
  }
}
