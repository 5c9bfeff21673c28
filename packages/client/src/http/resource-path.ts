import type { ResourceTarget } from '../transport.ts'

/** The path of a call: `/apis/apps/v1/namespaces/default/deployments/web/status`. */
export function resourcePath({ definition, namespace, name, subresource }: ResourceTarget): string {
  const { group, version, resource, scope } = definition
  const segments = group === '' ? ['api', version] : ['apis', group, version]
  if (scope === 'Namespaced' && namespace !== '') segments.push('namespaces', namespace)
  segments.push(resource)
  if (name !== '') segments.push(name)
  if (subresource !== '') segments.push(subresource)
  return `/${segments.map(segment).join('/')}`
}

// A name with a slash would call another resource.
function segment(text: string): string {
  if (text === '' || text === '.' || text === '..' || text.includes('/') || text.includes('%')) {
    throw new TypeError(`${JSON.stringify(text)} is not allowed in a path`)
  }
  return encodeURIComponent(text)
}

/** Path and query; values that are undefined are left out. */
export function withQuery(
  path: string,
  values: Readonly<Record<string, string | number | boolean | undefined>>,
): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, String(value))
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}
