import { protocolRelease } from '@pinnace/meta'
import { flagGroups } from '../flags.ts'
import { otherFlags } from '../flags/other-flags.ts'
import { formatFlag } from '../help/format-help.ts'

/** The answer to `kube-apiserver --help` and `--version`; tools look for flags at the start of its lines. */
export function describeApiServer(args: readonly string[]): string {
  const { major, minor, patch } = protocolRelease
  if (args.some((argument) => /^--?version$/.test(argument))) return `Kubernetes v${major}.${minor}.${patch}\n`
  const groups = flagGroups.map(({ title, flags }) => [
    `${title}:`,
    '',
    ...flags.flatMap((flag) => formatFlag(flag, 100)),
    '',
  ])
  const without = otherFlags.filter(({ state }) => state === 'accepted')
  const accepted = without.flatMap(({ name, reason, isSwitch }) =>
    formatFlag({ name, placeholder: isSwitch === true ? 'true|false' : 'VALUE', help: `${reason}.` }, 100),
  )
  return [
    'Usage:',
    '  kube-apiserver [flags]',
    '',
    ...groups.flat(),
    'Flags without effect:',
    '',
    ...accepted,
    '',
  ].join('\n')
}
