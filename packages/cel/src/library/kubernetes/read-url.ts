import { Failure } from '../../values/failure.ts'
import { parseUrlReference, type UrlParts } from './parse-url.ts'

/** The parts of a URL, which may be relative, or the error of Go about it. */
// upstream: net/url, Parse
export function readUrl(text: string): UrlParts | { readonly error: string } {
  try {
    return parseUrlReference(text)
  } catch (error) {
    if (error instanceof Failure) return { error: error.message }
    throw error
  }
}
