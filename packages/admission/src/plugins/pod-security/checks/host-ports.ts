import type { CheckPod } from '../check.ts'
import { containersThat } from '../containers-of.ts'
import { containersNamed, plural } from '../violation-messages.ts'

/** Forbids host ports. */
// upstream: pod-security-admission/policy/check_hostPorts.go – ports are sorted as text.
export const hostPorts: CheckPod = (spec) => {
  const ports = new Set<string>()
  const containers = containersThat(spec, (container) => {
    const bad = container.ports?.filter(({ hostPort = 0 }) => hostPort !== 0) ?? []
    for (const { hostPort } of bad) ports.add(String(hostPort))
    return bad.length > 0
  })
  if (containers.length === 0) return undefined
  const use = plural(containers.length, 'uses', 'use')
  return {
    reason: 'hostPort',
    detail: `${containersNamed(containers)} ${use} ${plural(ports.size, 'hostPort')} ${[...ports].sort().join(', ')}`,
  }
}
