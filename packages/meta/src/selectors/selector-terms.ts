import { badRequest } from '../errors/errors.ts'

/** Most requirements and values of a selector in a request. */
const maxTerms = 5_000

/** Throws 400 for a selector with too many requirements and values, which are separated by commas, before it is parsed. */
// upstream: has no bound but that of the request line.
export function assertTermCount(text: string): void {
  // Each has at least one character and a comma.
  if (text.length < 2 * maxTerms) return
  let count = 1
  for (let at = text.indexOf(','); at >= 0; at = text.indexOf(',', at + 1)) count++
  if (count > maxTerms)
    throw badRequest(`a selector may have at most ${maxTerms} requirements and values, not ${count}`)
}
