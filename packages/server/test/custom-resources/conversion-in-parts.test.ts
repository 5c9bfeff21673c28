import { createSeededRandom } from '@pinnace/testing'
import { kubernetesVocabulary, systemClock, type ApiObject, type Clock } from '@pinnace/meta'
import { expect, it } from 'vitest'
import { convertInParts } from '../../src/custom-resources/convert-in-parts.ts'

it('the objects that a webhook has converted are taken over in slices, and frozen', async () => {
  let turns = 0
  let nowMs = 0
  // Every look at the time finds a slice that is over.
  const clock: Clock = {
    ...systemClock,
    monotonic: () => (nowMs += 10),
    soon(callback) {
      turns++
      systemClock.soon(callback)
    },
  }
  const objects: ApiObject[] = Array.from({ length: 20 }, (_, index) => ({
    apiVersion: 'example.dev/v1',
    kind: 'Widget',
    metadata: { name: `w${index}` },
    spec: { index },
  }))
  const reviewer = {
    vocabulary: kubernetesVocabulary,
    clock,
    random: createSeededRandom(1),
    versions: ['v1'],
    async post(body: string) {
      const { apiVersion, kind, request } = JSON.parse(body)
      const convertedObjects = request.objects.map((object: ApiObject) => ({ ...object, apiVersion: 'example.dev/v2' }))
      const response = { uid: request.uid, result: { status: 'Success' }, convertedObjects }
      turns = 0
      return { status: 200, headers: {}, body: Buffer.from(JSON.stringify({ apiVersion, kind, response })) }
    },
  }
  const converted = await convertInParts(reviewer as never, objects, 'example.dev/v2')
  expect(converted.map(({ apiVersion, metadata }) => `${apiVersion} ${metadata.name}`)).toEqual(
    objects.map(({ metadata }) => `example.dev/v2 ${metadata.name}`),
  )
  expect(converted.every((object) => Object.isFrozen(object) && Object.isFrozen(object.metadata))).toBe(true)
  expect(turns).toBeGreaterThanOrEqual(objects.length)
})
