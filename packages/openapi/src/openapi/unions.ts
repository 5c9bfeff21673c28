import type { OpenApiDefinitions } from '@pinnace/schema'

/** A type of which at most one member is set, as its discriminator says. */
interface Union {
  readonly discriminator?: string
  /** Members, and the value of the discriminator for each. */
  readonly members: Readonly<Record<string, string>>
}

const localhost: Union = { discriminator: 'type', members: { localhostProfile: 'LocalhostProfile' } }

// upstream: the markers +union, +unionDiscriminator and +unionMember of the API types
const unions: Readonly<Record<string, Union>> = {
  'core.v1.AppArmorProfile': localhost,
  'core.v1.SeccompProfile': localhost,
  'core.v1.PodSchedulingGroup': { members: { podGroupName: 'PodGroupName' } },
  'flowcontrol.v1.LimitResponse': { discriminator: 'type', members: { queuing: 'Queuing' } },
  'flowcontrol.v1.PriorityLevelConfigurationSpec': {
    discriminator: 'type',
    members: { exempt: 'Exempt', limited: 'Limited' },
  },
  'flowcontrol.v1.Subject': {
    discriminator: 'kind',
    members: { group: 'Group', serviceAccount: 'ServiceAccount', user: 'User' },
  },
}

/** Marks the definitions of unions, with the extension of that name. */
export function markUnions(into: OpenApiDefinitions, refName: (typeName: string) => string, extension: string): void {
  for (const [typeName, { discriminator, members }] of Object.entries(unions)) {
    const name = refName(typeName)
    const definition = into[name]
    if (definition === undefined || extension in definition) continue
    const union = {
      ...(discriminator === undefined ? {} : { discriminator }),
      'fields-to-discriminateBy': members,
    }
    into[name] = { ...definition, [extension]: [union] }
  }
}
