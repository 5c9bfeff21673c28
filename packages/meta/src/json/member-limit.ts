import type { Buffer } from 'node:buffer'
import { StatusError } from '../errors/status.ts'

/**
 * Members that one object of a request body, or of the result of a patch, may have. One call of the JavaScript engine that
 * parses, copies or writes many more stops the event loop for longer than 50 ms.
 */
// upstream: kube-apiserver has no such limit.
export const maxMembers = 32_768

/** The 413 of an object with more than {@link maxMembers} members. */
export function tooManyMembers(): StatusError {
  return new StatusError(
    'RequestEntityTooLarge',
    `Request entity too large: limit is ${maxMembers} members of one JSON object`,
  )
}

/** Throws 413 for JSON with an object of more than {@link maxMembers} members. Other mistakes in the JSON are ignored. */
export function assertFewMembers(bytes: Buffer): void {
  const { length } = bytes
  // Members so far of the objects around the current one.
  const outer: number[] = []
  let members = 0
  let at = 0
  while (at < length) {
    const byte = bytes[at++]
    if (byte === 0x22) at = stringEnd(bytes, at)
    else if (byte === 0x3a) {
      if (++members > maxMembers) throw tooManyMembers()
    } else if (byte === 0x7b || byte === 0x5b) {
      outer.push(members)
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

/** The most members of one object inside a value. */
export function mostMembers(value: unknown): number {
  let most = 0
  const open: unknown[] = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next !== 'object' || next === null) continue
    const items = Array.isArray(next) ? next : Object.values(next)
    if (items !== next && items.length > most) most = items.length
    for (const item of items as readonly unknown[]) if (typeof item === 'object') open.push(item)
  }
  return most
}
