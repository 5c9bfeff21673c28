import type { LifecycleHandler, Probe } from '@pinnace/types/core-v1-containers'
import type { CheckPod } from '../check.ts'
import { containersThat } from '../containers-of.ts'
import { plural, quotedSet } from '../words.ts'

/** Probes and lifecycle hooks ask the pod itself, not another host. */
// upstream: pod-security-admission/policy/check_hostProbesAndhostLifecycle.go
export const hostProbes: CheckPod = (spec) => {
  const hosts = new Set<string>()
  const isBad = (asked: Probe | LifecycleHandler | undefined): boolean => {
    const bad = [asked?.httpGet?.host, asked?.tcpSocket?.host].filter((host) => host !== undefined && host !== '')
    for (const host of bad) hosts.add(host!)
    return bad.length > 0
  }
  const containers = containersThat(spec, ({ livenessProbe, readinessProbe, startupProbe, lifecycle }) =>
    [livenessProbe, readinessProbe, startupProbe, lifecycle?.postStart, lifecycle?.preStop].map(isBad).includes(true),
  )
  if (containers.length === 0) return undefined
  const what = plural(hosts.size, 'probe or lifecycle host')
  // upstream: here, and here only, the containers are sorted.
  const names = `${plural(containers.length, 'container')} ${quotedSet(containers)}`
  return {
    reason: 'probe or lifecycle host',
    detail: `${names} ${plural(containers.length, 'uses', 'use')} ${what} ${quotedSet(hosts)}`,
  }
}
