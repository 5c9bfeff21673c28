/** A step down into a map: unlike a field it is not named in messages about types. */
export interface MapStep {
  readonly key: string
}

/** Where decoding stands: fields by name, list items by index, map values by {@link MapStep}. */
export type DecodePath = (string | number | MapStep)[]

/** The path as strict decoding reports it: `spec.containers[0].bar`. */
// upstream: sigs.k8s.io/json, internal/golang/encoding/json/kubernetes_patch.go, strictFieldStack
export function formatPath(path: DecodePath, last: string): string {
  let text = ''
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`
    else text += (text === '' ? '' : '.') + (typeof step === 'string' ? step : step.key)
  }
  return text === '' ? last : `${text}.${last}`
}

/** The path as messages about types print it: the names of fields only. */
// upstream: encoding/json, decode.go, addErrorContext
export function formatFieldNames(path: DecodePath): string {
  return path.filter((step) => typeof step === 'string').join('.')
}
