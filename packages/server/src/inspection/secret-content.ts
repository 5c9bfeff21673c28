import type { RequestInfo } from '@pinnace/meta'

/**
 * Whether the body of a request contains secrets, so that nothing of it is recorded: Secrets and tokens. The body of a
 * request for a kind that the server does not know is never read, so it is not recorded either.
 */
export function hasSecretContent({ resource, subresource }: Pick<RequestInfo, 'resource' | 'subresource'>): boolean {
  return resource === 'secrets' || resource === 'tokenreviews' || subresource === 'token'
}
