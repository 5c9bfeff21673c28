import { StatusError } from '../errors/status.ts'
import { quote } from '../text/quote.ts'

/** The refusal of a request target, before the request is handled: over HTTP it is a text. */
export class RefusedTarget extends StatusError {
  readonly text: string

  constructor(code: 400 | 500, message: string, text: string) {
    super(code === 400 ? 'BadRequest' : 'InternalError', message)
    this.text = text
  }
}

/** A path that cannot be decoded. */
// upstream: net/http, (*conn).serve – badRequestError
export function malformedPath(message: string): RefusedTarget {
  return new RefusedTarget(400, message, '400 Bad Request')
}

/** A target that names `watch` or `proxy` and no resource. */
// upstream: endpoints/filters/requestinfo.go, responsewriters.InternalError
export function unresolvableTarget(target: string): RefusedTarget {
  const message = `unable to determine kind and namespace from url, ${target}`
  const shown = escapeText(target)
  const text = `Internal Server Error: ${quote(shown)}: failed to create RequestInfo: ${escapeText(message)}\n`
  return new RefusedTarget(500, message, text)
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (character) => entities[character] ?? character)
}
