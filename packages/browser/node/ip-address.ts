/** Whether a text is an IPv4 address: four numbers from 0 to 255 without leading zeros. */
export function isIPv4(text: string): boolean {
  const parts = text.split('.')
  return parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)
}

/** Whether a text is an IPv6 address, with a zone or without. */
export function isIPv6(text: string): boolean {
  const zone = text.indexOf('%')
  const address = zone === -1 ? text : text.slice(0, zone)
  if (zone !== -1 && !/^[\w.-]+$/.test(text.slice(zone + 1))) return false
  const [head = '', tail, ...others] = address.split('::')
  if (others.length > 0) return false
  const groups = [...groupsOf(head), ...groupsOf(tail ?? '')]
  const last = groups.at(-1) ?? ''
  const isMixed = last.includes('.')
  // A dotted address stands at the end only.
  if (isMixed && (!isIPv4(last) || (tail === '' && groups.length > 0))) return false
  const hexadecimal = isMixed ? groups.slice(0, -1) : groups
  if (!hexadecimal.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false
  const count = hexadecimal.length + (isMixed ? 2 : 0)
  return tail === undefined ? count === 8 : count <= 7
}

function groupsOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(':')
}
