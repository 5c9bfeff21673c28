import type { HostileRequest } from './hostile-request.ts'

const target = '/api/v1/namespaces/default/configmaps'
const raw = (name: string, text: string): HostileRequest => ({ name, path: target, raw: text })
const lines = (...all: readonly string[]): string => `${all.join('\r\n')}\r\n\r\n`
const first = `GET ${target} HTTP/1.1`
const host = 'Host: x'
const closed = 'Connection: close'
const post = (headers: readonly string[], body: string): string =>
  `${lines(`POST ${target}?dryRun=All HTTP/1.1`, host, closed, 'Content-Type: application/json', ...headers)}${body}`
const body = '{"metadata":{"name":"a"}}'

export const transport: readonly HostileRequest[] = [
  raw('no request line', '\r\n\r\n\r\n'),
  raw('garbage', 'hello\r\n\r\n'),
  raw('HTTP/0.9', 'GET /\r\n\r\n'),
  raw('HTTP/1.0', lines(`GET ${target} HTTP/1.0`, closed)),
  raw('HTTP/9.9', lines(`GET ${target} HTTP/9.9`, host, closed)),
  raw('the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  raw('a lower-case method', lines(`get ${target} HTTP/1.1`, host, closed)),
  raw('an unknown method', lines(`EXPLODE ${target} HTTP/1.1`, host, closed)),
  raw('a method with a space', lines(`GE T ${target} HTTP/1.1`, host, closed)),
  raw('no Host', lines(first, closed)),
  raw('two Hosts', lines(first, host, 'Host: y', closed)),
  raw('a Host with a path', lines(first, 'Host: x/../y', closed)),
  raw('an absolute target', lines(`GET http://evil.example${target} HTTP/1.1`, host, closed)),
  raw('a target of another scheme', lines(`GET file:///etc/passwd HTTP/1.1`, host, closed)),
  raw('a target without slash', lines('GET api/v1 HTTP/1.1', host, closed)),
  raw('the target *', lines('OPTIONS * HTTP/1.1', host, closed)),
  raw('CONNECT', lines('CONNECT evil.example:443 HTTP/1.1', host, closed)),
  raw('TRACE', lines(`TRACE ${target} HTTP/1.1`, host, closed)),
  raw('OPTIONS', lines(`OPTIONS ${target} HTTP/1.1`, host, closed)),
  raw('a fragment', lines(`GET ${target}#a HTTP/1.1`, host, closed)),
  raw('a space in the target', lines(`GET ${target}/a b HTTP/1.1`, host, closed)),
  raw('bytes over 127 in the target', lines(`GET ${target}/\u00e4 HTTP/1.1`, host, closed)),
  raw('a header without colon', lines(first, host, closed, 'nonsense')),
  raw('a space before the colon', lines(first, host, closed, 'X-A : b')),
  raw('an empty header name', lines(first, host, closed, ': b')),
  raw('a folded header', lines(first, host, closed, 'X-A: b', '  c')),
  raw('NUL in a header', lines(first, host, closed, 'X-A: b\u0000c')),
  raw('a bare carriage return in a header', lines(first, host, closed, 'X-A: b\rX-B: c')),
  raw('bare line feeds', `${first}\n${host}\n${closed}\n\n`),
  raw('a header of 2 MiB', lines(first, host, closed, `X-A: ${'b'.repeat(2_100_000)}`)),
  raw('5,000 headers', lines(first, host, closed, ...Array.from({ length: 5000 }, (_, index) => `X-${index}: a`))),
  raw('a length that is negative', post(['Content-Length: -1'], body)),
  raw('a length that is no number', post(['Content-Length: x'], body)),
  raw('a length with a plus', post(['Content-Length: +25'], body)),
  raw('two lengths that differ', post(['Content-Length: 25', 'Content-Length: 5'], body)),
  raw('a list of lengths', post(['Content-Length: 25, 25'], body)),
  raw('a length that is too large', post(['Content-Length: 99999999999999999999'], body)),
  raw(
    'a length and chunks',
    post(['Content-Length: 5', 'Transfer-Encoding: chunked'], `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`),
  ),
  raw(
    'chunks twice',
    post(
      ['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'],
      `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    ),
  ),
  raw('chunks, then identity', post(['Transfer-Encoding: chunked, identity'], body)),
  raw('an unknown transfer encoding', post(['Transfer-Encoding: xchunked'], body)),
  raw('gzip as a transfer encoding', post(['Transfer-Encoding: gzip, chunked'], '0\r\n\r\n')),
  raw('a chunk size that is no number', post(['Transfer-Encoding: chunked'], `zz\r\n${body}\r\n0\r\n\r\n`)),
  raw('a chunk size that is negative', post(['Transfer-Encoding: chunked'], `-1\r\n${body}\r\n0\r\n\r\n`)),
  raw(
    'a chunk size that overflows',
    post(['Transfer-Encoding: chunked'], `ffffffffffffffffff\r\n${body}\r\n0\r\n\r\n`),
  ),
  raw('a chunk longer than its size', post(['Transfer-Encoding: chunked'], `1\r\n${body}\r\n0\r\n\r\n`)),
  raw(
    'a chunk extension',
    post(['Transfer-Encoding: chunked'], `${body.length.toString(16)};a=b\r\n${body}\r\n0\r\n\r\n`),
  ),
  raw(
    'trailers',
    post(
      ['Transfer-Encoding: chunked'],
      `${body.length.toString(16)}\r\n${body}\r\n0\r\nAuthorization: Bearer x\r\n\r\n`,
    ),
  ),
  raw('an unknown expectation', post(['Expect: 200-ok', `Content-Length: ${body.length}`], body)),
  raw('an upgrade to nothing', lines(first, host, 'Connection: Upgrade', 'Upgrade: nonsense')),
  raw(
    'an upgrade to h2c',
    lines(
      first,
      host,
      'Connection: Upgrade, HTTP2-Settings',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA',
    ),
  ),
]
