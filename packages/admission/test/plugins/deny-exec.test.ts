import { describe, expect, it } from 'vitest'
import { denyEscalatingExec, denyExecOnPrivileged } from '../../src/plugins/deny-exec.ts'
import { judgeOf } from '../support/judge.ts'
import { podOf, podRequest } from '../support/pods.ts'

const refusalOf = async (plugin: typeof denyEscalatingExec, spec: object | undefined, subresource = 'exec') => {
  const stored = spec === undefined ? [] : [{ group: '', resource: 'pods', object: podOf({ spec }) }]
  const request = podRequest({}, { operation: 'CONNECT', subresource, object: { metadata: {} } })
  return (await (await judgeOf(plugin, { stored })).judge(request)).refusal
}
const privileged = (list: string): object => ({ [list]: [{ name: 'c', securityContext: { privileged: true } }] })
const onHost = (what: string): string =>
  `pods "a" is forbidden: cannot exec into or attach to a container using host ${what}`
const intoPrivileged = 'pods "a" is forbidden: cannot exec into or attach to a privileged container'

describe.each(['exec', 'attach'])('%s', (subresource) => {
  it.each([
    ['an ordinary pod', {}, undefined, undefined],
    ['a pod that denies itself the host', { hostPID: false }, undefined, undefined],
    ['the network of the host', { hostNetwork: true }, onHost('network'), undefined],
    ['the processes of the host', { hostPID: true }, onHost('pid'), undefined],
    ['the memory of the host', { hostIPC: true }, onHost('ipc'), undefined],
    ['a privileged container', privileged('containers'), intoPrivileged, intoPrivileged],
    ['a privileged init container', privileged('initContainers'), intoPrivileged, intoPrivileged],
    ['a privileged ephemeral container', privileged('ephemeralContainers'), intoPrivileged, intoPrivileged],
    ['no pod', undefined, 'pods "a" is forbidden: pods "a" not found', 'pods "a" is forbidden: pods "a" not found'],
  ])('of %s', async (_what, spec, escalating, onPrivileged) => {
    expect((await refusalOf(denyEscalatingExec, spec, subresource))?.message).toBe(escalating)
    expect((await refusalOf(denyExecOnPrivileged, spec, subresource))?.message).toBe(onPrivileged)
  })
})

describe('DenyEscalatingExec and DenyExecOnPrivileged', () => {
  it('ignore other connections', async () => {
    expect(await refusalOf(denyEscalatingExec, { hostPID: true }, 'portforward')).toBeUndefined()
  })

  it('are deprecated', () => {
    const end = 'use of PodSecurity or a custom admission plugin to limit creation of pods is recommended instead'
    expect([denyEscalatingExec.deprecation, denyExecOnPrivileged.deprecation]).toEqual([
      `the DenyEscalatingExec admission plugin is deprecated; ${end}`,
      `the DenyExecOnPrivileged admission plugin is deprecated; ${end}`,
    ])
  })
})
