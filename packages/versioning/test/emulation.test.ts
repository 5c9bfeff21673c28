import { describe, expect, it } from 'vitest'
import {
  builtInGates,
  createFeatureGates,
  formatRelease,
  readEmulation,
  type EmulationOptions,
  type FeatureGateSettings,
} from '../src/index.ts'

function releasesOf(emulatedVersion?: string, minCompatibilityVersion?: string): readonly string[] {
  const options: EmulationOptions = {
    ...(emulatedVersion === undefined ? {} : { emulatedVersion }),
    ...(minCompatibilityVersion === undefined ? {} : { minCompatibilityVersion }),
  }
  const { emulated, minCompatibility } = readEmulation(options, 'kube')
  return [formatRelease(emulated), formatRelease(minCompatibility)]
}

describe('the emulated release', () => {
  it.each([
    [undefined, undefined, ['1.36', '1.35']],
    ['1.36', undefined, ['1.36', '1.35']],
    ['v1.35', undefined, ['1.35', '1.34']],
    ['1.33', undefined, ['1.33', '1.33']],
    ['1.034', '1.34', ['1.34', '1.34']],
    [undefined, '1.33', ['1.36', '1.33']],
    ['1.36', '1.36', ['1.36', '1.36']],
  ])('of %s, compatible with %s, is %j', (emulated, compatible, expected) => {
    expect(releasesOf(emulated, compatible)).toEqual(expected)
  })

  it.each([
    ['1.37', undefined, 'emulation version 1.37 is not between [1.33, 1.36.0]'],
    [
      '1.32',
      undefined,
      '[emulation version 1.32 is not between [1.33, 1.36.0], minCompatibilityVersion version 1.33 is not between [1.33, 1.32]]',
    ],
    ['1.34', '1.35', 'minCompatibilityVersion version 1.35 is not between [1.33, 1.34]'],
    ['1.36', '1.30', 'minCompatibilityVersion version 1.30 is not between [1.33, 1.36]'],
    ['1.36', '1.37', 'minCompatibilityVersion version 1.37 is not between [1.33, 1.36]'],
    ['foo', undefined, 'could not parse "foo" as version'],
    ['', undefined, 'could not parse "" as version'],
    ['1', undefined, 'illegal version string "1"'],
    ['1.35.2', undefined, 'patch version not allowed, got: kube=1.35.2'],
    ['1.35', '1.35.1', 'patch version not allowed, got: kube=1.35.1'],
  ])('of %s, compatible with %s, is refused: %s', (emulated, compatible, message) => {
    expect(() => releasesOf(emulated, compatible)).toThrow(new TypeError(message))
  })
})

describe('gates of an older release', () => {
  const gatesOf = (release: string, settings: FeatureGateSettings = {}) =>
    createFeatureGates({ gates: builtInGates, release, minCompatibility: '1.33', settings })

  it('are off before their life, and have the stages of the release', () => {
    const name = 'DRAResourceClaimGranularStatusAuthorization'
    expect([gatesOf('1.36').isEnabled(name), gatesOf('1.35').isEnabled(name)]).toEqual([true, false])
    expect(gatesOf('1.35').known.map((gate) => gate.name)).not.toContain(name)
    expect(['1.36', '1.34', '1.33', '1.32'].map((release) => gatesOf(release).isEnabled('WatchList'))).toEqual([
      true,
      true,
      false,
      true,
    ])
    const stageOf = (release: string): string | undefined =>
      gatesOf(release).known.find((gate) => gate.name === 'MaxUnavailableStatefulSet')?.stage
    expect([stageOf('1.35'), stageOf('1.34')]).toEqual(['beta', 'alpha'])
  })

  it.each([true, false])('cannot be set to %s before their life', (value) => {
    expect(() => gatesOf('1.34', { DRAResourceClaimGranularStatusAuthorization: value })).toThrow(
      `cannot set feature gate DRAResourceClaimGranularStatusAuthorization to ${value}, feature is PreAlpha at emulated version 1.34, min compatibility version 1.33`,
    )
    expect(() => gatesOf('1.34', { Nope: value })).toThrow('unrecognized feature gate: Nope')
    expect(() => gatesOf('1.34').isEnabled('Nope')).toThrow('is not registered')
  })
})
