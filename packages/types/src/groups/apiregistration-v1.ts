// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { Bytes, Time } from '../scalars.ts'

/**
 * apiregistration.v1.APIService
 *
 * A version of an API group and the server that has it. The name of the object is the version, a dot and the group.
 */
export interface APIService extends ApiObject {
  /** The group, the version and the server. */
  readonly spec?: APIServiceSpec
  /** Whether the server can be reached. */
  readonly status?: APIServiceStatus
}

/**
 * apiregistration.v1.APIServiceCondition
 *
 * One aspect of the state of an API service.
 */
export interface APIServiceCondition {
  /** Which aspect is judged. There is one: Available. */
  readonly type: string
  /** The judgment: True, False or Unknown. */
  readonly status: string
  /** When the status last changed from one value to another. */
  readonly lastTransitionTime?: Time
  /** A CamelCase word for programs that says why the status is as it is. */
  readonly reason?: string
  /** A sentence for people with the details. */
  readonly message?: string
}

/** apiregistration.v1.APIServiceList */
export type APIServiceList = ApiList<APIService>

/**
 * apiregistration.v1.APIServiceSpec
 *
 * The group, the version and the server of an API service.
 */
export interface APIServiceSpec {
  /** The service that requests are passed to. Without it, this server answers them itself. */
  readonly service?: ServiceReference
  /** The API group. */
  readonly group?: string
  /** The version. */
  readonly version?: string
  /** Accepts any certificate of the server. Not for production; cannot be combined with caBundle. */
  readonly insecureSkipTLSVerify?: boolean
  /** Certificates in PEM that vouch for the server. Without them, those of the system do. */
  readonly caBundle?: Bytes
  /**
   * The least priority of the group, 1 to 20000. The largest of all versions counts; groups with a larger one are
   * listed and searched first.
   */
  readonly groupPriorityMinimum: number
  /**
   * The priority of the version within the group, 1 to 1000. Among equal ones, versions are ordered by stability and
   * number.
   */
  readonly versionPriority: number
}

/**
 * apiregistration.v1.APIServiceStatus
 *
 * What is known of an API service.
 */
export interface APIServiceStatus {
  /** Judgments of the state, one for each type. */
  readonly conditions?: readonly APIServiceCondition[]
}

/**
 * apiregistration.v1.ServiceReference
 *
 * A service that is an API server.
 */
export interface ServiceReference {
  /** The namespace of the service. */
  readonly namespace?: string
  /** The name of the service. */
  readonly name?: string
  /** The port of the service. The default is 443. */
  readonly port?: number
}

/** Fields of the types of this file, one line each. */
export const apiregistrationV1Types: TypeTable = {
  'apiregistration.v1.APIService': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 apiregistration.v1.APIServiceSpec omitempty
status 3 apiregistration.v1.APIServiceStatus omitempty`,
  'apiregistration.v1.APIServiceCondition': `type 1 string required go=v1.APIServiceConditionType
status 2 string required go=v1.ConditionStatus
lastTransitionTime 3 time omitempty
reason 4 string omitempty
message 5 string omitempty`,
  'apiregistration.v1.APIServiceList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []apiregistration.v1.APIService required`,
  'apiregistration.v1.APIServiceSpec': `service 1 apiregistration.v1.ServiceReference omitempty pointer
group 2 string omitempty
version 3 string omitempty
insecureSkipTLSVerify 4 boolean omitempty
caBundle 5 bytes omitempty list=atomic
groupPriorityMinimum 7 int32 required
versionPriority 8 int32 required`,
  'apiregistration.v1.APIServiceStatus': `conditions 1 []apiregistration.v1.APIServiceCondition omitempty list=map:type merge=type`,
  'apiregistration.v1.ServiceReference': `namespace 1 string omitempty
name 2 string omitempty
port 3 int32 omitempty pointer`,
}
