import type { CallEstimate, CallEstimates, EstimateCall, EstimatedCall } from '../../estimate/call-estimate.ts'
import { addRanges, exactly, multiplyRanges, scaleRange, type CostRange } from '../../estimate/range.ts'
import {
  compareShorter,
  matchCost,
  perCharacter,
  perPatternCharacter,
  traversal,
} from '../../estimate/standard-estimates.ts'
import { comparableTypes } from '../extensions/comparable.ts'
import { listFunctions } from './list-functions.ts'

const call = 1
const listCreation = 10
/** What equality takes a named format for. */
const formatSize = 64
/** The longest pattern of a named format. */
const formatPatternSize = 128
/** Bytes of an IPv4 and of an IPv6 address. */
const addressSize: CostRange = { min: 4, max: 16 }

/** Estimates of the calls of all libraries of Kubernetes, as its estimator makes them. */
// upstream: apiserver/pkg/cel/library/cost.go, EstimateCallCost; cel-go/ext/lists.go and sets.go
export const kubernetesEstimates: CallEstimates = new Map<string, EstimateCall>([
  ...estimateAll(
    perElement,
    'string_index_of_string',
    'string_index_of_string_int',
    'string_last_index_of_string',
    'string_last_index_of_string_int',
    ...(listFunctions().functions ?? []).flatMap(({ overloads }) => overloads.map(({ id }) => id)),
  ),
  ...estimateAll(walkArgument, 'string_to_url', 'string_jsonpatch_escapeKey_string'),
  ...estimateAll(
    parsing,
    'string_to_ip',
    'is_ip',
    'string_to_cidr',
    'is_cidr',
    'string_to_quantity',
    'is_quantity_string',
    'string_to_semver',
    'string_bool_to_semver',
    'is_semver_string',
    'is_semver_string_bool',
  ),
  ['ip_is_canonical', ({ args: [text], sizeOf }) => text && { cost: scaleRange(sizeOf(text), 2 * perCharacter) }],
  ...estimateAll(
    walkTarget,
    'string_lower_ascii',
    'string_upper_ascii',
    'string_substring_int',
    'string_substring_int_int',
    'string_trim',
  ),
  ...estimateAll(replacing, 'string_replace_string_string', 'string_replace_string_string_int'),
  ...estimateAll(splitting, 'string_split_string', 'string_split_string_int'),
  ...estimateAll(joining, 'list_join', 'list_join_string'),
  ...estimateAll(finding, 'string_find_string', 'string_find_all_string', 'string_find_all_string_int'),
  ['cidr_contains_ip_ip', () => ({ cost: addressComparison })],
  ['cidr_contains_ip_string', (given) => withParsedText(given, addressComparison)],
  ['cidr_contains_cidr', () => ({ cost: blockComparison })],
  ['cidr_contains_cidr_string', (given) => withParsedText(given, blockComparison)],
  ['format-validate', validating],
  ['equals', comparing],
  ['list_slice', slicing],
  ['lists_range', ({ args: [size] }) => allocation(exactly(constantOr(size, Infinity)))],
  ['list_reverse', ({ target, sizeOf }) => target && allocation(sizeOf(target))],
  ['list_flatten', ({ target, sizeOf }) => target && allocation(sizeOf(target))],
  [
    'list_flatten_int',
    ({ target, args: [depth], sizeOf }) => target && allocation(sizeOf(target), constantOr(depth, Infinity)),
  ],
  ['list_distinct', ({ target, sizeOf }) => target && selfComparison(sizeOf(target), 2)],
  ...comparableTypes.flatMap(({ name, type }): [string, EstimateCall][] => {
    const factor = type.kind === 'string' || type.kind === 'bytes' ? 2 + perCharacter : 2
    return [
      [`list_${name}_sort`, ({ target, sizeOf }) => target && selfComparison(sizeOf(target), factor)],
      [`list_${name}_sortByAssociatedKeys`, ({ args: [keys], sizeOf }) => keys && selfComparison(sizeOf(keys), factor)],
    ]
  }),
  ['sets_contains_list_list', (given) => comparingSets(given, 1)],
  ['sets_intersects_list_list', (given) => comparingSets(given, 1)],
  ['sets_equivalent_list_list', (given) => comparingSets(given, 2)],
])

const addressComparison = traversal(addRanges(addressSize, addressSize))
const blockComparison = addRanges(addRanges(addressComparison, traversal(addressSize)), exactly(1))

function estimateAll(estimate: EstimateCall, ...ids: readonly string[]): [string, EstimateCall][] {
  return ids.map((id) => [id, estimate])
}

/** A comparison for each element, of texts as long as they are. */
function perElement({ target, sizeOf, elementOf }: EstimatedCall): CallEstimate | undefined {
  if (target === undefined) return undefined
  const element = elementOf(target)
  if (element === undefined) return { cost: traversal(sizeOf(target)) }
  const isText = element.type.kind === 'string' || element.type.kind === 'bytes'
  const each = isText ? addRanges(exactly(1), traversal(sizeOf(element))) : exactly(1)
  return { cost: multiplyRanges(sizeOf(target), each) }
}

