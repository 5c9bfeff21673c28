import { parseObjectKey, type KindName, type ResourceClient } from '@pinnace/client'
import type { Secret, ServiceAccount } from '@pinnace/types/core-v1'
import type { Controller } from '../controller.ts'
import { unlessOutdated } from '../is-outdated.ts'
import { startLoop } from '../reconcile-loop.ts'
import { removeReference, type GoneSecret } from './remove-reference.ts'
import { accountKeyOf, filledSecret, tokenAnnotations, type SignLegacyToken } from './token-secrets.ts'
import { present } from '../present.ts'

/** Options for {@link serviceAccountTokenController}. */
export interface ServiceAccountTokenOptions {
  /** Signs the tokens that secrets keep; without it none is filled. */
  readonly signLegacyToken?: SignLegacyToken
  /** PEM of the authority that clients check the server by, for their secrets. */
  readonly rootCa?: string
}

const name = 'serviceaccount-token-controller'
const byAccount = 'account'

/**
 * Fills the secrets that ask for a token of a service account, removes them with their account, and takes a secret that
 * is gone off the list of its account.
 */
// upstream: pkg/controller/serviceaccount/tokens_controller.go
export function serviceAccountTokenController({
  signLegacyToken: sign,
  rootCa,
}: ServiceAccountTokenOptions): Controller {
  return {
    name,
    isDefault: true,
    start(context) {
      if (sign === undefined) return { stop: async () => {} }
      const { client, informers, vocabulary } = context
      const annotations = tokenAnnotations(vocabulary)
      const secretKind: KindName<Secret> = { apiVersion: 'v1', kind: 'Secret' }
      const accountKind: KindName<ServiceAccount> = { apiVersion: 'v1', kind: 'ServiceAccount' }
      const accounts = informers.informer(accountKind)
      const secrets = informers.informer(secretKind, { fieldSelector: `type=${annotations.type}` })
      secrets.store.addIndex(byAccount, (secret) => [accountKeyOf(secret, annotations)])
      const uidOf = ({ metadata }: Secret): string => metadata.annotations?.[annotations.accountUid] ?? ''
      const filling = { rootCa, sign, annotations }

      const fillAll = startLoop({
        name,
        context,
        async reconcile(key, signal) {
          const { namespace, name: accountName } = parseObjectKey(key)
          const kept = secrets.store.byIndex(byAccount, key)
          if (kept.length === 0) return
          const own = client.resource(secretKind).namespace(namespace)
          let account = accounts.store.get(accountName, namespace)
          // What the copy does not know may be newer than the copy; nothing is deleted on its word.
          if (account === undefined || kept.some((secret) => !belongs(uidOf(secret), account!))) {
            account = await present(client.resource(accountKind).namespace(namespace).get(accountName, { signal }))
          }
          for (const secret of kept) {
            if (account === undefined || !belongs(uidOf(secret), account)) await remove(own, secret, signal)
            else {
              const filled = await filledSecret(secret, account, filling)
              if (filled !== undefined) await unlessOutdated(own.update(filled, { signal }))
            }
          }
        },
      })
      const forget = startLoop({
        name,
        queue: `${name}-references`,
        context,
        async reconcile(key, signal) {
          const gone = JSON.parse(key) as GoneSecret
          const { namespace, secretName } = gone
          if (secrets.store.get(secretName, namespace) === undefined) {
            await removeReference(client.resource(accountKind).namespace(namespace), gone, signal)
          }
        },
      })
      const lookFor = (secret: Secret): void => {
        const key = accountKeyOf(secret, annotations)
        if (key !== '') fillAll.add(key)
      }
      const lookAt = ({ metadata }: ServiceAccount): void => fillAll.add(`${metadata.namespace}/${metadata.name}`)
      accounts.addHandler({ add: lookAt, update: lookAt, delete: lookAt })
      secrets.addHandler({
        add: lookFor,
        update: lookFor,
        delete(secret) {
          const { namespace, name: accountName } = parseObjectKey(accountKeyOf(secret, annotations))
          const gone = { namespace, accountName, accountUid: uidOf(secret), secretName: secret.metadata.name! }
          if (accountName !== '') forget.add(JSON.stringify(gone satisfies GoneSecret))
        },
      })
      return {
        get isHealthy() {
          return fillAll.isHealthy! && forget.isHealthy!
        },
        stop: async () => void (await Promise.all([fillAll.stop(), forget.stop()])),
      }
    },
  }
}

function belongs(accountUid: string, { metadata }: ServiceAccount): boolean {
  return accountUid === '' || accountUid === metadata.uid
}

async function remove(secrets: ResourceClient<Secret>, { metadata }: Secret, signal: AbortSignal): Promise<void> {
  const { name: secretName = '', uid } = metadata
  await unlessOutdated(secrets.delete(secretName, { ...(uid === undefined ? {} : { preconditions: { uid } }), signal }))
}
