import type { ApiRelease } from './api-history.ts'

/** The rules, as the policy numbers them. */
export type PolicyRuleName = '1' | '2' | '3' | '4a' | '4b' | '5a' | '5b' | '6' | '7' | '8' | '9' | '9a' | '9b'

/** A place where a history breaks a rule. */
export interface PolicyBreak {
  readonly rule: PolicyRuleName
  /** What it is about: `example.dev/v1 widgets spec.size`, `--flag`, `gate Surge`. */
  readonly element: string
  /** The release that breaks it. */
  readonly release: string
  readonly message: string
  /** What would be allowed. */
  readonly allowed: string
}

/** Looks for the breaks of one rule. */
export type PolicyRule = (history: CheckedHistory) => readonly PolicyBreak[]

/** A history whose releases are known to be in order. */
export interface CheckedHistory {
  readonly releases: readonly CheckedRelease[]
}

/** A release with its place and its numbers. */
export interface CheckedRelease {
  readonly index: number
  readonly major: number
  readonly minor: number
  /** Wall time, milliseconds. */
  readonly at: number
  readonly content: ApiRelease
}
