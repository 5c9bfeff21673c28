import { Buffer } from 'node:buffer'
import { formatPem } from '@pinnace/x509'

// CN=ed, made and signed by OpenSSL with an Ed25519 key.
const der =
  'MIGMMEACAQAwDTELMAkGA1UEAwwCZWQwKjAFBgMrZXADIQCYm0RVP+6rMGA4M1845vJloc64ElQFC4xMWzm214EW6qAAMAUGAytlcANBAOHCxV26+PRxlWq8UPauHmnVLD3WcrrUA5KCOUAPTxpT6c9vneC0WucYhqwd+8NbeNzHQB2DiJ0nYVrMdHJCtQc='

/** A certificate request as `spec.request` holds it. */
export const someRequest: string = Buffer.from(formatPem('CERTIFICATE REQUEST', Buffer.from(der, 'base64'))).toString(
  'base64',
)
