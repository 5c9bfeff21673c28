import { X509Certificate } from 'node:crypto'
import { BoundedMap, type Clock, type Vocabulary } from '@pinnace/meta'
import { formatPem, readPemBlocks } from '@pinnace/x509'
import type { ApiObjects } from './api-objects.ts'
import { proxyName } from './backends.ts'

/** What other servers need to authenticate requests that this one forwards, and clients of this one. */
export interface PublishedAuthentication {
  /** Authorities of client certificates, PEM. */
  readonly clientAuthorities: readonly string[]
  /** How other servers recognize requests that this one forwards; undefined if that is not known. */
  readonly requestHeader: PublishedRequestHeader | undefined
}

/** The proxy that other servers trust, and the headers that it sends the user in. */
export interface PublishedRequestHeader {
  /** The authority of the client certificate that requests are forwarded with, PEM. */
  readonly clientCa: string
  /** Common names of that certificate; empty for any. */
  readonly allowedNames: readonly string[]
  readonly usernameHeaders: readonly string[]
  /** Empty if no uid is sent. */
  readonly uidHeaders: readonly string[]
  readonly groupHeaders: readonly string[]
  readonly extraHeaderPrefixes: readonly string[]
}

/** Of requests that are forwarded with a certificate of this server. */
export function ownRequestHeader(clientCa: string, sendsUid: boolean): PublishedRequestHeader {
  return {
    clientCa,
    allowedNames: [proxyName],
    usernameHeaders: ['X-Remote-User'],
    uidHeaders: sendsUid ? ['X-Remote-Uid'] : [],
    groupHeaders: ['X-Remote-Group'],
    extraHeaderPrefixes: ['X-Remote-Extra-'],
  }
}

/** Options for {@link publishAuthentication}. */
export interface PublishAuthenticationOptions extends PublishedAuthentication {
  readonly objects: ApiObjects
  readonly vocabulary: Vocabulary
  readonly clock: Clock
}

/** The config map of the system namespace that other servers read. */
const configMapName = 'extension-apiserver-authentication'

/** Authorities of earlier and parallel servers that are kept: the newest. */
const maxAuthorities = 16

/** Writes the config map that other servers authenticate by. */
// upstream: pkg/controlplane/controller/clusterauthenticationtrust
export async function publishAuthentication(options: PublishAuthenticationOptions): Promise<void> {
  const { objects, vocabulary, clock, clientAuthorities, requestHeader } = options
  const namespace = vocabulary.systemNamespace
  await objects.putConfigMap(namespace, configMapName, (live) => {
    const created = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: configMapName, namespace } }
    const data = live?.data ?? {}
    const bundle = (name: string, more: readonly string[]): string => mergeBundles(data[name] ?? '', more, clock.now())
    const published = (header: PublishedRequestHeader): Readonly<Record<string, string>> => ({
      'requestheader-allowed-names': JSON.stringify(header.allowedNames),
      'requestheader-client-ca-file': bundle('requestheader-client-ca-file', [header.clientCa]),
      'requestheader-extra-headers-prefix': JSON.stringify(header.extraHeaderPrefixes),
      'requestheader-group-headers': JSON.stringify(header.groupHeaders),
      ...(header.uidHeaders.length > 0 ? { 'requestheader-uid-headers': JSON.stringify(header.uidHeaders) } : {}),
      'requestheader-username-headers': JSON.stringify(header.usernameHeaders),
    })
    return {
      ...(live ?? created),
      data: {
        ...data,
        'client-ca-file': bundle('client-ca-file', clientAuthorities),
        ...(requestHeader === undefined ? {} : published(requestHeader)),
      },
    }
  })
}

/** The certificates of several bundles, without duplicates; those of `known` that have expired are left out. */
function mergeBundles(known: string, more: readonly string[], nowMs: number): string {
  const blocks = new Set(certificatesOf(known).filter((block) => !hasExpired(block, nowMs)))
  for (const bundle of more) for (const block of certificatesOf(bundle)) blocks.add(block)
  return [...blocks].slice(-maxAuthorities).join('')
}

function certificatesOf(bundle: string): readonly string[] {
  return [...readPemBlocks(bundle)]
    .filter(({ type }) => type === 'CERTIFICATE')
    .map(({ bytes }) => formatPem('CERTIFICATE', bytes))
}

function hasExpired(pem: string, nowMs: number): boolean {
  let endMs = ends.get(pem)
  if (endMs === undefined) ends.set(pem, (endMs = endOf(pem)))
  return endMs <= nowMs
}

/** When certificates end, by their PEM: servers that begin read those of others again and again. */
const ends = new BoundedMap<string, number>({ maxEntries: 64 })

function endOf(pem: string): number {
  try {
    return Date.parse(new X509Certificate(pem).validTo)
  } catch {
    return -Infinity
  }
}
