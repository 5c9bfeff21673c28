import { describe, expect, it } from 'vitest'
import { readEmulation } from '@pinnace/versioning'
import { createVersionHandler, createVersionInfo } from '../../src/health/version.ts'

const request = { method: 'GET', header: () => undefined }
const handle = createVersionHandler(createVersionInfo('0.1.0', readEmulation({}, 'kube')))

describe('/version', () => {
  it('has the fields clients read', () => {
    const reply = handle(request, { path: '/version', query: new URLSearchParams() })!
    expect(reply.status).toBe(200)
    expect(reply.headers['content-type']).toBe('application/json')
    expect(JSON.parse(String(reply.body))).toEqual({
      major: '1',
      minor: '36',
      emulationMajor: '1',
      emulationMinor: '36',
      minCompatibilityMajor: '1',
      minCompatibilityMinor: '35',
      gitVersion: 'v1.36.0+pinnace.0.1.0',
      gitCommit: '',
      gitTreeState: 'clean',
      buildDate: '1970-01-01T00:00:00Z',
      goVersion: expect.stringMatching(/^node/),
      compiler: 'v8',
      platform: expect.stringMatching(/^[a-z0-9]+\/[a-z0-9]+$/),
    })
  })

  it('can only be read', () => {
    const query = new URLSearchParams()
    for (const method of ['HEAD', 'POST']) {
      expect(() => handle({ ...request, method }, { path: '/version', query })).toThrow(
        'the server does not allow this method on the requested resource',
      )
    }
    const yaml = { method: 'GET', header: () => 'application/yaml' }
    expect(() => handle(yaml, { path: '/version', query })).toThrow(
      '406: Not Acceptable\n\nAvailable representations: application/json',
    )
  })

  it('is a semantic version for any version of the product', () => {
    expect(createVersionInfo('1.0.0-rc.1+build/7', readEmulation({}, 'kube')).gitVersion).toMatch(
      /^v1\.36\.0\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*$/,
    )
  })

  it('does not handle other paths', () => {
    expect(handle(request, { path: '/versions', query: new URLSearchParams() })).toBeUndefined()
  })
})
