/** A step down into a map: unlike a field it is not named in messages about types. */
export interface MapStep {
  readonly key: string
}

/** A step into a field of an embedded struct, which only messages about types name. */
export interface EmbeddedStep extends MapStep {
  readonly goPath: string
}

/** Where decoding stands: fields by name, list items by index, map values by {@link MapStep}. */
export type DecodePath = (string | number | MapStep | EmbeddedStep)[]

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

/** The path with the keys of maps in brackets, as it is reported of embedded objects: `spec.objects[key]`. */
export function formatKeyedPath(path: DecodePath): string {
  let text = ''
  for (const step of path) {
    if (typeof step === 'string') text += text === '' ? step : `.${step}`
    else text += `[${typeof step === 'number' ? step : step.key}]`
  }
  return text
}

/** The path as messages about types print it, from its step `start`: the names of fields and embedded structs only. */
// upstream: encoding/json, decode.go, addErrorContext
export function formatFieldNames(path: DecodePath, start: number): string {
  const names: string[] = []
  for (const step of path.slice(start)) {
    if (typeof step === 'string') names.push(step)
    else if (typeof step === 'object' && 'goPath' in step) names.push(step.goPath)
  }
  return names.join('.')
}
