/** True for a bundle of authorities that holds none. */
// upstream: apiserver/pkg/util/webhook, ValidateCABundle
export function isBadBundle({ caBundle }: { readonly caBundle?: unknown }): boolean {
  if (typeof caBundle !== 'string' || caBundle === '') return false
  const text = Buffer.from(caBundle, 'base64').toString('latin1')
  return !text.includes('-----BEGIN CERTIFICATE-----') || !text.includes('-----END CERTIFICATE-----')
}
