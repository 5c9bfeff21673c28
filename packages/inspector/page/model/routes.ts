/** A page of the inspector. */
export type Route =
  | { readonly page: 'kinds' }
  | { readonly page: 'objects'; readonly kind: KindAddress; readonly query: URLSearchParams }
  | {
      readonly page: 'object'
      readonly kind: KindAddress
      readonly namespace: string
      readonly name: string
      readonly query: URLSearchParams
    }
  | { readonly page: 'requests'; readonly number: number | undefined }
  | { readonly page: 'access'; readonly query: URLSearchParams }
  | { readonly page: 'watches' }
  | { readonly page: 'time' }

/** The version of a resource. */
export interface KindAddress {
  /** Empty for the core group. */
  readonly group: string
  readonly version: string
  readonly resource: string
}

/** The route of a URL fragment; an unknown one is the list of kinds. */
export function parseRoute(fragment: string): Route {
  const [path = '', search = ''] = fragment.replace(/^#?\/?/, '').split('?')
  const query = new URLSearchParams(search)
  const [page, ...parts] = path.split('/').map(decode)
  const [group = '', version = '', resource = '', namespace = '', name = ''] = parts
  const kind = { group: fromPart(group), version, resource }
  switch (page) {
    case 'objects':
      return resource === '' ? { page: 'kinds' } : { page, kind, query }
    case 'object':
      return name === '' ? { page: 'kinds' } : { page, kind, namespace: fromPart(namespace), name, query }
    case 'requests':
      return { page, number: /^\d+$/.test(group) ? Number(group) : undefined }
    case 'access':
      return { page, query }
    case 'watches':
    case 'time':
      return { page }
    default:
      return { page: 'kinds' }
  }
}

/** The fragment of the objects of a kind. */
export function objectsHref(kind: KindAddress, query: Readonly<Record<string, string>> = {}): string {
  return `#/objects/${kindPath(kind)}${searchOf(query)}`
}

/** The fragment of an object. */
export function objectHref(
  kind: KindAddress,
  namespace: string,
  name: string,
  query: Readonly<Record<string, string>> = {},
): string {
  return `#/object/${kindPath(kind)}/${toPart(namespace)}/${encodeURIComponent(name)}${searchOf(query)}`
}

/** The fragment of a request of the log. */
export function requestHref(number: number): string {
  return `#/requests/${number}`
}

function kindPath({ group, version, resource }: KindAddress): string {
  return [toPart(group), version, resource].map(encodeURIComponent).join('/')
}

function searchOf(query: Readonly<Record<string, string>>): string {
  const set = Object.entries(query).filter(([, value]) => value !== '')
  return set.length === 0 ? '' : `?${new URLSearchParams(set).toString()}`
}

function toPart(text: string): string {
  return text === '' ? '-' : text
}

function fromPart(text: string): string {
  return text === '-' ? '' : text
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
