import type { RawBody } from './raw-body.ts'

// What fieldValidation=Strict refuses and fieldValidation=Warn warns of: unknown and repeated fields. Which of them a request
// asks for is decided in `decode-body.ts`, and in `decode-patched.ts` for patches.

/** The strict decoding error of a repeated key. */
export function duplicateField(path: string): string {
  return `duplicate field "${path}"`
}

/** The path of a repeated key; empty for another error. */
function duplicatePath(error: string): string {
  return /^duplicate field "(.*)"$/s.exec(error)?.[1] ?? ''
}

/** Most strict decoding errors of a body of a built-in kind. */
// upstream: the JSON decoder of apimachinery, saveStrictError
const maxStrictErrors = 100

/** Most unknown fields that are remembered of a body: those of a custom resource are all reported upstream. */
export const maxUnknownFields = 1_000

/** The strict decoding errors of a body, in their order. */
// upstream: the JSON decoder of apimachinery, decode.go – what a struct does not have is read over, and cannot be repeated.
export function strictErrors({ inOrder }: RawBody, { repeated, unknown, builtIn }: StrictErrors): readonly string[] {
  if (repeated.length === 0 && unknown.length === 0) return repeated
  const kept = builtIn && unknown.length > 0 ? withoutUnknown(repeated, new Set(unknown)) : repeated
  const limit = builtIn ? maxStrictErrors : maxUnknownFields
  if (builtIn && kept.length > 0 && unknown.length > 0 && inOrder !== undefined) {
    const sorted = inOrder(kept.map(duplicatePath), unknown)
    return sorted.slice(0, limit).map(({ path, isDuplicate }) => (isDuplicate ? duplicateField : unknownField)(path))
  }
  return [...kept, ...unknown.slice(0, limit).map(unknownField)].slice(0, limit)
}

/** What a body has that its kind has not, or has twice. */
export interface StrictErrors {
  /** Messages about repeated fields. */
  readonly repeated: readonly string[]
  /** Paths of unknown fields. */
  readonly unknown: readonly string[]
  readonly builtIn: boolean
}

/** The strict decoding error of an unknown field. */
export function unknownField(path: string): string {
  return `unknown field "${path}"`
}

function withoutUnknown(repeated: readonly string[], unknown: ReadonlySet<string>): readonly string[] {
  return repeated.filter((text) => {
    const path = duplicatePath(text)
    for (let at = 1; at <= path.length; at++) {
      const isEnd = at === path.length || path[at] === '.' || path[at] === '['
      if (isEnd && unknown.has(path.slice(0, at))) return false
    }
    return true
  })
}

/** Strict decoding errors as warnings: a YAML document has one for each line. */
// upstream: endpoints/handlers/rest.go, runtime.AsStrictDecodingError and the decoder's errors
export function toWarnings(strictErrors: readonly string[]): readonly string[] {
  return strictErrors.flatMap((text) => {
    const [first = '', ...lines] = text.split('\n')
    return lines.length > 0 && first.startsWith('yaml: ') ? lines.map((line) => line.trim()) : [text]
  })
}
