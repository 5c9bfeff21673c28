import { createTimeSlices, formatJsonInSteps, freezeJson, runInSlices, type ApiObject, type Clock } from '@pinnace/meta'
import { convertByReview, type ConversionReviewer } from './convert-by-review.ts'

/** The webhook of {@link convertInParts}. */
export interface PartReviewer extends ConversionReviewer {
  readonly clock: Clock
}

/** Objects of one request, and their JSON. */
interface Part {
  readonly objects: readonly ApiObject[]
  readonly texts: readonly string[]
}

/** The size of the objects of one request, in characters of JSON. One object is sent whatever its size. */
const partLength = 512 * 1024

/** Converts objects through a webhook, in as many requests as their size needs, one after the other. */
// upstream: apiextensions-apiserver/pkg/apiserver/conversion/webhook_converter.go – one request whatever its size.
export async function convertInParts(
  reviewer: PartReviewer,
  objects: readonly ApiObject[],
  desiredAPIVersion: string,
): Promise<readonly ApiObject[]> {
  const slices = createTimeSlices({ clock: reviewer.clock })
  const converted: ApiObject[] = []
  while (converted.length < objects.length) {
    const part = await runInSlices(takePart(objects, converted.length), slices)
    for (const object of await convertByReview(reviewer, part, desiredAPIVersion)) {
      if (slices.isOver()) await slices.next()
      // The converter would freeze all objects of a list in one piece.
      converted.push(freezeJson(object))
    }
    // What is done with the objects has a turn of its own.
    await slices.next()
  }
  return converted
}

/** The objects of the next request; the first of them is at `start`. */
function* takePart(objects: readonly ApiObject[], start: number): Generator<void, Part> {
  const texts: string[] = []
  let length = 0
  for (const object of objects.slice(start)) {
    const text = yield* formatJsonInSteps(object)
    length += text.length
    if (texts.length > 0 && length > partLength) break
    texts.push(text)
  }
  return { objects: objects.slice(start, start + texts.length), texts }
}
