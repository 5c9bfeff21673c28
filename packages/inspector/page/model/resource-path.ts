import type { KindAddress } from './routes.ts'

/** The path of a collection, of a namespace or, if it is empty, of all, or of one object. */
export function resourcePath({ group, version, resource }: KindAddress, namespace = '', name = ''): string {
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`
  const within = namespace === '' ? '' : `/namespaces/${encodeURIComponent(namespace)}`
  return `${root}${within}/${resource}${name === '' ? '' : `/${encodeURIComponent(name)}`}`
}