function walkArgument({ args: [text], sizeOf }: EstimatedCall): CallEstimate | undefined {
  return text && { cost: traversal(sizeOf(text)), resultSize: sizeOf(text) }
}

function parsing({ args: [text], sizeOf }: EstimatedCall): CallEstimate | undefined {
  return text && { cost: traversal(sizeOf(text)) }
}

function walkTarget({ target, sizeOf }: EstimatedCall): CallEstimate | undefined {
  return target && { cost: traversal(sizeOf(target)), resultSize: sizeOf(target) }
}

function replacing({ target, args: [part, substitute], sizeOf }: EstimatedCall): CallEstimate | undefined {
  if (target === undefined || part === undefined || substitute === undefined) return undefined
  const size = sizeOf(target)
  const [from, to] = [sizeOf(part), sizeOf(substitute)]
  const max = replacedSize(size.max, from.min, { size: to.max, grows: to.max > from.min })
  const min = replacedSize(size.min, from.max, { size: to.min, grows: to.min < from.max })
  return { cost: scaleRange(size, 2 * perCharacter), resultSize: { min, max } }
}

/** The size of a text in which parts are replaced: nothing between any two characters, or one part after the other. */
function replacedSize(size: number, part: number, to: { readonly size: number; readonly grows: boolean }): number {
  if (part === 0) return times(size + 1, to.size) + size
  return to.grows ? times(Math.ceil(size / part), to.size) : size
}

function times(count: number, size: number): number {
  return count === 0 || size === 0 ? 0 : count * size
}

/** At worst every character is a part. */
function splitting({ target, args: [, limit], sizeOf }: EstimatedCall): CallEstimate | undefined {
  if (target === undefined) return undefined
  const size = sizeOf(target)
  return { cost: scaleRange(size, 2 * perCharacter), resultSize: { min: 0, max: constantOr(limit, size.max) } }
}

function joining({ target, args: [separator], sizeOf, elementOf }: EstimatedCall): CallEstimate | undefined {
  if (target === undefined) return undefined
  const count = sizeOf(target)
  const element = elementOf(target)
  const texts = element === undefined ? exactly(0) : multiplyRanges(count, sizeOf(element))
  const gaps = { min: Math.max(0, count.min - 1), max: Math.max(0, count.max - 1) }
  const resultSize = separator === undefined ? texts : addRanges(texts, multiplyRanges(sizeOf(separator), gaps))
  return { cost: traversal(resultSize), resultSize }
}

function finding({ target, args: [pattern], sizeOf }: EstimatedCall): CallEstimate | undefined {
  if (target === undefined || pattern === undefined) return undefined
  const size = sizeOf(target)
  return { cost: matchCost(size, sizeOf(pattern)), resultSize: { min: 0, max: size.max } }
}

function withParsedText({ args: [text], sizeOf }: EstimatedCall, cost: CostRange): CallEstimate | undefined {
  return text && { cost: addRanges(cost, traversal(sizeOf(text))) }
}

function validating({ args: [text], sizeOf }: EstimatedCall): CallEstimate | undefined {
  return text && { cost: scaleRange(traversal(sizeOf(text)), formatPatternSize * perPatternCharacter) }
}

/** Values of the types of Kubernetes are small. */
const smallTypes: ReadonlySet<string> = new Set(['net.IP', 'net.CIDR', 'kubernetes.Quantity', 'kubernetes.Semver'])

function comparing(given: EstimatedCall): CallEstimate | undefined {
  const [left, right] = given.args
  if (left === undefined || right === undefined || left.type.name !== right.type.name) return undefined
  const { name } = left.type
  if (smallTypes.has(name)) return { cost: exactly(1) }
  if (name === 'kubernetes.NamedFormat') return { cost: traversal({ min: 1, max: formatSize }) }
  if (name !== 'kubernetes.URL') return compareShorter(given)
  return { cost: traversal({ min: 1, max: right.size?.max ?? 1 }) }
}

function slicing({ target, args: [start, end], sizeOf }: EstimatedCall): CallEstimate | undefined {
  return target && allocation(exactly(constantOr(end, sizeOf(target).max) - constantOr(start, 0)))
}

/** The value of a whole number that the expression says. */
function constantOr(node: EstimatedCall['target'], otherwise: number): number {
  const expr = node?.expr
  return expr?.kind === 'constant' && typeof expr.value === 'number' ? expr.value : otherwise
}

function allocation(size: CostRange, factor = 1): CallEstimate {
  return { cost: addRanges(scaleRange(size, factor), exactly(call + listCreation)), resultSize: size }
}

/** The elements of a list are compared with each other. */
function selfComparison(size: CostRange, factor: number): CallEstimate {
  return allocation(multiplyRanges(size, size), factor)
}

function comparingSets({ args: [left, right], sizeOf }: EstimatedCall, factor: number): CallEstimate | undefined {
  if (left === undefined || right === undefined) return undefined
  const pairs = multiplyRanges(sizeOf(left), sizeOf(right))
  return { cost: addRanges(scaleRange(pairs, factor), exactly(call)) }
}
