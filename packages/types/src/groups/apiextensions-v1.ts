import type { ApiList, ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { Bytes, Time } from '../scalars.ts'

/** apiextensions.v1.CustomResourceColumnDefinition */
export interface CustomResourceColumnDefinition {
  readonly name: string
  readonly type: string
  readonly format?: string
  readonly description?: string
  readonly priority?: number
  readonly jsonPath: string
}

/** apiextensions.v1.CustomResourceConversion */
export interface CustomResourceConversion {
  /** One of None, Webhook. */
  readonly strategy: string
  readonly webhook?: WebhookConversion
}

/** apiextensions.v1.CustomResourceDefinition */
export interface CustomResourceDefinition extends ApiObject {
  readonly spec: CustomResourceDefinitionSpec
  readonly status?: CustomResourceDefinitionStatus
}

/** apiextensions.v1.CustomResourceDefinitionCondition */
export interface CustomResourceDefinitionCondition {
  readonly type: string
  readonly status: string
  readonly lastTransitionTime?: Time
  readonly reason?: string
  readonly message?: string
  readonly observedGeneration?: number
}

/** apiextensions.v1.CustomResourceDefinitionList */
export interface CustomResourceDefinitionList extends ApiList<CustomResourceDefinition> {}

/** apiextensions.v1.CustomResourceDefinitionNames */
export interface CustomResourceDefinitionNames {
  readonly plural: string
  readonly singular?: string
  readonly shortNames?: readonly string[]
  readonly kind: string
  readonly listKind?: string
  readonly categories?: readonly string[]
}

/** apiextensions.v1.CustomResourceDefinitionSpec */
export interface CustomResourceDefinitionSpec {
  readonly group: string
  readonly names: CustomResourceDefinitionNames
  /** One of Cluster, Namespaced. */
  readonly scope: string
  readonly versions: readonly CustomResourceDefinitionVersion[]
  readonly conversion?: CustomResourceConversion
  readonly preserveUnknownFields?: boolean
}

/** apiextensions.v1.CustomResourceDefinitionStatus */
export interface CustomResourceDefinitionStatus {
  readonly conditions?: readonly CustomResourceDefinitionCondition[]
  readonly acceptedNames?: CustomResourceDefinitionNames
  readonly storedVersions?: readonly string[]
  readonly observedGeneration?: number
}

/** apiextensions.v1.CustomResourceDefinitionVersion */
export interface CustomResourceDefinitionVersion {
  readonly name: string
  readonly served: boolean
  readonly storage: boolean
  readonly deprecated?: boolean
  readonly deprecationWarning?: string
  readonly schema?: CustomResourceValidation
  readonly subresources?: CustomResourceSubresources
  readonly additionalPrinterColumns?: readonly CustomResourceColumnDefinition[]
  readonly selectableFields?: readonly SelectableField[]
}

/** apiextensions.v1.CustomResourceSubresourceScale */
export interface CustomResourceSubresourceScale {
  readonly specReplicasPath: string
  readonly statusReplicasPath: string
  readonly labelSelectorPath?: string
}

/** apiextensions.v1.CustomResourceSubresources */
export interface CustomResourceSubresources {
  readonly status?: Readonly<Record<string, never>>
  readonly scale?: CustomResourceSubresourceScale
}

/** apiextensions.v1.CustomResourceValidation */
export interface CustomResourceValidation {
  readonly openAPIV3Schema?: JSONSchemaProps
}

/** apiextensions.v1.ExternalDocumentation */
export interface ExternalDocumentation {
  readonly description?: string
  readonly url?: string
}

/** apiextensions.v1.JSONSchemaProps */
export interface JSONSchemaProps {
  readonly id?: string
  readonly $schema?: string
  readonly $ref?: string
  readonly description?: string
  readonly type?: string
  readonly format?: string
  readonly title?: string
  readonly default?: unknown
  readonly maximum?: number
  readonly exclusiveMaximum?: boolean
  readonly minimum?: number
  readonly exclusiveMinimum?: boolean
  readonly maxLength?: number
  readonly minLength?: number
  readonly pattern?: string
  readonly maxItems?: number
  readonly minItems?: number
  readonly uniqueItems?: boolean
  readonly multipleOf?: number
  readonly enum?: readonly unknown[]
  readonly maxProperties?: number
  readonly minProperties?: number
  readonly required?: readonly string[]
  readonly items?: JSONSchemaProps | { readonly JSONSchemas: readonly JSONSchemaProps[] } | readonly JSONSchemaProps[]
  readonly allOf?: readonly JSONSchemaProps[]
  readonly oneOf?: readonly JSONSchemaProps[]
  readonly anyOf?: readonly JSONSchemaProps[]
  readonly not?: JSONSchemaProps
  readonly properties?: Readonly<Record<string, JSONSchemaProps>>
  readonly additionalProperties?: JSONSchemaProps | boolean
  readonly patternProperties?: Readonly<Record<string, JSONSchemaProps>>
  readonly dependencies?: Readonly<Record<string, JSONSchemaProps | readonly string[]>>
  readonly additionalItems?: JSONSchemaProps | boolean
  readonly definitions?: Readonly<Record<string, JSONSchemaProps>>
  readonly externalDocs?: ExternalDocumentation
  readonly example?: unknown
  readonly nullable?: boolean
  /** Extensions, spelled with `Vocabulary.schemaExtensionPrefix`. */
  readonly [extension: `x-${string}`]: unknown
}

/** apiextensions.v1.SelectableField */
export interface SelectableField {
  readonly jsonPath: string
}

/** apiextensions.v1.ServiceReference */
export interface ServiceReference {
  readonly namespace: string
  readonly name: string
  readonly path?: string
  readonly port?: number
}

/** apiextensions.v1.ValidationRule */
export interface ValidationRule {
  readonly rule: string
  readonly message?: string
  readonly messageExpression?: string
  /** One of FieldValueInvalid, FieldValueForbidden, FieldValueRequired, FieldValueDuplicate. */
  readonly reason?: string
  readonly fieldPath?: string
  readonly optionalOldSelf?: boolean
}

/** apiextensions.v1.WebhookClientConfig */
export interface WebhookClientConfig {
  readonly url?: string
  readonly service?: ServiceReference
  readonly caBundle?: Bytes
}

/** apiextensions.v1.WebhookConversion */
export interface WebhookConversion {
  readonly clientConfig?: WebhookClientConfig
  readonly conversionReviewVersions: readonly string[]
}

/** Fields of the types of this file without a schema extension, one line each. */
const typesWithoutExtensions: TypeTable = {
  'apiextensions.v1.CustomResourceColumnDefinition': `name 1 string required
type 2 string required
format 3 string omitempty
description 4 string omitempty
priority 5 int32 omitempty
jsonPath 6 string required`,
  'apiextensions.v1.CustomResourceConversion': `strategy 1 string required go=v1.ConversionStrategyType
webhook 2 apiextensions.v1.WebhookConversion omitempty pointer`,
  'apiextensions.v1.CustomResourceDefinition': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 apiextensions.v1.CustomResourceDefinitionSpec required
status 3 apiextensions.v1.CustomResourceDefinitionStatus omitempty`,
  'apiextensions.v1.CustomResourceDefinitionCondition': `type 1 string required go=v1.CustomResourceDefinitionConditionType
status 2 string required go=v1.ConditionStatus
lastTransitionTime 3 time omitempty
reason 4 string omitempty
message 5 string omitempty
observedGeneration 6 int64 omitempty`,
  'apiextensions.v1.CustomResourceDefinitionList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []apiextensions.v1.CustomResourceDefinition required`,
  'apiextensions.v1.CustomResourceDefinitionNames': `plural 1 string required
singular 2 string omitempty
shortNames 3 []string omitempty list=atomic
kind 4 string required
listKind 5 string omitempty
categories 6 []string omitempty list=atomic`,
  'apiextensions.v1.CustomResourceDefinitionSpec': `group 1 string required
names 3 apiextensions.v1.CustomResourceDefinitionNames required
scope 4 string required go=v1.ResourceScope
versions 7 []apiextensions.v1.CustomResourceDefinitionVersion required list=atomic
conversion 9 apiextensions.v1.CustomResourceConversion omitempty pointer
preserveUnknownFields 10 boolean omitempty`,
  'apiextensions.v1.CustomResourceDefinitionStatus': `conditions 1 []apiextensions.v1.CustomResourceDefinitionCondition list=map:type
acceptedNames 2 apiextensions.v1.CustomResourceDefinitionNames
storedVersions 3 []string list=atomic
observedGeneration 4 int64 omitempty`,
  'apiextensions.v1.CustomResourceDefinitionVersion': `name 1 string required
served 2 boolean required
storage 3 boolean required
deprecated 7 boolean omitempty
deprecationWarning 8 string omitempty pointer
schema 4 apiextensions.v1.CustomResourceValidation omitempty pointer
subresources 5 apiextensions.v1.CustomResourceSubresources omitempty pointer
additionalPrinterColumns 6 []apiextensions.v1.CustomResourceColumnDefinition omitempty list=atomic
selectableFields 9 []apiextensions.v1.SelectableField omitempty list=atomic`,
  'apiextensions.v1.CustomResourceSubresourceScale': `specReplicasPath 1 string required
statusReplicasPath 2 string required
labelSelectorPath 3 string omitempty pointer`,
  'apiextensions.v1.CustomResourceSubresourceStatus': '',
  'apiextensions.v1.CustomResourceSubresources': `status 1 apiextensions.v1.CustomResourceSubresourceStatus omitempty pointer
scale 2 apiextensions.v1.CustomResourceSubresourceScale omitempty pointer`,
  'apiextensions.v1.CustomResourceValidation': `openAPIV3Schema 1 apiextensions.v1.JSONSchemaProps omitempty pointer`,
  'apiextensions.v1.ExternalDocumentation': `description 1 string omitempty
url 2 string omitempty`,
  'apiextensions.v1.SelectableField': `jsonPath 1 string required`,
  'apiextensions.v1.ServiceReference': `namespace 1 string required
name 2 string required
path 3 string omitempty pointer
port 4 int32 omitempty pointer`,
  'apiextensions.v1.ValidationRule': `rule 1 string required
message 2 string omitempty
messageExpression 3 string omitempty
reason 4 string omitempty pointer go=v1.FieldValueErrorReason enum=FieldValueDuplicate|FieldValueForbidden|FieldValueInvalid|FieldValueRequired
fieldPath 5 string omitempty
optionalOldSelf 6 boolean omitempty pointer`,
  'apiextensions.v1.WebhookClientConfig': `service 1 apiextensions.v1.ServiceReference omitempty pointer
caBundle 2 bytes omitempty
url 3 string omitempty pointer`,
  'apiextensions.v1.WebhookConversion': `clientConfig 2 apiextensions.v1.WebhookClientConfig omitempty pointer
conversionReviewVersions 3 []string required list=atomic`,
}

/** Fields of JSONSchemaProps other than schema extensions. */
const schemaFields = `id 1 string omitempty
$schema 2 string omitempty go=v1.JSONSchemaURL
$ref 3 string omitempty pointer
description 4 string omitempty
type 5 string omitempty
format 6 string omitempty
title 7 string omitempty
default 8 any omitempty pointer as=apiextensions.v1.JSON
maximum 9 double omitempty pointer
exclusiveMaximum 10 boolean omitempty
minimum 11 double omitempty pointer
exclusiveMinimum 12 boolean omitempty
maxLength 13 int64 omitempty pointer
minLength 14 int64 omitempty pointer
pattern 15 string omitempty
maxItems 16 int64 omitempty pointer
minItems 17 int64 omitempty pointer
uniqueItems 18 boolean omitempty
multipleOf 19 double omitempty pointer
enum 20 []any omitempty goType=[]v1.JSON list=atomic as=apiextensions.v1.JSON
maxProperties 21 int64 omitempty pointer
minProperties 22 int64 omitempty pointer
required 23 []string omitempty list=atomic
items 24 any omitempty pointer as=apiextensions.v1.JSONSchemaPropsOrArray undescribed
allOf 25 []apiextensions.v1.JSONSchemaProps omitempty list=atomic
oneOf 26 []apiextensions.v1.JSONSchemaProps omitempty list=atomic
anyOf 27 []apiextensions.v1.JSONSchemaProps omitempty list=atomic
not 28 apiextensions.v1.JSONSchemaProps omitempty pointer undescribed
properties 29 map:apiextensions.v1.JSONSchemaProps omitempty
additionalProperties 30 any omitempty pointer as=apiextensions.v1.JSONSchemaPropsOrBool undescribed
patternProperties 31 map:apiextensions.v1.JSONSchemaProps omitempty
dependencies 32 map:any omitempty goType=v1.JSONSchemaDependencies as=apiextensions.v1.JSONSchemaPropsOrStringArray
additionalItems 33 any omitempty pointer as=apiextensions.v1.JSONSchemaPropsOrBool undescribed
definitions 34 map:apiextensions.v1.JSONSchemaProps omitempty goType=v1.JSONSchemaDefinitions
externalDocs 35 apiextensions.v1.ExternalDocumentation omitempty pointer undescribed
example 36 any omitempty pointer as=apiextensions.v1.JSON undescribed
nullable 37 boolean omitempty`

/** Fields of the types of this file, one line each; `prefix` begins the names of schema extensions (`x-…-`). */
export function apiextensionsV1Types(prefix: string): TypeTable {
  return {
    ...typesWithoutExtensions,
    'apiextensions.v1.JSONSchemaProps': `${schemaFields}
${prefix}preserve-unknown-fields 38 boolean omitempty pointer
${prefix}embedded-resource 39 boolean omitempty
${prefix}int-or-string 40 boolean omitempty
${prefix}list-map-keys 41 []string omitempty list=atomic
${prefix}list-type 42 string omitempty pointer
${prefix}map-type 43 string omitempty pointer
${prefix}validations 44 []apiextensions.v1.ValidationRule omitempty goType=v1.ValidationRules list=map:rule merge=rule`,
  }
}
