import { describe, expect, it } from 'vitest'
import {
  builtInGates,
  createFeatureGates,
  currentRelease,
  parseFeatureGates,
  type FeatureGateSettings,
  type GateDeclaration,
} from '../../src/index.ts'

const surge: GateDeclaration = {
  name: 'Surge',
  help: 'Surges.',
  life: [
    { stage: 'alpha', since: '1.1' },
    { stage: 'beta', since: '1.3' },
    { stage: 'stable', since: '1.5', isLocked: true },
    { stage: 'deprecated', since: '1.7', default: true, isLocked: true },
  ],
  removedIn: '1.9',
}
const old: GateDeclaration = { name: 'Old', help: 'Old.', life: [{ stage: 'deprecated', since: '1.0' }] }

function enabledIn(release: string, settings: FeatureGateSettings = {}): boolean {
  return createFeatureGates({ gates: [surge, old], release, settings }).isEnabled('Surge')
}

it('reads the life of a gate once for a release that several servers emulate', () => {
  let read = 0
  const gate: GateDeclaration = {
    name: 'Counted',
    help: 'Counts.',
    get life() {
      read++
      return surge.life
    },
  }
  const isEnabledIn = (release: string): boolean => createFeatureGates({ gates: [gate], release }).isEnabled('Counted')
  expect([isEnabledIn('1.3'), isEnabledIn('1.3'), read]).toEqual([true, true, 1])
  expect([isEnabledIn('1.1'), isEnabledIn('1.3'), read]).toEqual([false, true, 3])
})

describe('the life of a gate', () => {
  it.each([
    ['1.1', false],
    ['1.2', false],
    ['1.3', true],
    ['1.4', true],
    ['1.5', true],
    ['1.8', true],
  ])('in %s is on by default: %s', (release, expected) => {
    expect(enabledIn(release)).toBe(expected)
  })

  it('has not begun in 1.0: the feature is off and cannot be set', () => {
    expect(enabledIn('1.0')).toBe(false)
    expect(() => enabledIn('1.0', { Surge: true })).toThrow(
      new TypeError(
        'cannot set feature gate Surge to true, feature is PreAlpha at emulated version 1.0, min compatibility version 1.0',
      ),
    )
  })

  it.each(['1.9', '2.0'])('is over in %s', (release) => {
    expect(() => enabledIn(release)).toThrow(new TypeError('feature "Surge" is not registered'))
    expect(() => enabledIn(release, { Surge: true })).toThrow(new TypeError('unrecognized feature gate: Surge'))
  })

  it('is in the order of releases', () => {
    const gates = [{ ...surge, life: [...surge.life].reverse() }]
    expect(() => createFeatureGates({ gates, release: '1.9' })).toThrow(
      new TypeError('the life of feature gate Surge is out of order at 1.5'),
    )
    expect(() => createFeatureGates({ gates: [surge], release: 'one' })).toThrow(
      new TypeError('"one" is not a release: two numbers, 1.36'),
    )
    expect(() => createFeatureGates({ gates: [surge, surge], release: '1.1' })).toThrow(
      new TypeError('feature gate Surge is declared twice'),
    )
  })
})

