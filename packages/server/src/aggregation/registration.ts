import { availabilityOf } from '@pinnace/kinds'
import type { GroupVersion, Vocabulary } from '@pinnace/meta'
import type { APIService } from '@pinnace/types/apiregistration-v1'

/** Where the server is that answers for a version of a group. */
export interface RemoteTarget {
  readonly namespace: string
  readonly service: string
  readonly port: number
  /** Whom its certificate must come from, PEM; empty for the authorities of the machine. */
  readonly authorities: string
  /** Nobody looks at its certificate. */
  readonly isInsecure: boolean
}

/** How a registration came to be there: made by this server when it started, kept by it all the time, or by somebody else. */
export type Management = 'onstart' | 'true' | undefined

/** Who answers for a version of a group, and where that stands in discovery. */
export interface Registration extends GroupVersion {
  readonly name: string
  readonly groupPriority: number
  readonly versionPriority: number
  /** Absent where this server answers itself. */
  readonly target: RemoteTarget | undefined
  /** Whether it can be reached, as its status has it. */
  readonly isAvailable: boolean
  readonly reason: string
  readonly management: Management
}

/** The label by which a server knows the registrations that it made. */
// upstream: aggregator/pkg/controllers/autoregister, AutoRegisterManagedLabel
export function managementLabel({ componentPrefix, labelDomain }: Vocabulary): string {
  return `${componentPrefix}-aggregator.${labelDomain}/automanaged`
}

/** The name a registration must have. */
export function registrationName({ group, version }: GroupVersion): string {
  return `${version}.${group}`
}

/** What a stored registration says. */
export function toRegistration({ metadata, spec, status }: APIService, vocabulary: Vocabulary): Registration {
  const { service, caBundle = '' } = spec ?? {}
  const label = metadata.labels?.[managementLabel(vocabulary)]
  const availability = availabilityOf(status === undefined ? {} : { status })
  return {
    name: metadata.name ?? '',
    group: spec?.group ?? '',
    version: spec?.version ?? '',
    groupPriority: spec?.groupPriorityMinimum ?? 0,
    versionPriority: spec?.versionPriority ?? 0,
    target:
      service === undefined
        ? undefined
        : {
            namespace: service.namespace ?? '',
            service: service.name ?? '',
            port: service.port ?? 443,
            authorities: Buffer.from(caBundle, 'base64').toString(),
            isInsecure: spec?.insecureSkipTLSVerify === true,
          },
    isAvailable: availability?.status === 'True',
    reason: availability?.reason ?? '',
    management: label === 'onstart' || label === 'true' ? label : undefined,
  }
}

/** Where discovery and OpenAPI say that the version is: `/apis/example.dev/v1`. */
export function versionPath({ group, version }: GroupVersion): string {
  return group === '' ? `/api/${version}` : `/apis/${group}/${version}`
}
