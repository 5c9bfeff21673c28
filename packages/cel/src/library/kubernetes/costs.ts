import type { CallCosts } from '../../evaluate/costs.ts'
import { sizeForCost } from '../../evaluate/costs.ts'
import { sizeInBytes } from '../../values/text.ts'
import { mapKeyOf } from '../../values/map-key.ts'
import { CelList, CelMap, elementsOf, type CelValue } from '../../values/value.ts'
import { comparableTypes } from '../extensions/comparable.ts'
import { CelCidr } from './cidr.ts'
import { CelFormat } from './format.ts'
import { CelIp } from './ip.ts'
import { addressBits } from './ip-address.ts'
import { listFunctions } from './list-functions.ts'

type Cost = (args: readonly CelValue[]) => number

const perCharacter = 0.1
const perPatternCharacter = 0.25
const listCreation = 10
const call = 1
/** An expression that may cost 1,000,000 can ask an authorizer twice. */
const accessCheck = 350_000

/** Costs of the calls of all libraries of Kubernetes, as its estimator counts them. */
export const kubernetesCosts: CallCosts = new Map<string, Cost>([
  ...costOf(
    (args) => traversal(sizeOf(args, 0)),
    'string_lower_ascii',
    'string_upper_ascii',
    'string_substring_int',
    'string_substring_int_int',
    'string_trim',
    'string_to_url',
    'string_jsonpatch_escapeKey_string',
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
  ...costOf(
    (args) => traversal(2 * sizeOf(args, 0)),
    'string_replace_string_string',
    'string_replace_string_string_int',
    'string_split_string',
    'string_split_string_int',
    'ip_is_canonical',
  ),
  ...costOf((args) => traversal(2 * joinedSize(args)), 'list_join', 'list_join_string'),
  ...costOf(
    ([target = null]) => dataTraversal(target),
    'string_index_of_string',
    'string_index_of_string_int',
    'string_last_index_of_string',
    'string_last_index_of_string_int',
    ...(listFunctions().functions ?? []).flatMap(({ overloads }) => overloads.map(({ id }) => id)),
  ),
  ...costOf(
    (args) => matching(sizeOf(args, 0), sizeOf(args, 1)),
    'string_find_string',
    'string_find_all_string',
    'string_find_all_string_int',
  ),
  ...costOf(
    ([format, text = null]) =>
      format instanceof CelFormat ? matching(sizeForCost(text), format.format.patternLength) : call,
    'format-validate',
  ),
  ...costOf(() => accessCheck, 'pathcheck_check', 'resourcecheck_check'),
  ...costOf((args) => traversal(sizeOf(args, 1)), 'authorizer_fieldselector', 'authorizer_labelselector'),
  ['cidr_contains_ip_ip', ([block]) => traversal(2 * blockSize(block))],
  ['cidr_contains_ip_string', ([block, text = null]) => traversal(2 * blockSize(block)) + traversal(sizeForCost(text))],
  ['cidr_contains_cidr', ([block]) => containsBlockCost(block)],
  ['cidr_contains_cidr_string', ([block, text = null]) => containsBlockCost(block) + traversal(sizeForCost(text))],
  ['list_slice', (args) => allocation(Math.max(0, numberAt(args, 2) - numberAt(args, 1)))],
  ['lists_range', (args) => allocation(Math.max(0, numberAt(args, 0)))],
  ['list_reverse', (args) => allocation(sizeOf(args, 0))],
  ['list_flatten', (args) => allocation(sizeOf(args, 0))],
  ['list_flatten_int', (args) => allocation(sizeOf(args, 0) * Math.max(0, numberAt(args, 1)))],
  ['list_distinct', ([list]) => selfComparison(list)],
  ...comparableTypes.flatMap(({ name }): [string, Cost][] => [
    [`list_${name}_sort`, ([list]) => selfComparison(list)],
    [`list_${name}_sortByAssociatedKeys`, ([, keys]) => selfComparison(keys)],
  ]),
  ...costOf((args) => call + sizeOf(args, 0) * sizeOf(args, 1), 'sets_contains_list_list', 'sets_intersects_list_list'),
  ['sets_equivalent_list_list', (args) => call + 2 * sizeOf(args, 0) * sizeOf(args, 1)],
])

function costOf(cost: Cost, ...ids: readonly string[]): [string, Cost][] {
  return ids.map((id) => [id, cost])
}

function sizeOf(args: readonly CelValue[], index: number): number {
  const value = args[index] ?? null
  if (value instanceof CelIp) return Math.ceil(addressBits(value.address) / 8)
  return sizeForCost(value)
}

function numberAt(args: readonly CelValue[], index: number): number {
  const value = args[index]
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : 0
}

function traversal(size: number): number {
  return Math.ceil(size * perCharacter)
}

function matching(textSize: number, patternSize: number): number {
  return traversal(1 + textSize) * Math.ceil(patternSize * perPatternCharacter)
}

/** The size of the result of `join`. */
function joinedSize([list = null, separator = '']: readonly CelValue[]): number {
  if (!(list instanceof CelList)) return 1
  const separators = Math.max(0, list.size - 1) * sizeForCost(separator)
  return elementsOf(list).reduce((size: number, item) => size + sizeForCost(item), separators)
}

/** What walking through all of a value costs; the bytes of strings count. */
function dataTraversal(value: CelValue): number {
  if (typeof value === 'string') return Math.floor(sizeInBytes(value) * perCharacter)
  if (value instanceof Uint8Array) return Math.floor(value.length * perCharacter)
  let cost = 0
  if (value instanceof CelList) {
    for (let index = 0; index < value.size; index++) cost += dataTraversal(value.at(index))
    return cost
  }
  if (!(value instanceof CelMap)) return 1
  for (const key of value.keys()) cost += dataTraversal(key) + dataTraversal(value.get(mapKeyOf(key) ?? '') ?? null)
  return cost
}

/** The size of a block is that of its prefix in bytes. */
function blockSize(block: CelValue | undefined): number {
  return block instanceof CelCidr ? Math.ceil(block.prefixLength / 8) : 1
}

function containsBlockCost(block: CelValue | undefined): number {
  return traversal(2 * blockSize(block)) + traversal(blockSize(block)) + 1
}

function allocation(size: number): number {
  return Math.floor(size) + call + listCreation
}

/** The cost of comparing the elements of a list with each other. */
function selfComparison(list: CelValue | undefined): number {
  if (!(list instanceof CelList) || list.size === 0) return call + listCreation
  const first = list.at(0)
  const factor = typeof first === 'string' || first instanceof Uint8Array ? 2 + perCharacter : 2
  return allocation(list.size * list.size * factor)
}
