import type { LifecycleHandler, Probe } from '@pinnace/types/core-v1-containers'
import type { CheckPod } from '../check.ts'
import { containersThat } from '../containers-of.ts'
import { plural, quotedSet } from '../violation-messages.ts'

/** Forbids a host in probes and lifecycle hooks. */
// upstream: pod-security-admission/policy/check_hostProbesAndhostLifecycle.go
export const hostProbes: CheckPod = (spec) => {
  const hosts = new Set<string>()
  const isBad = (handler: Probe | LifecycleHandler | undefined): boolean => {
    const bad = [handler?.httpGet?.host ?? '', handler?.tcpSocket?.host ?? ''].filter((host) => host !== '')
    for (const host of bad) hosts.add(host)
    return bad.length > 0
  }
  const containers = containersThat(spec, ({ livenessProbe, readinessProbe, startupProbe, lifecycle }) =>
    [livenessProbe, readinessProbe, startupProbe, lifecycle?.postStart, lifecycle?.preStop].map(isBad).includes(true),
  )
  if (containers.length === 0) return undefined
  const what = plural(hosts.size, 'probe or lifecycle host')
  // upstream: only this check sorts the containers.
  const names = `${plural(containers.length, 'container')} ${quotedSet(containers)}`
  return {
    reason: 'probe or lifecycle host',
    detail: `${names} ${plural(containers.length, 'uses', 'use')} ${what} ${quotedSet(hosts)}`,
  }
}
