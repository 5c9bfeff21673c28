import type { HttpReply } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { serveContent } from '../src/openapi/serve-content.ts'

const modifiedAt = Date.parse('2026-03-01T12:00:00.900Z')

function ask(headers: Readonly<Record<string, string>>, method = 'GET'): HttpReply {
  return serveContent(
    { method, header: (name) => headers[name] },
    { bytes: Buffer.from('0123456789'), contentType: 'text/x', modifiedAt, etag: '"a"', headers: { vary: 'Accept' } },
  )
}

// Each was asked of kube-apiserver 1.36.
describe('serveContent', () => {
  it.each<[string, Readonly<Record<string, string>>, number, string | undefined, string | undefined]>([
    ['nothing asked', {}, 200, '0123456789', undefined],
    ['the first bytes', { range: 'bytes=0-2' }, 206, '012', 'bytes 0-2/10'],
    ['the rest', { range: 'bytes=7-' }, 206, '789', 'bytes 7-9/10'],
    ['more than there are', { range: 'bytes=8-99' }, 206, '89', 'bytes 8-9/10'],
    ['the last bytes', { range: 'bytes=-3' }, 206, '789', 'bytes 7-9/10'],
    ['bytes beyond the end', { range: 'bytes=10-' }, 416, 'invalid range: failed to overlap\n', 'bytes */10'],
    ['several ranges', { range: 'bytes=0-1,3-4' }, 200, '0123456789', undefined],
    ['another unit', { range: 'lines=0-1' }, 200, '0123456789', undefined],
    ['a range of this version', { range: 'bytes=0-2', 'if-range': '"a"' }, 206, '012', 'bytes 0-2/10'],
    ['a range of another version', { range: 'bytes=0-2', 'if-range': '"b"' }, 200, '0123456789', undefined],
    ['a version the client has', { 'if-none-match': '"a"' }, 304, undefined, undefined],
    ['a version the client does not have', { 'if-none-match': '"b"' }, 200, '0123456789', undefined],
    ['unchanged since', { 'if-modified-since': 'Sun, 01 Mar 2026 12:00:00 GMT' }, 304, undefined, undefined],
    ['changed since', { 'if-modified-since': 'Sun, 01 Mar 2026 11:59:59 GMT' }, 200, '0123456789', undefined],
    ['no time', { 'if-modified-since': 'x' }, 200, '0123456789', undefined],
    ['only this version', { 'if-match': '"b", "a"' }, 200, '0123456789', undefined],
    ['only another version', { 'if-match': '"b"' }, 412, undefined, undefined],
    ['only if unchanged', { 'if-unmodified-since': 'Sun, 01 Mar 2026 11:59:59 GMT' }, 412, undefined, undefined],
  ])('%s', (_name, headers, status, text, range) => {
    const reply = ask(headers)
    expect([reply.status, reply.body === undefined ? undefined : String(reply.body)]).toEqual([status, text])
    expect(reply.headers['content-range']).toBe(range)
  })

  it('has the time of the bytes, in seconds', () => {
    expect(ask({}).headers).toEqual({
      'accept-ranges': 'bytes',
      'content-type': 'text/x',
      etag: '"a"',
      'last-modified': 'Sun, 01 Mar 2026 12:00:00 GMT',
      vary: 'Accept',
    })
  })

  it('does not leave out the body of other methods than GET and HEAD', () => {
    expect(ask({ 'if-modified-since': 'Sun, 01 Mar 2026 12:00:00 GMT' }, 'POST').status).toBe(200)
    expect(ask({ 'if-none-match': '"a"' }, 'POST').status).toBe(412)
  })

  it('does not take a copy of the same second for current where bytes may change within it', () => {
    const content = { bytes: Buffer.from('0'), contentType: 'text/x', modifiedAt, headers: {} }
    const since = (time: string): number => {
      const request = { method: 'GET', header: (name: string) => (name === 'if-modified-since' ? time : undefined) }
      return serveContent(request, { ...content, mayChangeWithinSecond: true }).status
    }
    expect(since('Sun, 01 Mar 2026 12:00:00 GMT')).toBe(200)
    expect(since('Sun, 01 Mar 2026 12:00:01 GMT')).toBe(304)
  })
})
