import type { Authorizer, Decision } from './authorizer.ts'

const allow: Decision = Object.freeze({ effect: 'allow', reason: 'the path is open to everyone' })
const noOpinion: Decision = Object.freeze({ effect: 'noOpinion', reason: '' })

/** Allows everyone GET and HEAD of non-resource paths; a path that ends in `/*` covers all paths below it. */
export function openPaths(paths: readonly string[]): Authorizer {
  const exact = new Set(paths.filter((path) => !path.endsWith('/*')))
  const prefixes = paths.filter((path) => path.endsWith('/*')).map((path) => path.slice(0, -1))
  return ({ isResourceRequest, verb, path }) => {
    if (isResourceRequest || (verb !== 'get' && verb !== 'head')) return noOpinion
    return exact.has(path) || prefixes.some((prefix) => path.startsWith(prefix)) ? allow : noOpinion
  }
}
