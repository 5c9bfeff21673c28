import type { FieldRequirement } from '@pinnace/meta'
import type { AuthorizerAttributes } from '../../src/index.ts'

export function user(username: string, ...groups: string[]): AuthorizerAttributes['user'] {
  return { username, groups, extra: {} }
}

/** `get /path`, or `get group:resource/subresource name@namespace` with everything but verb and resource left out at will. */
export function attributes(who: AuthorizerAttributes['user'], text: string): AuthorizerAttributes {
  const [verb = '', rest = '', last = ''] = text.split(' ')
  const base = { user: who, verb, group: '', version: 'v1', namespace: '', resource: '', subresource: '', name: '' }
  if (rest.startsWith('/')) return { ...base, version: '', isResourceRequest: false, path: rest }
  const [what = '', firstNamespace = ''] = rest.split('@')
  const [name = '', namespace = firstNamespace] = last.split('@')
  const [group, full] = what.includes(':') ? (what.split(':') as [string, string]) : ['', what]
  const [resource = '', subresource = ''] = full.split('/')
  return { ...base, isResourceRequest: true, path: '', group, resource, subresource, name, namespace }
}

export function narrowed(
  request: AuthorizerAttributes,
  ...fieldRequirements: FieldRequirement[]
): AuthorizerAttributes {
  return { ...request, fieldRequirements }
}
