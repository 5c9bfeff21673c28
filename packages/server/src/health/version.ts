import { Buffer } from 'node:buffer'
import { assertReads, bytesReply, type PathHandler, protocolRelease } from '@pinnace/meta'

/** The body of `/version`. */
export interface VersionInfo {
  readonly major: string
  readonly minor: string
  readonly emulationMajor: string
  readonly emulationMinor: string
  readonly minCompatibilityMajor: string
  readonly minCompatibilityMinor: string
  readonly gitVersion: string
  readonly gitCommit: string
  readonly gitTreeState: string
  readonly buildDate: string
  readonly goVersion: string
  readonly compiler: string
  readonly platform: string
}

/**
 * The version of a server: the Kubernetes release whose protocol is served, with the version of this library as build
 * metadata of `gitVersion`.
 */
export function createVersionInfo(productVersion: string): VersionInfo {
  const { major, minor, patch } = protocolRelease
  return {
    major: String(major),
    minor: String(minor),
    emulationMajor: String(major),
    emulationMinor: String(minor),
    minCompatibilityMajor: String(major),
    minCompatibilityMinor: String(minor - 1),
    gitVersion: `v${major}.${minor}.${patch}+pinnace.${productVersion.replaceAll(/[^0-9A-Za-z.-]/g, '-')}`,
    gitCommit: '',
    gitTreeState: 'clean',
    buildDate: '1970-01-01T00:00:00Z',
    goVersion: `node${process.versions.node}`,
    compiler: 'v8',
    platform: `${process.platform}/${process.arch === 'x64' ? 'amd64' : process.arch}`,
  }
}

/** Answers `/version`. */
// upstream: apiserver/pkg/server/routes/version.go – indented JSON, whatever the client accepts
export function createVersionHandler(info: VersionInfo): PathHandler {
  const body = Buffer.from(JSON.stringify(info, undefined, 2))
  return (request, { path }) => {
    if (path !== '/version' && path !== '/version/') return undefined
    assertReads(request)
    return bytesReply(body, 'application/json')
  }
}
