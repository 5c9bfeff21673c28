import type { Buffer } from 'node:buffer'
import { StatusError } from '../errors/status.ts'
import { maxNestingDepth } from './nesting-depth.ts'

/**
 * Members that one object of a request body, or of the result of a patch, may have. One call of the JavaScript engine that
 * parses, copies or writes many more stops the event loop for longer than 50 ms.
 */
// upstream: kube-apiserver has no such limit.
export const maxMembers = 16_384

/** Objects and lists that a request body, or the result of a patch, may have: parsing creates all of them in one call. */
// upstream: kube-apiserver has no such limit. An object of 1.5 MiB, the most that is stored, rarely has as many.
export const maxContainers = 100_000

/** The 413 of an object with more than {@link maxMembers} members. */
export function tooManyMembers(): StatusError {
  return tooLarge(`${maxMembers} members of one JSON object`)
}

/** The 413 of an applied list, whose items have owners, with more than {@link maxMembers} items. */
export function tooManyItems(): StatusError {
  return tooLarge(`${maxMembers} items of an applied list of type set or map`)
}

/** The 413 of a body with more than {@link maxContainers} objects and lists. */
export function tooManyContainers(): StatusError {
  return tooLarge(`${maxContainers} JSON objects and arrays`)
}

function tooLarge(limit: string): StatusError {
  return new StatusError('RequestEntityTooLarge', `Request entity too large: limit is ${limit}`)
}

/**
 * Throws 413 for JSON with an object of more than {@link maxMembers} members, or more than {@link maxContainers} objects
 * and arrays. Other mistakes in the JSON are ignored; what is nested too deeply is refused by the parser.
 */
export function assertFewMembers(bytes: Buffer): void {
  const { length } = bytes
  // Members so far of the objects around the current one.
  const outer: number[] = []
  let members = 0
  let containers = 0
  let at = 0
  while (at < length) {
    const byte = bytes[at++]
    if (byte === 0x22) at = stringEnd(bytes, at)
    else if (byte === 0x3a) {
      if (++members > maxMembers) throw tooManyMembers()
    } else if (byte === 0x7b || byte === 0x5b) {
      if (++containers > maxContainers) throw tooManyContainers()
      if (outer.push(members) > maxNestingDepth) return
      members = 0
    } else if (byte === 0x7d || byte === 0x5d) members = outer.pop() ?? 0
  }
}

function stringEnd(bytes: Buffer, start: number): number {
  let at = start
  while (at < bytes.length) {
    const byte = bytes[at++]
    if (byte === 0x22) return at
    if (byte === 0x5c) at++
  }
  return at
}

/** How large a JSON value is. */
interface JsonExtent {
  /** The most members of one object. */
  readonly members: number
  /** Objects and arrays. */
  readonly containers: number
}

/** The most members of one object inside a value, and the objects and arrays of the value. */
function extentOf(value: unknown): JsonExtent {
  let members = 0
  let containers = 0
  const open: unknown[] = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next !== 'object' || next === null) continue
    containers++
    const items = Array.isArray(next) ? next : Object.values(next)
    if (items !== next && items.length > members) members = items.length
    for (const item of items as readonly unknown[]) if (typeof item === 'object') open.push(item)
  }
  return { members, containers }
}

/**
 * Throws 413 for a value with an object of too many members, or too many objects and arrays. `before` is a value that may
 * already have as many: there is no error for what is not more than that.
 */
export function assertExtent(value: unknown, before?: unknown): void {
  const { members, containers } = extentOf(value)
  if (members <= maxMembers && containers <= maxContainers) return
  const known = before === undefined ? { members: 0, containers: 0 } : extentOf(before)
  if (members > maxMembers && members > known.members) throw tooManyMembers()
  if (containers > maxContainers && containers > known.containers) throw tooManyContainers()
}
