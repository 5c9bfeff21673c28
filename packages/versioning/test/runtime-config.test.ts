import { builtInResources } from '@pinnace/kinds'
import { kubernetesVocabulary } from '@pinnace/meta'
import type { ResourceDefinition } from '@pinnace/resources'
import { describe, expect, it } from 'vitest'
import { applyRuntimeConfig, parseRuntimeConfig, stabilityOf } from '../src/index.ts'

const pods = (await builtInResources(kubernetesVocabulary)).find(({ resource }) => resource === 'pods')!

function version(group: string, name: string, resource: string, more: Partial<ResourceDefinition> = {}) {
  return { ...pods, group, version: name, resource, kind: resource, storage: { group, resource }, ...more }
}

const definitions = [
  version('', 'v1', 'pods'),
  version('', 'v1', 'secrets'),
  version('batch', 'v1', 'jobs'),
  version('batch', 'v1', 'cronjobs'),
  version('batch', 'v1beta1', 'cronjobs'),
  version('batch', 'v2alpha1', 'jobs', { enabledByDefault: false }),
  version('example.dev', 'v1', 'gone', { served: false }),
]
const all = ['/v1/pods', '/v1/secrets', 'batch/v1/jobs', 'batch/v1/cronjobs', 'batch/v1beta1/cronjobs']

function served(text: string): string[] {
  return applyRuntimeConfig(definitions, parseRuntimeConfig(text))
    .filter((definition) => definition.served !== false)
    .map(({ group, version: name, resource }) => `${group}/${name}/${resource}`)
}

describe('a runtime configuration', () => {
  it.each([
    ['', {}],
    ['batch/v1', { 'batch/v1': true }],
    ['batch/v1=', { 'batch/v1': true }],
    ['batch/v1=true', { 'batch/v1': true }],
    [' batch/v1 = false ,api/all', { 'batch/v1': false, 'api/all': true }],
    ['api/all=T,api/beta=0,', { 'api/all': true, 'api/beta': false }],
    ['api/ga=false,api/ga=true', { 'api/ga': true }],
  ])('reads %j', (text, wanted) => {
    expect(parseRuntimeConfig(text)).toEqual(wanted)
  })

  it.each([
    ['api/all=maybe', 'invalid value of api/all: maybe, err: strconv.ParseBool: parsing "maybe": invalid syntax'],
    ['batch/v1=yes', 'invalid value of batch/v1: yes, err: strconv.ParseBool: parsing "yes": invalid syntax'],
    ['api/all=false', 'invalid key with only api/all=false'],
    ['batch=false', 'runtime-config invalid key batch'],
    ['batch/=false', 'runtime-config invalid key batch/'],
    ['batch/v1/jobs/status', 'runtime-config invalid key batch/v1/jobs/status'],
    ['api/v1', 'unknown api groups api'],
    ['api/v1,unknown.dev/v1=false', 'unknown api groups api,unknown.dev'],
    ['batch/v3', 'group version batch/v3 that has not been registered'],
    ['/v2', 'group version v2 that has not been registered'],
    [
      'batch/v1/Jobs',
      'invalid key batch/v1/Jobs: group/version/resource and resource is always lowercase plural, not "Jobs"',
    ],
    ['batch/v1/pods', 'invalid key batch/v1/pods: batch/v1 has no pods'],
    ['/v1/jobs=false', 'invalid key /v1/jobs: v1 has no jobs'],
  ])('refuses %j', (text, message) => {
    expect(() => served(text)).toThrow(new TypeError(message))
  })

  it.each([
    [5, 'runtimeConfig must be text or an object, not 5'],
    [['api/all'], 'runtimeConfig must be text or an object, not ["api/all"]'],
    [{ 'batch/v1': 'true' }, 'invalid value of batch/v1: "true" is neither true nor false'],
  ])('refuses %j, handed over as it is', (config, message) => {
    expect(() => applyRuntimeConfig(definitions, config as never)).toThrow(new TypeError(message))
  })

  it.each([
    ['', all],
    ['api/all', [...all, 'batch/v2alpha1/jobs']],
    ['api/all=false,batch/v1', ['batch/v1/jobs', 'batch/v1/cronjobs']],
    ['api/all=false,api/beta', ['batch/v1beta1/cronjobs']],
    ['api/ga=false', ['batch/v1beta1/cronjobs']],
    ['api/beta=false', all.slice(0, 4)],
    ['api/alpha', [...all, 'batch/v2alpha1/jobs']],
    ['api/alpha=false,api/all', all],
    ['batch/v2alpha1', [...all, 'batch/v2alpha1/jobs']],
    ['batch/v2alpha1/jobs', [...all, 'batch/v2alpha1/jobs']],
    ['batch/v1=false', ['/v1/pods', '/v1/secrets', 'batch/v1beta1/cronjobs']],
    ['batch/v1=false,batch/v1/jobs', ['/v1/pods', '/v1/secrets', 'batch/v1/jobs', 'batch/v1beta1/cronjobs']],
    ['batch/v1/jobs=false', all.filter((key) => key !== 'batch/v1/jobs')],
    ['api/beta=false,batch/v1beta1', all],
    ['api/beta=false,batch/v1beta1/cronjobs', all],
    ['/v1/secrets=false', all.filter((key) => key !== '/v1/secrets')],
    ['/v1=false', all.slice(2)],
    ['example.dev/v1', all],
  ])('%j serves what it says', (text, wanted) => {
    expect(served(text)).toEqual(wanted)
  })

  it('leaves definitions as they are where nothing changes', () => {
    expect(applyRuntimeConfig(definitions, {})[0]).toBe(definitions[0])
  })
})

describe('the level of a version', () => {
  it.each([
    ['v1', 'stable'],
    ['v12', 'stable'],
    ['v1beta1', 'beta'],
    ['v2alpha10', 'alpha'],
    ['v1beta', undefined],
    ['1', undefined],
    ['next', undefined],
  ])('of %s is %s', (name, level) => {
    expect(stabilityOf(name)).toBe(level)
  })
})
