import { escapeHtml, formatJson } from '@pinnace/meta'

/** An answer as JSON: indented for people, without a newline at the end; otherwise on a line of its own. */
// upstream: apimachinery/pkg/runtime/serializer/json, Serializer.doEncode
export function formatText(object: object, pretty: boolean): string {
  return pretty ? indentJson(object) : `${escapeHtml(formatJson(object))}\n`
}

/** Indented JSON. */
export function indentJson(object: object): string {
  try {
    return escapeHtml(JSON.stringify(object, undefined, 2))
  } catch {
    // Integers beyond 2^53 and very deep nesting cannot be indented; they are written compactly, without loss.
    return escapeHtml(formatJson(object))
  }
}
