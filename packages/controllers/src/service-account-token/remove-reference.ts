import type { ResourceClient } from '@pinnace/client'
import type { ServiceAccount } from '@pinnace/types/core-v1'
import { undefinedIfNotFound } from '../undefined-if-not-found.ts'

/** A deleted secret and its service account. The uid is empty when the secret had no annotation with it. */
export interface DeletedSecret {
  readonly namespace: string
  readonly accountName: string
  readonly accountUid: string
  readonly secretName: string
}

/** Removes a deleted secret from the list of its service account. Throws on a conflict, so that it is retried. */
// upstream: pkg/controller/serviceaccount/tokens_controller.go, removeSecretReference
export async function removeReference(
  accounts: ResourceClient<ServiceAccount>,
  { accountName, accountUid, secretName }: DeletedSecret,
  signal: AbortSignal,
): Promise<void> {
  const account = await undefinedIfNotFound(accounts.get(accountName, { signal }))
  if (account === undefined || (accountUid !== '' && accountUid !== account.metadata.uid)) return
  const { secrets = [] } = account
  const kept = secrets.filter(({ name }) => name !== secretName)
  if (kept.length === secrets.length) return
  await undefinedIfNotFound(accounts.update({ ...account, secrets: kept }, { signal }))
}
