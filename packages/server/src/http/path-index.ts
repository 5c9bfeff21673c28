import { bytesReply, type PathHandler } from '@pinnace/meta'
import { Buffer } from 'node:buffer'

/** A group of discovery, with its versions. */
export interface IndexedGroup {
  readonly group: string
  readonly versions: readonly { readonly version: string }[]
}

/** Options for {@link createPathIndex}. */
export interface PathIndexOptions {
  readonly groups: () => readonly IndexedGroup[]
  /** The paths beside those of discovery. */
  readonly others: () => readonly string[]
}

/** Answers `/` with the paths that the server serves. */
// upstream: apiserver/pkg/server/routes/index.go – for any method, always indented
export function createPathIndex({ groups, others }: PathIndexOptions): PathHandler {
  return (_request, { path }) => {
    if (path !== '/' && path !== '/index.html') return undefined
    const paths = ['/api', '/apis', '/apis/', ...groups().flatMap(discoveryPaths), ...others()]
    return bytesReply(Buffer.from(JSON.stringify({ paths: paths.sort() }, undefined, 2)), 'application/json')
  }
}

function discoveryPaths({ group, versions }: IndexedGroup): readonly string[] {
  if (group === '') return versions.map(({ version }) => `/api/${version}`)
  return [`/apis/${group}`, ...versions.map(({ version }) => `/apis/${group}/${version}`)]
}
