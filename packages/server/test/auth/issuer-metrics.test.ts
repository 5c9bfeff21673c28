import { systemClock } from '@pinnace/meta'
import { createMetrics } from '@pinnace/metrics'
import { expect, it } from 'vitest'
import { createIssuerMetrics } from '../../src/authentication/issuer-metrics.ts'
import { hashOf } from '../../src/configuration-file/index.ts'

it('what is known of the keys of an issuer leaves the metrics with its configuration', async () => {
  const metrics = await createMetrics()
  const issuers = createIssuerMetrics(metrics, { ...systemClock, now: () => 7000 }, 'server')
  const samples = async (): Promise<readonly string[]> =>
    (await metrics.text())
      .split('\n')
      .filter((line) => line.startsWith('apiserver_authentication_jwt') && line.includes('jwks'))
  const a = issuers.observe('https://a.example')
  const b = issuers.observe('https://b.example')
  a.onKeys('{}')
  a.onKeys(undefined)
  b.onKeys('{}')
  const labels = (issuer: string): string =>
    `jwt_issuer_hash="${hashOf(issuer)}",apiserver_id_hash="${hashOf('server')}"`
  const ofA = [
    `apiserver_authentication_jwt_authenticator_jwks_fetch_last_timestamp_seconds{result="success",${labels('https://a.example')}} 7`,
    `apiserver_authentication_jwt_authenticator_jwks_fetch_last_timestamp_seconds{result="failure",${labels('https://a.example')}} 7`,
    `apiserver_authentication_jwt_authenticator_jwks_fetch_last_key_set_info{${labels('https://a.example')},hash="${hashOf('{}')}"} 1`,
  ]
  expect(await samples()).toEqual(expect.arrayContaining(ofA))
  expect(await samples()).toHaveLength(5)
  issuers.keep(['https://a.example'])
  expect((await samples()).toSorted()).toEqual(ofA.toSorted())
  // A fetch that ends later adds nothing.
  b.onKeys('{}')
  expect(await samples()).toHaveLength(3)
})
