import { kubernetesVocabulary } from '@pinnace/meta'
import { expect, it } from 'vitest'
import { loadDeviceMatcher } from '../src/index.ts'

const driver = 'gpu.example.com'

it('evaluates an expression once for each device', async () => {
  const matches = await loadDeviceMatcher(kubernetesVocabulary)
  let reads = 0
  const counted = {
    name: 'gpu-0',
    get attributes() {
      reads++
      return { size: { int: 8 } }
    },
  }
  const large = 'device.attributes["gpu.example.com"].size > 4'
  expect([1, 2, 3].map(() => matches(large, { driver, device: counted }))).toEqual([true, true, true])
  expect(reads).toBe(1)
  expect(matches(large.replace('4', '8'), { driver, device: counted })).toBe(false)
  expect(matches(large, { driver, device: { name: 'gpu-0', attributes: { size: { int: 2 } } } })).toBe(false)
})
