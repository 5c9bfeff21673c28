import { X509Certificate } from 'node:crypto'
import { cloneJson, type ApiObject, type Mutable } from '@pinnace/meta'
import type { ConfigMap } from '@pinnace/types/core-v1'
import { formatPem, readPemBlocks } from '@pinnace/x509'
import type { ServerCore } from '../core.ts'
import { defaultWriteOptions } from '../options/write-options.ts'
import { loopbackScope } from '../write/loopback-scope.ts'
import type { Draft } from '../served-resource.ts'
import { write } from '../write/write.ts'
import { proxyName } from './backends.ts'

/** What registered servers need to know to believe what this one says of its users. */
export interface AuthenticationToPublish {
  /** Authorities of client certificates, PEM. */
  readonly clientAuthorities: readonly string[]
  /** The authority of the certificate that requests are passed on with, PEM. */
  readonly proxyAuthority: string
}

/** The config map of the system namespace they read it from. */
const authenticationConfigName = 'extension-apiserver-authentication'

/** Authorities that are kept of servers before this one, or beside it: the newest. */
const maxAuthorities = 16

/** Writes down how users are known, for servers that are registered with this one. */
// upstream: pkg/controlplane/controller/clusterauthenticationtrust
export async function publishAuthentication(
  core: ServerCore,
  { clientAuthorities, proxyAuthority }: AuthenticationToPublish,
): Promise<void> {
  const served = core.findDeclared('', 'v1', 'configmaps')!
  const namespace = core.vocabulary.systemNamespace
  await write(core, loopbackScope(served, namespace, authenticationConfigName), {
    propose(live: ApiObject | undefined) {
      const next = (live === undefined
        ? { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: authenticationConfigName, namespace } }
        : cloneJson(live)) as unknown as Mutable<ConfigMap>
      const { data = {} } = next
      const bundle = (name: string, more: readonly string[]): string =>
        combine(data[name] ?? '', more, core.clock.now())
      next.data = {
        ...data,
        'client-ca-file': bundle('client-ca-file', clientAuthorities),
        'requestheader-allowed-names': JSON.stringify([proxyName]),
        'requestheader-client-ca-file': bundle('requestheader-client-ca-file', [proxyAuthority]),
        'requestheader-extra-headers-prefix': JSON.stringify(['X-Remote-Extra-']),
        'requestheader-group-headers': JSON.stringify(['X-Remote-Group']),
        'requestheader-uid-headers': JSON.stringify(['X-Remote-Uid']),
        'requestheader-username-headers': JSON.stringify(['X-Remote-User']),
      }
      return next as unknown as Draft
    },
    strategy: served.definition.strategy,
    options: defaultWriteOptions,
    retry: true,
    ownership: { type: 'untracked' },
    admission: 'none',
  })
}

/** The certificates of some bundles, once each: of those that were there before, none whose time is over. */
function combine(known: string, more: readonly string[], nowMs: number): string {
  const blocks = new Set(blocksOf(known).filter((block) => isInTime(block, nowMs)))
  for (const bundle of more) for (const block of blocksOf(bundle)) blocks.add(block)
  return [...blocks].slice(-maxAuthorities).join('')
}

function blocksOf(bundle: string): readonly string[] {
  return [...readPemBlocks(bundle)]
    .filter(({ type }) => type === 'CERTIFICATE')
    .map(({ bytes }) => formatPem('CERTIFICATE', bytes))
}

function isInTime(pem: string, nowMs: number): boolean {
  try {
    return Date.parse(new X509Certificate(pem).validTo) > nowMs
  } catch {
    return false
  }
}
