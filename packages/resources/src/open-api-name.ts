import type { Vocabulary } from '@pinnace/meta'

/** Where a built-in type stands in OpenAPI documents: `core.v1.Pod` is `io.<…>.api.core.v1.Pod`. */
export function openApiName(vocabulary: Vocabulary, typeName: string): string {
  const root = vocabulary.openApiPrefix.slice(0, -'.api'.length)
  switch (typeName.slice(0, typeName.indexOf('.'))) {
    case 'meta':
      return `${vocabulary.openApiMetaPrefix}.apis.${typeName}`
    case 'apiextensions':
      return `${root}.apiextensions-apiserver.pkg.apis.${typeName}`
    case 'apiregistration': {
      const short = vocabulary.systemNamespace.slice(0, -'-system'.length)
      return `${root}.${short}-aggregator.pkg.apis.${typeName}`
    }
    default:
      return `${vocabulary.openApiPrefix}.${typeName}`
  }
}
