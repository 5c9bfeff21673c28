import type { Vocabulary } from '@pinnace/meta'
import type { Check, CheckPod } from './check.ts'
import { allowPrivilegeEscalation } from './checks/allow-privilege-escalation.ts'
import { appArmorProfile } from './checks/app-armor-profile.ts'
import { capabilitiesBaseline } from './checks/capabilities-baseline.ts'
import { capabilitiesRestricted } from './checks/capabilities-restricted.ts'
import { hostNamespaces } from './checks/host-namespaces.ts'
import { hostPathVolumes } from './checks/host-path-volumes.ts'
import { hostPorts } from './checks/host-ports.ts'
import { hostProbes } from './checks/host-probes.ts'
import { privileged } from './checks/privileged.ts'
import { procMount } from './checks/proc-mount.ts'
import { restrictedVolumes } from './checks/restricted-volumes.ts'
import { runAsNonRoot } from './checks/run-as-non-root.ts'
import { runAsUser } from './checks/run-as-user.ts'
import { seLinuxOptionsSince0, seLinuxOptionsSince31 } from './checks/se-linux-options.ts'
import { seccompAnnotations } from './checks/seccomp-annotations.ts'
import { seccompBaseline, seccompRestricted } from './checks/seccomp-profile.ts'
import { sysctlsSince0, sysctlsSince27, sysctlsSince29, sysctlsSince32, sysctlsSince37 } from './checks/sysctls.ts'
import { windowsHostProcess } from './checks/windows-host-process.ts'

/** The newest minor version that changes a check; newer versions have the same checks. */
export const newestMinor = 37

/** All checks of the Pod Security Standards, in the order of messages. */
// upstream: pod-security-admission/policy/registry.go, populate – baseline before restricted, each in the order of ids.
export function checkTable(vocabulary: Vocabulary): readonly Check[] {
  return [...baselineChecks(vocabulary), ...restrictedChecks]
}

function baselineChecks({ labelDomain }: Vocabulary): readonly Check[] {
  return [
    { id: 'appArmorProfile', level: 'baseline', versions: [{ since: 0, check: appArmorProfile(labelDomain) }] },
    { id: 'capabilities_baseline', level: 'baseline', versions: [{ since: 0, check: capabilitiesBaseline }] },
    { id: 'hostNamespaces', level: 'baseline', versions: [{ since: 0, check: hostNamespaces }] },
    { id: 'hostPathVolumes', level: 'baseline', versions: [{ since: 0, check: hostPathVolumes }] },
    { id: 'hostPorts', level: 'baseline', versions: [{ since: 0, check: hostPorts }] },
    { id: 'hostProbesAndHostLifecycle', level: 'baseline', versions: [{ since: 34, check: hostProbes }] },
    { id: 'privileged', level: 'baseline', versions: [{ since: 0, check: privileged }] },
    {
      id: 'procMount',
      level: 'baseline',
      versions: [
        { since: 0, check: procMount },
        { since: 35, check: unlessUserNamespace(procMount) },
      ],
    },
    {
      id: 'seLinuxOptions',
      level: 'baseline',
      versions: [
        { since: 0, check: seLinuxOptionsSince0 },
        { since: 31, check: seLinuxOptionsSince31 },
      ],
    },
    {
      id: 'seccompProfile_baseline',
      level: 'baseline',
      versions: [
        { since: 0, check: seccompAnnotations(labelDomain) },
        { since: 19, check: seccompBaseline },
      ],
    },
    {
      id: 'sysctls',
      level: 'baseline',
      versions: [
        { since: 0, check: sysctlsSince0 },
        { since: 27, check: sysctlsSince27 },
        { since: 29, check: sysctlsSince29 },
        { since: 32, check: sysctlsSince32 },
        { since: 37, check: sysctlsSince37 },
      ],
    },
    { id: 'windowsHostProcess', level: 'baseline', versions: [{ since: 0, check: windowsHostProcess }] },
  ]
}

const restrictedChecks: readonly Check[] = [
  {
    id: 'allowPrivilegeEscalation',
    level: 'restricted',
    versions: [
      { since: 8, check: allowPrivilegeEscalation },
      { since: 25, check: unlessWindows(allowPrivilegeEscalation) },
    ],
  },
  {
    id: 'capabilities_restricted',
    level: 'restricted',
    versions: [
      { since: 22, check: capabilitiesRestricted, overrides: ['capabilities_baseline'] },
      { since: 25, check: unlessWindows(capabilitiesRestricted), overrides: ['capabilities_baseline'] },
    ],
  },
  {
    id: 'procMount_restricted',
    level: 'restricted',
    versions: [{ since: 35, check: procMount, overrides: ['procMount'] }],
  },
  {
    id: 'restrictedVolumes',
    level: 'restricted',
    versions: [{ since: 0, check: restrictedVolumes, overrides: ['hostPathVolumes'] }],
  },
  {
    id: 'runAsNonRoot',
    level: 'restricted',
    versions: [
      { since: 0, check: runAsNonRoot },
      { since: 35, check: unlessUserNamespace(runAsNonRoot) },
    ],
  },
  {
    id: 'runAsUser',
    level: 'restricted',
    versions: [
      { since: 23, check: runAsUser },
      { since: 35, check: unlessUserNamespace(runAsUser) },
    ],
  },
  {
    id: 'seccompProfile_restricted',
    level: 'restricted',
    versions: [
      { since: 19, check: seccompRestricted, overrides: ['seccompProfile_baseline'] },
      { since: 25, check: unlessWindows(seccompRestricted), overrides: ['seccompProfile_baseline'] },
    ],
  },
]

/** Skips Windows pods, which do not have the fields of the check. */
function unlessWindows(check: CheckPod): CheckPod {
  return (spec, metadata) => (spec.os?.name === 'windows' ? undefined : check(spec, metadata))
}

/** Skips pods with their own user namespace, whose root user is unprivileged on the node. */
function unlessUserNamespace(check: CheckPod): CheckPod {
  return (spec, metadata) => (spec.hostUsers === false ? undefined : check(spec, metadata))
}
