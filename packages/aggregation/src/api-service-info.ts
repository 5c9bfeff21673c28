import { availabilityOf } from '@pinnace/kinds'
import type { GroupVersion, Vocabulary } from '@pinnace/meta'
import type { APIService } from '@pinnace/types/apiregistration-v1'

/** The service that serves a group version. */
export interface ServiceTarget {
  readonly namespace: string
  readonly service: string
  readonly port: number
  /** Authorities its certificate is verified with, PEM; empty for those of the machine. */
  readonly authorities: string
  /** True if its certificate is not verified. */
  readonly isInsecure: boolean
}

/** The value of the automanaged label: created by this server at its start, kept in sync by it, or created by a client. */
export type Management = 'onstart' | 'true' | undefined

/** What aggregation needs of an APIService. */
export interface ApiServiceInfo extends GroupVersion {
  readonly name: string
  readonly groupPriority: number
  readonly versionPriority: number
  /** Undefined if this server serves the group version itself. */
  readonly target: ServiceTarget | undefined
  /** The `Available` condition. */
  readonly isAvailable: boolean
  /** The reason of the `Available` condition; empty if there is none. */
  readonly reason: string
  readonly management: Management
}

/** An APIService of another server. */
export interface RemoteApiService extends ApiServiceInfo {
  readonly target: ServiceTarget
}

/** The label of APIServices that the server manages itself. */
// upstream: aggregator/pkg/controllers/autoregister, AutoRegisterManagedLabel
export function automanagedLabel({ componentPrefix, labelDomain }: Vocabulary): string {
  return `${componentPrefix}-aggregator.${labelDomain}/automanaged`
}

/** The name of the APIService of a group version. */
export function apiServiceName({ group, version }: GroupVersion): string {
  return `${version}.${group}`
}

/** Reads an APIService. */
export function toApiServiceInfo({ metadata, spec, status }: APIService, vocabulary: Vocabulary): ApiServiceInfo {
  const { service, caBundle = '' } = spec ?? {}
  const label = metadata.labels?.[automanagedLabel(vocabulary)]
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

/** The path of a group version: `/apis/example.dev/v1`. */
export function versionPath({ group, version }: GroupVersion): string {
  return group === '' ? `/api/${version}` : `/apis/${group}/${version}`
}
