import type { FeatureGateSettings } from './feature-gates.ts'

/**
 * Reads `Name=true,Other=false`; a later pair wins. Throws a TypeError for a pair that is none.
 *
 * @example
 * parseFeatureGates('AllBeta=false,WatchList=true') // { AllBeta: false, WatchList: true }
 */
// upstream: component-base/featuregate/feature_gate.go, Set
export function parseFeatureGates(text: string): FeatureGateSettings {
  const settings = new Map<string, boolean>()
  for (const pair of text.split(',')) {
    if (pair.trim() === '') continue
    const equals = pair.indexOf('=')
    const name = (equals < 0 ? pair : pair.slice(0, equals)).trim()
    if (equals < 0) throw new TypeError(`missing bool value for ${name}`)
    settings.set(name, readBoolean(name, pair.slice(equals + 1).trim()))
  }
  return Object.freeze(Object.fromEntries(settings))
}

// upstream: strconv.ParseBool
function readBoolean(name: string, value: string): boolean {
  if (['1', 't', 'T', 'TRUE', 'true', 'True'].includes(value)) return true
  if (['0', 'f', 'F', 'FALSE', 'false', 'False'].includes(value)) return false
  const cause = `strconv.ParseBool: parsing ${JSON.stringify(value)}: invalid syntax`
  throw new TypeError(`invalid value of ${name}=${value}, err: ${cause}`)
}
