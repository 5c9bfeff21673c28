import { fail, Failure } from '../../values/failure.ts'
import { boolType, listType, mapType, opaqueType, stringType } from '../../values/type.ts'
import { ArrayList, CelOpaque, mapOf, type CelType, type CelValue } from '../../values/value.ts'
import { declareFunction, memberOverload, overload, type FunctionDeclaration } from '../function.ts'
import type { Library } from '../library.ts'
import { parseQuery, parseUrl, splitHost, uriError, type UrlParts } from './parse-url.ts'

/** A URL as a value. */
export class CelUrl extends CelOpaque {
  readonly parts: UrlParts

  constructor(parts: UrlParts) {
    super()
    this.parts = parts
  }

  get type(): CelType {
    return urlType
  }

  equals(other: CelValue): boolean {
    if (!(other instanceof CelUrl)) return false
    const { parts } = other
    return (
      this.parts.scheme === parts.scheme &&
      this.parts.opaque === parts.opaque &&
      this.parts.user === parts.user &&
      this.parts.host === parts.host &&
      this.parts.escapedPath === parts.escapedPath &&
      this.parts.query === parts.query &&
      this.parts.fragment === parts.fragment
    )
  }
}

export const urlType: CelType<CelUrl> = opaqueType<CelUrl>('kubernetes.URL')

/** `url`, `isURL` and the parts of URLs. */
export function urls(): Library {
  return {
    name: 'kubernetes.urls',
    functions: [
      declareFunction(
        'url',
        overload('string_to_url', [stringType], urlType, (text) => readUrl(text)),
      ),
      declareFunction(
        'isURL',
        overload('is_url_string', [stringType], boolType, (text) => uriError(text) === undefined),
      ),
      getter('getScheme', 'url_get_scheme', ({ scheme }) => scheme),
      getter('getHost', 'url_get_host', ({ host }) => host),
      getter('getHostname', 'url_get_hostname', ({ host }) => splitHost(host).hostname),
      getter('getPort', 'url_get_port', ({ host }) => splitHost(host).port),
      getter('getEscapedPath', 'url_get_escaped_path', ({ escapedPath }) => escapedPath),
      declareFunction(
        'getQuery',
        memberOverload('url_get_query', [urlType], mapType(stringType, listType(stringType)), ({ parts }) =>
          mapOf(Array.from(parseQuery(parts.query), ([name, values]) => [name, new ArrayList(values)])),
        ),
      ),
    ],
  }
}

function getter(name: string, id: string, get: (parts: UrlParts) => string): FunctionDeclaration {
  return declareFunction(
    name,
    memberOverload(id, [urlType], stringType, ({ parts }) => get(parts)),
  )
}

function readUrl(text: string): CelUrl {
  try {
    return new CelUrl(parseUrl(text))
  } catch (error) {
    if (error instanceof Failure) fail(`URL parse error during conversion from string: ${error.message}`)
    throw error
  }
}
