import type { RequestInfo } from '@pinnace/meta'

/**
 * Whether the body of a request contains secrets, so that nothing of it is recorded: Secrets, tokens, and requests whose
 * kind the server does not know.
 */
export function hasSecretContent({ resource, subresource }: Pick<RequestInfo, 'resource' | 'subresource'>): boolean {
  return resource === 'secrets' || resource === 'tokenreviews' || subresource === 'token'
}
