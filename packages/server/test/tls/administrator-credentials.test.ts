import { kubernetesVocabulary, systemClock, systemRandom, systemMasters } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { administratorCredentials } from '../../src/server/listen-securely.ts'
import { createServerAccess } from '../../src/server/server-access.ts'
import { toRequest } from '../support/call.ts'

const bearer = (token: string) => toRequest('GET', '/api', { headers: { authorization: `Bearer ${token}` } })
const create = () => createServerAccess({ vocabulary: kubernetesVocabulary, clock: systemClock, random: systemRandom })

describe('the credentials of the kubeconfig', () => {
  it('are a client certificate in Node', () => {
    const credentials = administratorCredentials(create(), { node: '24.0.0' })
    expect(Object.keys(credentials)).toEqual(['clientCertificate', 'clientKey'])
  })

  it.each(['bun', 'deno'])('are a token of the administrator in %s', async (runtime) => {
    const access = create()
    const { token = '', ...others } = administratorCredentials(access, { node: '24.0.0', [runtime]: '2.0.0' })
    expect(others).toEqual({})
    expect(token).toMatch(/^[\w-]{43}$/)
    const user = await access.authenticate(bearer(token))
    expect(user).toMatchObject({ username: 'admin', groups: [systemMasters] })
    expect(await access.authenticate(bearer(`${token}x`))).toBeUndefined()
    expect(await create().authenticate(bearer(token))).toBeUndefined()
    expect(await access.authenticate(toRequest('GET', '/api', {}))).toBeUndefined()
  })
})
