import { describe, expect, it } from 'vitest'
import { createLinkRewriter } from '../../../src/connections/html/link-rewriter.ts'

const prefix = '/api/v1/namespaces/default/pods/web/proxy'
const rewrite = createLinkRewriter({ prefix, targetHost: '192.0.2.1:80', requestedHost: 'client.example:1' })

describe('a link of a proxied target', () => {
  // As the proxy transport of Kubernetes 1.36 rewrites them.
  it.each([
    ['/x', `${prefix}/x`],
    ['/', `${prefix}/`],
    ['/x/', `${prefix}/x/`],
    ['/x?', `${prefix}/x?`],
    ['/x?a=b c#d', `${prefix}/x?a=b c#d`],
    ['/x#', `${prefix}/x`],
    ['/x:y', `${prefix}/x:y`],
    ['http://192.0.2.1:80/x?y=1#f', `${prefix}/x?y=1#f`],
    ['https://192.0.2.1:80/x', `${prefix}/x`],
    ['HTTP://192.0.2.1:80/x', `${prefix}/x`],
    ['//192.0.2.1:80/x', `${prefix}/x`],
    ['http://u:p@192.0.2.1:80/x', `//u:p@${prefix}/x`],
    ['http://client.example:1/x', `http://client.example:1${prefix}/x`],
    ['https://client.example:1/x/', `https://client.example:1${prefix}/x/`],
    ['//client.example:1/x', `//client.example:1${prefix}/x`],
    ['http://u@client.example:1/x', `http://u@client.example:1${prefix}/x`],
    ['http:/x', `${prefix}/x`],
    ['http:///x', `${prefix}/x`],
    ['file:///x', `${prefix}/x`],
    ['javascript:/x', `${prefix}/x`],
    ['///x', `${prefix}/x`],
  ])('%s becomes %s', (link, expected) => {
    expect(rewrite(link)).toEqual({ link: expected })
  })

  it.each([
    ['/x//y/../z/', `${prefix}/x/z/`],
    ['/x/.', `${prefix}/x`],
    ['/x/..', prefix],
    ['/./', `${prefix}/`],
    ['/../../x', '/api/v1/namespaces/default/pods/x'],
    ['/x y', `${prefix}/x%20y`],
    ['/x%2fy', `${prefix}/x/y`],
    ['%2fx', `${prefix}/x`],
    ['/x%20y%41', `${prefix}/x%20yA`],
    ['/%C3%BC/ü', `${prefix}/%C3%BC/%C3%BC`],
    ['/x"\'\\y', `${prefix}/x%22%27%5Cy`],
    ['/x;a=b,c@d$e+f!g*h(i)', `${prefix}/x;a=b,c@d$e+f%21g%2Ah%28i%29`],
    ['/x[1]{2}|3^4`5<6>7', `${prefix}/x%5B1%5D%7B2%7D%7C3%5E4%605%3C6%3E7`],
  ])('has its path cleaned and escaped: %s becomes %s', (link, expected) => {
    expect(rewrite(link)).toEqual({ link: expected })
  })

  it.each([
    ['x', 'x'],
    ['', ''],
    ['#f', '#f'],
    ['?q', '?q'],
    ['mailto:a@b', 'mailto:a@b'],
    ['http://other.example/x', 'http://other.example/x'],
    ['//other.example/x', '//other.example/x'],
    ['http://192.0.2.1:8080/x', 'http://192.0.2.1:8080/x'],
    ['http://192.0.2.1:80', 'http://192.0.2.1:80'],
    ['http://192.0.2.1:80?x', 'http://192.0.2.1:80?x'],
    ['javascript://x', 'javascript://x'],
    [`${prefix}/y`, `${prefix}/y`],
    [`${prefix}y`, `${prefix}y`],
    [prefix, prefix],
    [`http://192.0.2.1:80${prefix}/y`, `${prefix}/y`],
    [`http://client.example:1${prefix}/y`, `http://client.example:1${prefix}/y`],
  ])('leads where it led before: %s is %s', (link, expected) => {
    expect(rewrite(link)).toEqual({ link: expected })
  })

  it.each([
    ['/x%zz', 'invalid URL escape "%zz"'],
    ['/%', 'invalid URL escape "%"'],
    ['http://[::1/x', "missing ']' in host"],
    ['http://a b/', 'invalid character " " in host name'],
    ['http://192.0.2.1:x/', 'invalid port ":x" after host'],
    [':x', 'missing protocol scheme'],
    ['1:x', 'first path segment in URL cannot contain colon'],
    ['cache_object:foo/bar', 'first path segment in URL cannot contain colon'],
  ])('is no URL: %s', (link, reason) => {
    expect(rewrite(link)).toEqual({ error: `parse "${link}": ${reason}` })
  })

  it('is compared with the decoded path of the proxy, and gets it escaped', () => {
    const spaced = createLinkRewriter({ prefix: '/proxy of ü', targetHost: 'a', requestedHost: 'b' })
    expect(spaced('/x')).toEqual({ link: '/proxy%20of%20%C3%BC/x' })
    expect(spaced('/proxy%20of%20ü/x')).toEqual({ link: '/proxy%20of%20%C3%BC/x' })
  })
})
