import { objectKey, parseObjectKey, type Informer, type ResourceClient } from '@pinnace/client'
import type { Secret, ServiceAccount } from '@pinnace/types/core-v1'
import type { Controller, ControllerContext, RunningController } from '../controller.ts'
import { unlessOutdated } from '../is-outdated.ts'
import { startLoop, type Loop } from '../reconcile-loop.ts'
import { undefinedIfNotFound } from '../undefined-if-not-found.ts'
import { removeReference, type DeletedSecret } from './remove-reference.ts'
import {
  accountKeyOf,
  filledSecret,
  tokenAnnotations,
  type SecretFilling,
  type SignLegacyToken,
} from './token-secrets.ts'

/** Options for {@link serviceAccountTokenController}. */
export interface ServiceAccountTokenOptions {
  /** Signs the tokens in secrets. Without it the controller does nothing. */
  readonly signLegacyToken?: SignLegacyToken
  /** PEM of the CA bundle of the server, for `ca.crt` in secrets. @default secrets get no `ca.crt` */
  readonly rootCa?: string
}

const name = 'serviceaccount-token-controller'
const byAccount = 'account'
const secretKind = { apiVersion: 'v1', kind: 'Secret' } as const
const accountKind = { apiVersion: 'v1', kind: 'ServiceAccount' } as const

/**
 * Fills the secrets of type `service-account-token`, deletes them with their service account, and removes deleted
 * secrets from the list of their service account.
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
      return new AccountTokens(context, { rootCa, sign, annotations: tokenAnnotations(context.vocabulary) })
    },
  }
}

class AccountTokens implements RunningController {
  readonly #context: ControllerContext
  readonly #filling: SecretFilling
  readonly #accounts: Informer<ServiceAccount>
  readonly #secrets: Informer<Secret>
  readonly #fill: Loop
  readonly #removeReferences: Loop

  constructor(context: ControllerContext, filling: SecretFilling) {
    this.#context = context
    this.#filling = filling
    this.#accounts = context.informers.informer(accountKind)
    this.#secrets = context.informers.informer(secretKind, { fieldSelector: `type=${filling.annotations.type}` })
    this.#secrets.store.addIndex(byAccount, (secret) => [accountKeyOf(secret, filling.annotations)])
    this.#fill = startLoop({ name, context, reconcile: (key, signal) => this.#fillSecretsOf(key, signal) })
    this.#removeReferences = startLoop({
      name,
      queue: `${name}-references`,
      context,
      reconcile: (key, signal) => this.#removeReference(JSON.parse(key) as DeletedSecret, signal),
    })
    const enqueue = (account: ServiceAccount): void => this.#fill.add(objectKey(account))
    this.#accounts.addHandler({ add: enqueue, update: enqueue, delete: enqueue })
    const enqueueAccountOf = (secret: Secret): void => {
      const key = accountKeyOf(secret, filling.annotations)
      if (key !== '') this.#fill.add(key)
    }
    this.#secrets.addHandler({
      add: enqueueAccountOf,
      update: enqueueAccountOf,
      delete: (secret) => this.#enqueueReference(secret),
    })
  }

  get isHealthy(): boolean {
    return this.#fill.isHealthy !== false && this.#removeReferences.isHealthy !== false
  }

  async stop(): Promise<void> {
    await Promise.all([this.#fill.stop(), this.#removeReferences.stop()])
  }

  #enqueueReference(secret: Secret): void {
    const { namespace, name: accountName } = parseObjectKey(accountKeyOf(secret, this.#filling.annotations))
    if (accountName === '') return
    const { name: secretName = '' } = secret.metadata
    const deleted: DeletedSecret = { namespace, accountName, accountUid: this.#accountUidOf(secret), secretName }
    this.#removeReferences.add(JSON.stringify(deleted))
  }

  async #fillSecretsOf(key: string, signal: AbortSignal): Promise<void> {
    const { namespace, name: accountName } = parseObjectKey(key)
    const secrets = this.#secrets.store.byIndex(byAccount, key)
    if (secrets.length === 0) return
    const own = this.#context.client.resource(secretKind).namespace(namespace)
    let account = this.#accounts.store.get(accountName, namespace)
    // The informer may be stale: before secrets are deleted, the account is read from the server.
    if (secrets.some((secret) => !this.#belongs(secret, account))) {
      const accounts = this.#context.client.resource(accountKind).namespace(namespace)
      account = await undefinedIfNotFound(accounts.get(accountName, { signal }))
    }
    for (const secret of secrets) {
      if (account === undefined || !this.#belongs(secret, account)) await remove(own, secret, signal)
      else {
        const filled = await filledSecret(secret, account, this.#filling)
        if (filled !== undefined) await unlessOutdated(own.update(filled, { signal }))
      }
    }
  }

  async #removeReference(deleted: DeletedSecret, signal: AbortSignal): Promise<void> {
    const { namespace, secretName } = deleted
    if (this.#secrets.store.get(secretName, namespace) !== undefined) return
    await removeReference(this.#context.client.resource(accountKind).namespace(namespace), deleted, signal)
  }

  #accountUidOf({ metadata }: Secret): string {
    return metadata.annotations?.[this.#filling.annotations.accountUid] ?? ''
  }

  #belongs(secret: Secret, account: ServiceAccount | undefined): boolean {
    const accountUid = this.#accountUidOf(secret)
    return account !== undefined && (accountUid === '' || accountUid === account.metadata.uid)
  }
}

async function remove(secrets: ResourceClient<Secret>, { metadata }: Secret, signal: AbortSignal): Promise<void> {
  const { name: secretName = '', uid } = metadata
  await unlessOutdated(secrets.delete(secretName, { ...(uid === undefined ? {} : { preconditions: { uid } }), signal }))
}
