import { isDns1123Label, type ObjectMeta } from '@pinnace/meta'

/** Warns of a name that is no DNS label and begins the names of pods. */
export function podNameWarnings({ name = '' }: ObjectMeta): readonly string[] {
  const problems = isDns1123Label(name)
  if (problems.length === 0) return []
  return [
    `metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended: [${problems.join(' ')}]`,
  ]
}
