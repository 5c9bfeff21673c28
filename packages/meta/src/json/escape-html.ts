/** JSON text without the characters that mean something to HTML and JavaScript: they are written as `\u003c`. */
// upstream: encoding/json, HTMLEscape – every encoder of kube-apiserver does so.
export function escapeHtml(json: string): string {
  // Few texts have any of these, and searching for one character is far faster than a regular expression.
  const hasAny =
    json.includes('<') || json.includes('>') || json.includes('&') || json.includes('\u2028') || json.includes('\u2029')
  return hasAny ? json.replace(anyEscaped, escape) : json
}

const anyEscaped = /[<>&\u2028\u2029]/g

function escape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
