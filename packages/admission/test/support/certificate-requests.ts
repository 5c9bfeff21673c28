import { Buffer } from 'node:buffer'

import { formatPem } from '@pinnace/x509'

// Made and signed by OpenSSL with an Ed25519 key.
const masters =
  'MIG1MGkCAQAwNjENMAsGA1UECgwEZGV2czEXMBUGA1UECgwOc3lzdGVtOm1hc3RlcnMxDDAKBgNVBAMMA2V2ZTAqMAUGAytlcAMhAMpZhhulZqrwnK7eaTC7+pI6vE70IY7jGAhM5IMTzwfHoAAwBQYDK2VwA0EA5El76GEwlwKL7XghVvlUs8zwOvifGn8bUplAAfEdhhetZpAYlWUkNC0EpNWGzmkhBVlXQAJZKD3Q2/5w/nNVBQ=='
const node =
  'MIGvMGMCAQAwMDEVMBMGA1UECgwMc3lzdGVtOm5vZGVzMRcwFQYDVQQDDA5zeXN0ZW06bm9kZTpuMTAqMAUGAytlcAMhAMpZhhulZqrwnK7eaTC7+pI6vE70IY7jGAhM5IMTzwfHoAAwBQYDK2VwA0EAC2Ap8xJEQxT40CHFE6MDE5C8PyU3AFxsUPS6ho1D7upx1BQ89m4YUwbd0jVU3s1CVhOMWrPQJhM/upGh12K1CA=='

/** O=devs, O=system:masters, CN=eve, as `spec.request` holds it. */
export const mastersRequest: string = requestOf(masters)

/** O=system:nodes, CN=system:node:n1. */
export const nodeRequest: string = requestOf(node)

function requestOf(der: string): string {
  return Buffer.from(formatPem('CERTIFICATE REQUEST', Buffer.from(der, 'base64'))).toString('base64')
}
