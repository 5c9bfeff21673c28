import type { ConfigMap, Secret } from '@pinnace/types/core-v1'
import {
  bootstrapTokenSecrets,
  expirationOf,
  signingTokenOf,
  type SigningToken,
} from '../bootstrap-token/bootstrap-tokens.ts'
import type { Controller } from '../controller.ts'
import { unlessOutdated } from '../is-outdated.ts'
import { startLoop } from '../reconcile-loop.ts'
import { signDetached, type BootstrapSigningKey } from './sign-detached.ts'

/** Options for {@link bootstrapSignerController}. */
export interface BootstrapSignerOptions {
  /**
   * What signs `cluster-info`: the whole token `id.secret`, or its second part, which is what kubeadm looks for.
   * @default 'token'
   */
  readonly bootstrapSigningKey?: BootstrapSigningKey
}

const name = 'bootstrap-signer-controller'
const clusterInfo = 'cluster-info'
const contentKey = 'kubeconfig'
const signaturePrefix = 'jws-kubeconfig-'
const longestMs = 3_600_000

/**
 * Keeps a signature of `cluster-info` for each bootstrap token that may sign, and none of others: who holds a token can
 * tell that the cluster they ask is theirs.
 */
// upstream: pkg/controller/bootstrap/bootstrapsigner.go
export function bootstrapSignerController({ bootstrapSigningKey = 'token' }: BootstrapSignerOptions): Controller {
  return {
    name,
    isDefault: false,
    start(context) {
      const { client, informers, vocabulary, clock } = context
      const kind = { apiVersion: 'v1', kind: 'ConfigMap' }
      const namespace = vocabulary.publicNamespace
      const published = informers.informer<ConfigMap>(kind, {
        namespace,
        fieldSelector: `metadata.name=${clusterInfo}`,
      })
      const secrets = bootstrapTokenSecrets(context)
      const loop = startLoop({
        name,
        context,
        workers: 1,
        async reconcile(_key, signal) {
          const live = published.store.get(clusterInfo, namespace)
          const content = live?.data?.[contentKey]
          if (live === undefined || content === undefined) return
          const now = clock.now()
          const { tokens, nextEndMs } = readTokens(secrets.store.list(), now)
          const kept = Object.entries(live.data!).filter(([key]) => !key.startsWith(signaturePrefix))
          const signatures: [string, string][] = []
          for (const token of tokens) {
            const signature = await signDetached(content, token, bootstrapSigningKey)
            signatures.push([`${signaturePrefix}${token.id}`, signature])
          }
          const data = Object.fromEntries([...kept, ...signatures])
          if (!isSame(live.data!, data)) {
            const configMaps = client.resource<ConfigMap>(kind).namespace(namespace)
            await unlessOutdated(configMaps.update({ ...live, data }, { signal }))
          }
          return nextEndMs === undefined ? undefined : { requeueAfterMs: Math.min(nextEndMs - now, longestMs) }
        },
      })
      const look = (): void => loop.add(clusterInfo)
      published.addHandler({ add: look, update: look })
      secrets.addHandler({ add: look, update: look, delete: look })
      return loop
    },
  }
}

/** Those that sign now, and when the first of them ends. */
function readTokens(
  secrets: readonly Secret[],
  nowMs: number,
): { readonly tokens: readonly SigningToken[]; readonly nextEndMs: number | undefined } {
  const tokens: SigningToken[] = []
  let nextEndMs: number | undefined
  for (const secret of secrets) {
    const token = signingTokenOf(secret, nowMs)
    if (token === undefined) continue
    tokens.push(token)
    const endMs = expirationOf(secret)
    if (endMs !== undefined) nextEndMs = Math.min(endMs, nextEndMs ?? endMs)
  }
  return { tokens, nextEndMs }
}

function isSame(live: Readonly<Record<string, string>>, next: Readonly<Record<string, string>>): boolean {
  const keys = Object.keys(next)
  return Object.keys(live).length === keys.length && keys.every((key) => live[key] === next[key])
}
