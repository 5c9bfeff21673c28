import type { Pod } from '@pinnace/types/core-v1-pods'

interface HostPort {
  readonly ip: string
  readonly port: number
  readonly protocol: string
}

const anyAddress = '0.0.0.0'

/** Whether a pod wants a host port that one of the other pods has. */
// upstream: pkg/scheduler/framework/plugins/nodeports/node_ports.go
export function hasHostPortConflict(pod: Pod, others: Iterable<Pod>): boolean {
  const wanted = hostPortsOf(pod)
  if (wanted.length === 0) return false
  const taken = [...others].flatMap(hostPortsOf)
  return wanted.some((one) => taken.some((other) => conflicts(one, other)))
}

function conflicts(a: HostPort, b: HostPort): boolean {
  if (a.port !== b.port || a.protocol !== b.protocol) return false
  return a.ip === b.ip || a.ip === anyAddress || b.ip === anyAddress
}

function hostPortsOf({ spec }: Pod): readonly HostPort[] {
  return (spec?.containers ?? []).flatMap(({ ports }) =>
    (ports ?? []).flatMap(({ hostIP, hostPort = 0, protocol = 'TCP' }) =>
      hostPort > 0 ? [{ ip: hostIP || anyAddress, port: hostPort, protocol }] : [],
    ),
  )
}
