import { formatJson, type ApiObject } from '@pinnace/meta'
import { convertByReview, type ConversionReviewer } from './convert-by-review.ts'

/** The size of the objects of one request, in characters of JSON. One object is sent whatever its size. */
const partLength = 4 * 1024 * 1024

/** Converts objects through a webhook, in as many requests as their size needs, one after the other. */
// upstream: apiextensions-apiserver/pkg/apiserver/conversion/webhook_converter.go – one request whatever its size.
export async function convertInParts(
  reviewer: ConversionReviewer,
  objects: readonly ApiObject[],
  desiredAPIVersion: string,
): Promise<readonly ApiObject[]> {
  const parts = [...split(objects)]
  const [only] = parts
  if (only === undefined || parts.length === 1) return convertByReview(reviewer, objects, desiredAPIVersion)
  const converted: ApiObject[] = []
  for (const part of parts) {
    for (const object of await convertByReview(reviewer, part, desiredAPIVersion)) converted.push(object)
  }
  return converted
}

function* split(objects: readonly ApiObject[]): Generator<readonly ApiObject[]> {
  if (objects.length < 2) {
    yield objects
    return
  }
  let start = 0
  let length = 0
  for (const [index, object] of objects.entries()) {
    const size = formatJson(object).length
    if (index > start && length + size > partLength) {
      yield objects.slice(start, index)
      start = index
      length = 0
    }
    length += size
  }
  yield objects.slice(start)
}
