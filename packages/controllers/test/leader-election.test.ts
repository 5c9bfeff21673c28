import { formatMicroTime } from '@pinnace/meta'
import { createFakeClock, createTestServer, eventually } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'

const coordination = 'coordination.k8s.io'
const runtimeConfig = { [`${coordination}/v1beta1`]: true }

async function start({ isOn = true }: { readonly isOn?: boolean } = {}) {
  const clock = createFakeClock()
  const controllers = ['leader-election-controller']
  const featureGates = { CoordinatedLeaderElection: isOn }
  const server = await createTestServer({ clock, controllers, runtimeConfig, featureGates })
  await server.controllers!.started
  const candidates = server
    .client({ apiVersion: `${coordination}/v1beta1`, kind: 'LeaseCandidate' })
    .namespace('default')
  const leases = server.client({ apiVersion: `${coordination}/v1`, kind: 'Lease' }).namespace('default')
  const now = () => formatMicroTime(BigInt(clock.now()) * 1000n)
  return {
    clock,
    server,
    candidates,
    leases,
    now,
    /** Creates a candidate for the lease `job` that is renewed now. */
    async join(name: string, binaryVersion: string, emulationVersion: string, strategy = 'OldestEmulationVersion') {
      const spec = { leaseName: 'job', binaryVersion, emulationVersion, strategy, renewTime: now() }
      await candidates.create({ metadata: { name }, spec } as never)
    },
    renew: (name: string) => candidates.patch(name, { spec: { renewTime: now() } } as never),
    /** Waits until the spec of the lease is what is expected. */
    async expectLease(expected: Readonly<Record<string, unknown>>) {
      const specOf = async () => (await leases.get('job').catch(() => undefined))?.spec
      await eventually(async () => ({ ...(await specOf()) }), expected)
    },
    /** Waits until candidates have been pinged. */
    async expectPings(names: readonly string[]) {
      const pings = async () => Promise.all(names.map(async (name) => (await candidates.get(name)).spec?.pingTime))
      await eventually(pings, (found) => found.every((time) => time !== undefined))
    },
    async [Symbol.asyncDispose]() {
      await server.close()
    },
  }
}

// The answers of kube-apiserver 1.36.3, which elects itself.
describe('the holder of a lease', () => {
  it('is its first candidate, and a better one is preferred while that holds it', async () => {
    await using cluster = await start()
    const { now } = cluster
    await cluster.join('one', '1.36.0', '1.36.0')
    const held = { leaseDurationSeconds: 5, renewTime: now(), strategy: 'OldestEmulationVersion' }
    await cluster.expectLease({ ...held, holderIdentity: 'one' })
    await cluster.join('two', '1.36.0', '1.35.0')
    await cluster.expectLease({ ...held, holderIdentity: 'one', preferredHolder: 'two' })
    // Once the lease has expired, the preferred one gets it, if it answers and the other one does not.
    await cluster.clock.advance(10_000)
    await cluster.expectPings(['one', 'two'])
    await cluster.clock.advance(5500)
    await cluster.renew('two')
    await cluster.expectLease({ ...held, holderIdentity: 'two', renewTime: now() })
  })

  it('has the oldest emulation version, then the oldest binary version, then the oldest object', async () => {
    await using cluster = await start()
    const { clock, now } = cluster
    const renewTime = formatMicroTime(BigInt(clock.now() + 3_600_000) * 1000n)
    const held = {
      holderIdentity: 'other',
      leaseDurationSeconds: 60,
      renewTime,
      leaseTransitions: 3,
      acquireTime: now(),
    }
    await cluster.leases.create({ metadata: { name: 'job' }, spec: held })
    const expectPreferred = (preferredHolder: string) =>
      cluster.expectLease({ ...held, strategy: 'OldestEmulationVersion', preferredHolder })
    await cluster.join('d', '1.36.1', '1.35.0')
    await expectPreferred('d')
    await cluster.join('c', '1.36.0', '1.35.0')
    await expectPreferred('c')
    await clock.advance(1000)
    await cluster.join('b', '1.36.0', '1.35.0')
    await cluster.join('a', '1.36.0', '1.34.0')
    await expectPreferred('a')
    await cluster.candidates.delete('a')
    await expectPreferred('c')
  })

  it('of an expired lease loses the time since which the last one held it', async () => {
    await using cluster = await start()
    const time = '2020-01-01T00:00:00.000000Z'
    const spec = {
      holderIdentity: 'other',
      leaseDurationSeconds: 1,
      renewTime: time,
      acquireTime: time,
      leaseTransitions: 3,
    }
    await cluster.leases.create({ metadata: { name: 'job' }, spec })
    await cluster.join('one', '1.36.0', '1.36.0')
    const strategy = 'OldestEmulationVersion'
    const renewTime = cluster.now()
    await cluster.expectLease({
      holderIdentity: 'one',
      leaseDurationSeconds: 5,
      renewTime,
      leaseTransitions: 3,
      strategy,
    })
  })

  it('is not chosen by a strategy that the server does not know, nor where strategies disagree', async () => {
    await using cluster = await start()
    const held = { leaseDurationSeconds: 5, renewTime: cluster.now(), strategy: 'example.com/Mine' }
    await cluster.join('one', '1.36.0', '1.36.0', 'example.com/Mine')
    await cluster.expectLease(held)
    await cluster.join('two', '1.36.0', '1.35.0')
    await cluster.server.controllers!.stop()
    await cluster.expectLease(held)
  })

  it('has answered a ping, unless it was renewed in the last five seconds; one that does not answer is not pinged again', async () => {
    await using cluster = await start()
    const { clock, candidates } = cluster
    const lease = async () => (await cluster.leases.get('job').catch(() => undefined))?.spec
    await cluster.join('one', '1.36.0', '1.36.0')
    await eventually(async () => (await lease())?.holderIdentity, 'one')
    await cluster.join('two', '1.36.0', '1.35.0')
    await eventually(async () => (await lease())?.preferredHolder, 'two')
    expect((await candidates.get('one')).spec?.pingTime).toBeUndefined()
    await clock.advance(10_000)
    await cluster.expectPings(['one', 'two'])
    const pinged = (await candidates.get('two')).spec?.pingTime
    await clock.advance(5500)
    await cluster.renew('one')
    await clock.advance(10_000)
    await eventually(async () => (await candidates.get('one')).spec?.pingTime !== pinged, true)
    expect((await candidates.get('two')).spec?.pingTime).toBe(pinged)
    expect((await lease())?.holderIdentity).toBe('one')
  })

  it('is not chosen without the feature gate', async () => {
    await using cluster = await start({ isOn: false })
    await cluster.join('one', '1.36.0', '1.36.0')
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect((await cluster.leases.list()).items).toEqual([])
  })
})

describe('a candidate', () => {
  it('that is not renewed for half an hour is deleted', async () => {
    await using cluster = await start()
    const renewTime = formatMicroTime(BigInt(cluster.clock.now() - 1_795_000) * 1000n)
    const strategy = 'OldestEmulationVersion'
    const spec = { leaseName: 'job', binaryVersion: '1.36.0', emulationVersion: '1.36.0', strategy, renewTime }
    await cluster.candidates.create({ metadata: { name: 'one' }, spec } as never)
    await cluster.expectPings(['one'])
    await cluster.clock.advance(10_000)
    await eventually(async () => (await cluster.candidates.list()).items, [])
  })
})
