import { thenMaybe, type Awaitable, type UserInfo } from '@pinnace/meta'
import type { PluginContext } from '../plugin-context.ts'

/** A verb on a signer. */
export type SignerVerb = 'approve' | 'attest' | 'sign'

/** Whether a user has a verb on a signer, or on all signers of its domain. */
export type SignerPermission = (user: UserInfo, verb: SignerVerb, signerName: string) => Awaitable<boolean>

/** Asks the authorizer about `signers`. A failing authorizer denies. */
// upstream: pkg/certauthorization, IsAuthorizedForSignerName
export function createSignerPermission({ authorize, vocabulary, onError }: PluginContext): SignerPermission {
  const group = vocabulary.group('certificates')
  const allows = (user: UserInfo, verb: SignerVerb, name: string): Awaitable<boolean> => {
    const failed = (error: unknown): boolean => {
      onError(error, `cannot authorize ${verb} of signer ${JSON.stringify(name)}`)
      return false
    }
    try {
      const decision = authorize({
        user,
        verb,
        isResourceRequest: true,
        path: '',
        group,
        version: '*',
        namespace: '',
        resource: 'signers',
        subresource: '',
        name,
      })
      if (!(decision instanceof Promise)) return decision.effect === 'allow'
      return decision.then(({ effect }) => effect === 'allow', failed)
    } catch (error) {
      return failed(error)
    }
  }
  return (user, verb, signerName) =>
    thenMaybe(allows(user, verb, signerName), (allowed) => allowed || allows(user, verb, `${domainOf(signerName)}/*`))
}

function domainOf(signerName: string): string {
  const slash = signerName.indexOf('/')
  return slash < 0 ? signerName : signerName.slice(0, slash)
}