describe('a gate that is set', () => {
  it.each([
    ['1.1', { Surge: true }, true],
    ['1.3', { Surge: false }, false],
    ['1.1', { AllAlpha: true }, true],
    ['1.3', { AllAlpha: true, AllBeta: false }, false],
    ['1.3', { AllBeta: false, Surge: true }, true],
    ['1.3', { Surge: true, AllBeta: false }, true],
    ['1.5', { AllBeta: false }, true],
  ])('in %s by %j is on: %s', (release, settings, expected) => {
    expect(enabledIn(release, settings)).toBe(expected)
  })

  it('has no effect any more and is refused: where it is moved from its default', () => {
    expect(() => enabledIn('1.5', { Surge: false })).toThrow(
      new TypeError('cannot set feature gate Surge to false, feature is locked to true'),
    )
    expect(enabledIn('1.5', { Surge: true })).toBe(true)
  })

  it.each([
    ['1.4', { Surge: false }, []],
    ['1.5', { Surge: true }, ['Setting GA feature gate Surge=true. It will be removed in a future release.']],
    ['1.7', { Surge: true }, ['Setting deprecated feature gate Surge=true. It will be removed in a future release.']],
    ['1.7', { Old: true }, ['Setting deprecated feature gate Old=true. It will be removed in a future release.']],
  ])('in %s by %j warns %j', (release, settings: FeatureGateSettings, warnings) => {
    expect(createFeatureGates({ gates: [surge, old], release, settings }).warnings).toEqual(warnings)
  })

  it.each(['Other', 'constructor', 'toString', '__proto__'])('is rejected when it is unknown: %s', (name) => {
    const settings = JSON.parse(`{"${name}":true}`)
    expect(() => enabledIn('1.3', settings)).toThrow(new TypeError(`unrecognized feature gate: ${name}`))
  })

  it.each([['false'], [0], [null], [undefined]])('is refused as %j', (value) => {
    for (const name of ['Surge', 'AllAlpha']) {
      expect(() => enabledIn('1.3', { [name]: value } as never)).toThrow(
        new TypeError(`feature gate ${name} must be true or false, not ${JSON.stringify(value)}`),
      )
    }
  })

  it('is none of those that set all of a stage', () => {
    expect(() => createFeatureGates({ gates: [{ ...surge, name: 'AllBeta' }], release: '1.3' })).toThrow(
      new TypeError('feature gate AllBeta is all of a stage, and cannot be declared'),
    )
  })
})

describe('the text of gates', () => {
  it.each([
    ['', {}],
    ['A=true', { A: true }],
    [' A = true , B=f,', { A: true, B: false }],
    ['A=true,A=false', { A: false }],
    ['__proto__=true', Object.fromEntries([['__proto__', true]])],
  ])('%j is %j', (text, settings) => {
    expect(parseFeatureGates(text)).toEqual(settings)
  })

  it.each([
    ['A', 'missing bool value for A'],
    ['A=', 'invalid value of A=, err: strconv.ParseBool: parsing "": invalid syntax'],
    ['A=yes', 'invalid value of A=yes, err: strconv.ParseBool: parsing "yes": invalid syntax'],
  ])('refuses %j', (text, message) => {
    expect(() => parseFeatureGates(text)).toThrow(new TypeError(message))
  })
})

it('the gates of this release are known', () => {
  const { known } = createFeatureGates({ gates: builtInGates, release: currentRelease })
  expect(known.map(({ name, stage, isDefault, isLocked }) => [name, stage, isDefault, isLocked])).toEqual([
    ['APIResponseCompression', 'beta', true, false],
    ['CSIServiceAccountTokenSecrets', 'stable', true, true],
    ['ClusterTrustBundle', 'beta', false, false],
    ['ClusterTrustBundleProjection', 'beta', false, false],
    ['ConstrainedImpersonation', 'beta', true, false],
    ['ContainerRestartRules', 'beta', true, false],
    ['ContainerStopSignals', 'alpha', false, false],
    ['CoordinatedLeaderElection', 'beta', false, false],
    ['CustomResourceFieldSelectors', 'stable', true, true],
    ['DRAResourceClaimGranularStatusAuthorization', 'beta', true, false],
    ['DRAWorkloadResourceClaims', 'alpha', false, false],
    ['DaemonSetUpdateSurge', 'beta', true, false],
    ['EnvFiles', 'beta', true, false],
    ['GenericWorkload', 'alpha', false, false],
    ['HostnameOverride', 'beta', true, false],
    ['ImageVolume', 'stable', true, true],
    ['InPlacePodLevelResourcesVerticalScaling', 'beta', true, false],
    ['InPlacePodVerticalScalingInitContainers', 'beta', true, false],
    ['MaxUnavailableStatefulSet', 'beta', false, false],
    ['NodeDeclaredFeatures', 'beta', true, false],
    ['PodCertificateRequest', 'beta', false, false],
    ['PodLevelResources', 'beta', true, false],
    ['RetryGenerateName', 'stable', true, true],
    ['SELinuxMount', 'beta', false, false],
    ['StorageVersionAPI', 'alpha', false, false],
    ['StorageVersionMigrator', 'beta', false, false],
    ['TopologyAwareWorkloadScheduling', 'alpha', false, false],
    ['UnknownVersionInteroperabilityProxy', 'beta', true, false],
    ['WatchList', 'beta', true, false],
    ['WorkloadAwarePreemption', 'alpha', false, false],
  ])
})
