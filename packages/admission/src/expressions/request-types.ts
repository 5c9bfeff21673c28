import {
  boolType,
  declareStruct,
  dynType,
  intType,
  listType,
  mapType,
  stringType,
  structType,
  timestampType,
  type StructDeclaration,
} from '@pinnace/cel'

const strings = listType(stringType)
const texts = mapType(stringType, stringType)

/** The types of `request` and `namespaceObject`; their names begin with the name of the product. */
// upstream: apiserver/pkg/admission/plugin/cel/compile.go, BuildRequestType and BuildNamespaceType
export function requestTypes(product: string): readonly StructDeclaration[] {
  return [...typesOfRequests(product), ...typesOfNamespaces(product)]
}

function typesOfRequests(product: string): readonly StructDeclaration[] {
  const kind = structType(`${product}.GroupVersionKind`)
  const resource = structType(`${product}.GroupVersionResource`)
  return [
    declareStruct(`${product}.GroupVersionKind`, { group: stringType, version: stringType, kind: stringType }),
    declareStruct(`${product}.GroupVersionResource`, { group: stringType, version: stringType, resource: stringType }),
    declareStruct(`${product}.UserInfo`, {
      username: stringType,
      uid: stringType,
      groups: strings,
      extra: mapType(stringType, strings),
    }),
    declareStruct(`${product}.AdmissionRequest`, {
      kind,
      resource,
      subResource: stringType,
      requestKind: kind,
      requestResource: resource,
      requestSubResource: stringType,
      name: stringType,
      namespace: stringType,
      operation: stringType,
      userInfo: structType(`${product}.UserInfo`),
      dryRun: boolType,
      options: dynType,
    }),
  ]
}

function typesOfNamespaces(product: string): readonly StructDeclaration[] {
  return [
    declareStruct(`${product}.NamespaceMetadata`, {
      name: stringType,
      generateName: stringType,
      namespace: stringType,
      labels: texts,
      annotations: texts,
      UID: stringType,
      creationTimestamp: timestampType,
      deletionGracePeriodSeconds: intType,
      deletionTimestamp: timestampType,
      generation: intType,
      resourceVersion: stringType,
      finalizers: strings,
    }),
    declareStruct(`${product}.NamespaceSpec`, { finalizers: strings }),
    declareStruct(`${product}.NamespaceCondition`, {
      type: stringType,
      status: stringType,
      lastTransitionTime: timestampType,
      message: stringType,
      reason: stringType,
    }),
    declareStruct(`${product}.NamespaceStatus`, {
      phase: stringType,
      conditions: listType(structType(`${product}.NamespaceCondition`)),
    }),
    declareStruct(`${product}.Namespace`, {
      metadata: structType(`${product}.NamespaceMetadata`),
      spec: structType(`${product}.NamespaceSpec`),
      status: structType(`${product}.NamespaceStatus`),
    }),
  ]
}
