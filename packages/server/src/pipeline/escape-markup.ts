/** A text without the characters that begin a tag or an entity, as a page of HTML shows it. */
// upstream: endpoints/handlers/responsewriters/errors.go, sanitizer
export function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
