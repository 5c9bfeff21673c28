import { kubernetesVocabulary } from '@pinnace/meta'
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
   * The key of the signatures of `cluster-info`: the whole token `id.secret`, or its second part, which kubeadm expects.
   * @default 'secret' with the vocabulary of Kubernetes, 'token' with others
   */
  readonly bootstrapSigningKey?: BootstrapSigningKey
}

const name = 'bootstrap-signer-controller'
const clusterInfo = 'cluster-info'
const contentKey = 'kubeconfig'
const signaturePrefix = 'jws-kubeconfig-'
/** The wall clock may be set while a token waits for its expiration. */
const longestDelayMs = 3_600_000

/**
 * Keeps a signature of `cluster-info` for each bootstrap token that may sign, and removes others. The owner of a token
 * can verify with it that the CA in `cluster-info` is that of the cluster.
 */
// upstream: pkg/controller/bootstrap/bootstrapsigner.go
export function bootstrapSignerController(options: BootstrapSignerOptions): Controller {
  return {
    name,
    isDefault: false,
    start(context) {
      const { client, informers, vocabulary, clock } = context
      const expectsSecret = vocabulary.groupDomain === kubernetesVocabulary.groupDomain
      const { bootstrapSigningKey = expectsSecret ? 'secret' : 'token' } = options
      const kind = { apiVersion: 'v1', kind: 'ConfigMap' } as const
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
          const { tokens, nextExpirationMs } = signingTokens(secrets.store.list(), now)
          const data = await signedData(live.data ?? {}, content, tokens, bootstrapSigningKey)
          if (!isSame(live.data ?? {}, data)) {
            const configMaps = client.resource<ConfigMap>(kind).namespace(namespace)
            await unlessOutdated(configMaps.update({ ...live, data }, { signal }))
          }
          if (nextExpirationMs === undefined) return
          return { requeueAfterMs: Math.min(nextExpirationMs - now, longestDelayMs) }
        },
      })
      const enqueue = (): void => loop.add(clusterInfo)
      published.addHandler({ add: enqueue, update: enqueue })
      secrets.addHandler({ add: enqueue, update: enqueue, delete: enqueue })
      return loop
    },
  }
}

/** The data of `cluster-info` with a signature of the content by each token, and no others. */
export async function signedData(
  data: Readonly<Record<string, string>>,
  content: string,
  tokens: readonly SigningToken[],
  signingKey: BootstrapSigningKey,
): Promise<Readonly<Record<string, string>>> {
  const kept = Object.entries(data).filter(([key]) => !key.startsWith(signaturePrefix))
  const signatures = await Promise.all(
    tokens.map(async (token) => [`${signaturePrefix}${token.id}`, await signDetached(content, token, signingKey)]),
  )
  return Object.fromEntries([...kept, ...signatures])
}

/** The tokens that may sign now, and the earliest expiration of them in Unix milliseconds. */
export function signingTokens(
  secrets: readonly Secret[],
  nowMs: number,
): { readonly tokens: readonly SigningToken[]; readonly nextExpirationMs: number | undefined } {
  const tokens: SigningToken[] = []
  let nextExpirationMs: number | undefined
  for (const secret of secrets) {
    const token = signingTokenOf(secret, nowMs)
    if (token === undefined) continue
    tokens.push(token)
    const expirationMs = expirationOf(secret)
    if (expirationMs !== undefined) nextExpirationMs = Math.min(expirationMs, nextExpirationMs ?? expirationMs)
  }
  return { tokens, nextExpirationMs }
}

function isSame(live: Readonly<Record<string, string>>, next: Readonly<Record<string, string>>): boolean {
  const keys = Object.keys(next)
  return Object.keys(live).length === keys.length && keys.every((key) => live[key] === next[key])
}
