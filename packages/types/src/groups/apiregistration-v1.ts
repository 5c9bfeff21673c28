// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { Bytes, Time } from '../scalars.ts'

/** apiregistration.v1.APIService */
export interface APIService extends ApiObject {
  readonly spec?: APIServiceSpec
  readonly status?: APIServiceStatus
}

/** apiregistration.v1.APIServiceCondition */
export interface APIServiceCondition {
  readonly type: string
  readonly status: string
  readonly lastTransitionTime?: Time
  readonly reason?: string
  readonly message?: string
}

/** apiregistration.v1.APIServiceList */
export type APIServiceList = ApiList<APIService>

/** apiregistration.v1.APIServiceSpec */
export interface APIServiceSpec {
  readonly service?: ServiceReference
  readonly group?: string
  readonly version?: string
  readonly insecureSkipTLSVerify?: boolean
  readonly caBundle?: Bytes
  readonly groupPriorityMinimum: number
  readonly versionPriority: number
}

/** apiregistration.v1.APIServiceStatus */
export interface APIServiceStatus {
  readonly conditions?: readonly APIServiceCondition[]
}

/** apiregistration.v1.ServiceReference */
export interface ServiceReference {
  readonly namespace?: string
  readonly name?: string
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
