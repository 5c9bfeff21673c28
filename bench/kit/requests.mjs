// Requests to the two servers, as plans for the load process.

export const podsPath = '/api/v1/namespaces/default/pods'

/** Header lines of a client of ours; the bare server gets the same. */
export function headersOf(token, more = {}) {
  return { 'user-agent': 'bench/1.0', accept: 'application/json', authorization: `Bearer ${token}`, ...more }
}

/** One object as our server answers it, with what defaults and admission added. */
export async function readObject(ours, path) {
  const response = await fetch(`http://127.0.0.1:${ours.ports.http1}${path}`, { headers: headersOf(ours.token) })
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
  return response.json()
}

/** Bytes of one answer of ours, so that the bare server can send as many. */
export async function sizeOf(ours, path, more = {}) {
  const headers = headersOf(ours.token, more)
  const response = await fetch(`http://127.0.0.1:${ours.ports.http1}${path}`, { headers })
  const bytes = (await response.arrayBuffer()).byteLength
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
  return bytes
}
