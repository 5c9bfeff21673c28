import { Buffer } from 'node:buffer'
import { bytesReply, methodNotSupported, type PathHandler, protocolRelease } from '@pinnace/meta'
import type { VersionInfo } from '@pinnace/metrics'
import { assertRouteProduces, mediaTypes, type EmulatedReleases } from '@pinnace/versioning'

/**
 * The version of a server: the Kubernetes release whose protocol is served, with the version of this library as build
 * metadata of `gitVersion`.
 */
export function createVersionInfo(
  productVersion: string,
  { emulated, minCompatibility }: EmulatedReleases,
): VersionInfo {
  const { major, minor, patch } = protocolRelease
  return {
    major: String(major),
    minor: String(minor),
    emulationMajor: String(emulated.major),
    emulationMinor: String(emulated.minor),
    minCompatibilityMajor: String(minCompatibility.major),
    minCompatibilityMinor: String(minCompatibility.minor),
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
// upstream: apiserver/pkg/server/routes/version.go – indented JSON
export function createVersionHandler(info: VersionInfo): PathHandler {
  const body = Buffer.from(JSON.stringify(info, undefined, 2))
  return (request, { path }) => {
    if (path !== '/version' && path !== '/version/') return undefined
    if (request.method !== 'GET') throw methodNotSupported({ group: '', resource: '' }, request.method.toLowerCase())
    assertRouteProduces(request.header('accept'), [mediaTypes.json])
    return bytesReply(body, 'application/json')
  }
}
