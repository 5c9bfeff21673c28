import { systemRandom } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { createLazyServer } from '../src/index.ts'

describe('createLazyServer', () => {
  it('uses no randomness before the first request, and creates one server', async () => {
    let calls = 0
    const random = {
      bytes: (length: number) => (calls++, systemRandom.bytes(length)),
      uid: () => (calls++, systemRandom.uid()),
    }
    const api = createLazyServer({ vocabulary: 'kubernetes', preset: 'testing', random })
    expect(calls).toBe(0)
    const request = (): Request => new Request('http://server/api/v1/namespaces/default')
    const [one, other] = await Promise.all([api.fetch(request()), api.fetch(request())])
    expect([one.status, other.status]).toEqual([200, 200])
    expect(calls).toBeGreaterThan(0)
    const uids = [await one.json(), await other.json()].map((namespace) => namespace.metadata.uid)
    expect(uids[0]).toBe(uids[1])
    const server = await api.server()
    expect(server).toBe(await api.server())
    await server.close()
  })

  it('tries a creation that failed again', async () => {
    const reasons = ['no', 'no again']
    const api = createLazyServer({
      random: {
        bytes: (length) => systemRandom.bytes(length),
        uid: () => {
          const reason = reasons.shift()
          if (reason !== undefined) throw new Error(reason)
          return systemRandom.uid()
        },
      },
    })
    await expect(api.server()).rejects.toThrow()
    await expect(api.server()).rejects.toThrow()
    const server = await api.server()
    await server.close()
  })
})
