import { compareQuantity, parseQuantity } from '../quantity.ts'

// Both comparisons walk containers with a list of open pairs, so that no nesting exhausts the stack.

/**
 * Exact equality of two JSON values. The order of keys does not matter, that of items does; an absent member is not
 * null, and `{}`, `[]` and absent are three values. A bigint equals the number of the same value, and -0 equals 0. Number
 * literals of `ParsedJson` are compared by their text, also with numbers.
 */
export function isEqualJson(left: unknown, right: unknown): boolean {
  if (!isContainer(left) || !isContainer(right)) return isEqualScalar(left, right)
  const open: object[] = [left, right]
  for (let b = open.pop(), a = open.pop(); a !== undefined && b !== undefined; b = open.pop(), a = open.pop()) {
    if (Array.isArray(a) || Array.isArray(b)) {
      if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false
      for (let index = 0; index < a.length; index++) {
        const one: unknown = a[index]
        const other: unknown = b[index]
        if (one === other) continue
        if (isContainer(one) && isContainer(other)) open.push(one, other)
        else if (!isEqualScalar(one, other)) return false
      }
      continue
    }
    const keys = Object.keys(a)
    if (keys.length !== Object.keys(b).length) return false
    for (const key of keys) {
      if (!Object.hasOwn(b, key)) return false
      const one = (a as Fields)[key]
      const other = (b as Fields)[key]
      if (one === other) continue
      if (isContainer(one) && isContainer(other)) open.push(one, other)
      else if (!isEqualScalar(one, other)) return false
    }
  }
  return true
}

/**
 * Equality of two decoded objects as Kubernetes compares them (`equality.Semantic`): an absent member, null, an empty
 * string and an empty list are equal, and quantities are compared by value where a kind has them (`resources.limits`,
 * `resources.requests`, `overhead`, `podFixed`, `emptyDir.sizeLimit`, `resourceFieldRef.divisor`).
 *
 * An empty object equals another empty object only: where it stands behind a pointer it differs from none. An empty map
 * equals none in Kubernetes; decoding drops empty maps, so a comparison never meets one. In maps such as labels an empty
 * text is a value, and so it is behind a pointer.
 */
// upstream: apimachinery/pkg/api/equality/semantic.go; third_party/forked/golang/reflect/deep_equal.go
export function isSemanticEqual(left: unknown, right: unknown): boolean {
  if (!isContainer(left) || !isContainer(right)) return isSemanticScalar(left, right)
  const open: OpenPair[] = [{ a: left, b: right, name: '', parent: '' }]
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const { a, b, name, parent } = pair
    if (Array.isArray(a) || Array.isArray(b)) {
      if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false
      for (let index = 0; index < a.length; index++) {
        const one: unknown = a[index]
        const other: unknown = b[index]
        if (one === other) continue
        if (isContainer(one) && isContainer(other)) open.push({ a: one, b: other, name, parent })
        else if (!isSemanticScalar(one, other)) return false
      }
      continue
    }
    const isMap = maps.has(name)
    for (const key of Object.keys(a)) {
      if (isMap && !Object.hasOwn(b, key)) return false
      const one = (a as Fields)[key]
      const other = Object.hasOwn(b, key) ? (b as Fields)[key] : undefined
      if (one === other) continue
      if (isContainer(one) && isContainer(other)) open.push({ a: one, b: other, name: key, parent: name })
      else if (pointers.has(key) && !isSamePointer(one, other)) return false
      else if (!isSemanticScalar(one, other) && !isSameQuantity(one, other, key, pair)) return false
    }
    for (const key of Object.keys(b)) {
      if (Object.hasOwn(a, key)) continue
      const other = (b as Fields)[key]
      if (isMap || !isNothing(other) || (pointers.has(key) && !isSamePointer(undefined, other))) return false
    }
  }
  return true
}

/** Members that are maps of texts: an empty text in them is not an absent one. */
const maps: ReadonlySet<string> = new Set([
  'annotations',
  'labels',
  'matchLabels',
  'nodeSelector',
  'options',
  'parameters',
  'volumeAttributes',
])

/** Members whose text stands behind a pointer in every kind that has them: an empty text differs from none. */
const pointers: ReadonlySet<string> = new Set([
  'appProtocol',
  'currentVolumeAttributesClassName',
  'deprecationWarning',
  'hostnameOverride',
  'initiatorName',
  'labelSelectorPath',
  'loadBalancerClass',
  'localhostProfile',
  'managedBy',
  'resourceClaimTemplateName',
  'runAsUserName',
  'runtimeClassName',
  'secretNamespace',
  'timeZone',
  'trafficDistribution',
  'volumeAttributesClassName',
  'zone',
])

type Fields = Readonly<Record<string, unknown>>

/** Two containers that are still to be compared. */
interface OpenPair {
  readonly a: object
  readonly b: object
  /** The name of the member that holds them, or their list. */
  readonly name: string
  /** The name of the member around that. */
  readonly parent: string
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function isEqualScalar(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (typeof left === 'symbol' || typeof right === 'symbol') return numberText(left) === numberText(right)
  if (typeof left === 'bigint') return typeof right === 'number' && Number.isInteger(right) && BigInt(right) === left
  return typeof right === 'bigint' && typeof left === 'number' && Number.isInteger(left) && BigInt(left) === right
}

/** The text of a number or of a number literal; undefined for other values. */
function numberText(value: unknown): string | undefined {
  if (typeof value === 'symbol') return value.description
  return typeof value === 'number' ? String(value) : undefined
}

function isSemanticScalar(left: unknown, right: unknown): boolean {
  return isEqualScalar(left, right) || (isNothing(left) && isNothing(right))
}

function isSamePointer(left: unknown, right: unknown): boolean {
  return (left ?? undefined) === (right ?? undefined)
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

function isSameQuantity(left: unknown, right: unknown, key: string, { name, parent }: OpenPair): boolean {
  if (typeof left !== 'string' || typeof right !== 'string' || !isQuantityPlace(key, name, parent)) return false
  const one = parseQuantity(left)
  const other = parseQuantity(right)
  return one !== undefined && other !== undefined && compareQuantity(one, other) === 0
}

// Canonical text tells most quantities apart, but 1Gi and 1073741824 are both canonical, and the same.
function isQuantityPlace(key: string, name: string, parent: string): boolean {
  if (name === 'limits' || name === 'requests') return parent === 'resources'
  if (name === 'overhead' || name === 'podFixed') return true
  return (key === 'sizeLimit' && name === 'emptyDir') || (key === 'divisor' && name === 'resourceFieldRef')
}
