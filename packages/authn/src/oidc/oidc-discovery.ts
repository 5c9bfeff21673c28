import { quote } from '@pinnace/meta'
import type { IssuerDocuments } from './oidc-documents.ts'

/** Where an issuer is. */
export interface DiscoveryOptions {
  readonly issuerUrl: string
  /** The discovery document. @default that below the issuer */
  readonly discoveryUrl?: string | undefined
}

/**
 * Reads the discovery document of an issuer, and returns the URL of its keys. Throws an Error unless the document names
 * exactly the issuer that it was requested from, and an https URL.
 */
// upstream: coreos/go-oidc, NewProvider
export async function discoverKeys(
  documents: IssuerDocuments,
  { issuerUrl, discoveryUrl }: DiscoveryOptions,
): Promise<string> {
  const { value } = await documents.get(
    discoveryUrl ?? `${issuerUrl.replace(/\/$/, '')}/.well-known/openid-configuration`,
  )
  const { issuer, jwks_uri: keysUrl } = value
  if (issuer !== issuerUrl) {
    throw new Error(`oidc: issuer did not match, expected ${quote(issuerUrl)} got ${quote(String(issuer))}`)
  }
  if (typeof keysUrl !== 'string' || !URL.canParse(keysUrl) || new URL(keysUrl).protocol !== 'https:') {
    throw new Error('oidc: the address of the issuer’s keys is not an https URL')
  }
  return keysUrl
}
