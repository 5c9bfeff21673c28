import type { ResourceClient } from '@pinnace/client'
import { StatusError } from '@pinnace/meta'
import type { ServiceAccount } from '@pinnace/types/core-v1'

/** The secret that is gone, and the account it was of; the uid is empty where it did not say. */
export interface GoneSecret {
  readonly namespace: string
  readonly accountName: string
  readonly accountUid: string
  readonly secretName: string
}

/** Takes a secret that is gone off the list of its account. A conflict is thrown, to be tried again. */
// upstream: pkg/controller/serviceaccount/tokens_controller.go, removeSecretReference
export async function removeReference(
  accounts: ResourceClient<ServiceAccount>,
  { accountName, accountUid, secretName }: GoneSecret,
  signal: AbortSignal,
): Promise<void> {
  try {
    const account = await accounts.get(accountName, { signal })
    if (accountUid !== '' && accountUid !== account.metadata.uid) return
    const { secrets = [] } = account
    const kept = secrets.filter(({ name }) => name !== secretName)
    if (kept.length === secrets.length) return
    await accounts.update({ ...account, secrets: kept }, { signal })
  } catch (error) {
    if (!(error instanceof StatusError) || error.code !== 404) throw error
  }
}
