import { describe, expect, it } from 'vitest'
import { createEnvironment, readUrl, strings, urls } from '../../src/index.ts'

const environment = createEnvironment({ libraries: [strings({ version: 2 }), urls()] })

/** Expressions with their values as `%s` prints them. */
const values: readonly (readonly [expression: string, shown: string])[] = [
  ["url('http://[::1]:80/').getHost()", '[::1]:80'],
  ["url('http://[::1]:80/').getHostname()", '::1'],
  ["url('http://[::1]:80/').getPort()", '80'],
  ["url('/a b/ü').getEscapedPath()", '/a%20b/%C3%BC'],
  ["url('https://example.com/path with spaces/').getEscapedPath()", '/path%20with%20spaces/'],
  ["url('https://example.com').getEscapedPath()", ''],
  ["url('mailto:a@b').getScheme()", 'mailto'],
  ["url('HTTP://A.b').getScheme()", 'http'],
  ["url('https://user:p@ss@h/').getHost()", 'h'],
  ["url('https://example.com/path?k1=a&k2=b&k2=c').getQuery()", '{"k1":["a"], "k2":["b", "c"]}'],
  [
    "url('https://example.com/path?key with spaces=value with spaces').getQuery()",
    '{"key with spaces":["value with spaces"]}',
  ],
  ["url('https://example.com/?a=%zz&b=1;c&d').getQuery()", '{"d":[""]}'],
  ["url('https://example.com/?').getQuery()", '{}'],
  ["url('/a?b+c=d%20e').getQuery()", '{"b c":["d e"]}'],
  ["url('/a#b').getEscapedPath()", '/a'],
  ["url('*').getEscapedPath()", '*'],
  ["url('//host/x').getHost()", 'host'],
  ["url('https://a/b%2Fc').getEscapedPath()", '/b%2Fc'],
  ['url("https://a/!$&\'()*+,;=:@[]{}|^`").getEscapedPath()', '/%21$&%27%28%29%2A+,;=:@%5B%5D%7B%7D%7C%5E%60'],
  ["isURL('https://a')", 'true'],
  ["isURL('a')", 'false'],
  ["url('https://a') == url('https://a')", 'true'],
  ["url('http://h:/').getPort()", ''],
  ["'%s'.format([type(url('/'))])", 'kubernetes.URL'],
  ["url('http://[fe80::1%25en0]:80/').getHostname()", 'fe80::1%en0'],
  ["url('http://ü/').getHost()", 'ü'],
  ["url('///a').getEscapedPath()", '///a'],
  ["url('http:/a').getEscapedPath()", '/a'],
  ["url('a:b?c=d').getQuery()", '{"c":["d"]}'],
  ["url('/a?b#c').getQuery()", '{"b":[""]}'],
  ["url('http://x?y=z').getQuery()", '{"y":["z"]}'],
  ["url('http://user@/').getHost()", ''],
  ["url('/é%41é').getEscapedPath()", '/%C3%A9A%C3%A9'],
  ["url('/a:b').getEscapedPath()", '/a:b'],
]

const errors: readonly (readonly [expression: string, message: string])[] = [
  ["url('../a')", 'URL parse error during conversion from string: parse "../a": invalid URI for request'],
  ["url('')", 'URL parse error during conversion from string: parse "": empty url'],
  [
    "url('https://a:b:c/')",
    'URL parse error during conversion from string: parse "https://a:b:c/": invalid port ":b:c" after host',
  ],
  ["url('https://[::1/')", `URL parse error during conversion from string: parse "https://[::1/": missing ']' in host`],
  [
    "url('http://a:8x/')",
    'URL parse error during conversion from string: parse "http://a:8x/": invalid port ":8x" after host',
  ],
  [
    "url('https://example.com/a%zz')",
    'URL parse error during conversion from string: parse "https://example.com/a%zz": invalid URL escape "%zz"',
  ],
  [
    "url('https://exa%20mple.com/')",
    'URL parse error during conversion from string: parse "https://exa%20mple.com/": invalid URL escape "%20"',
  ],
  ["url('1http://x')", 'URL parse error during conversion from string: parse "1http://x": invalid URI for request'],
  ["url(':foo')", 'URL parse error during conversion from string: parse ":foo": missing protocol scheme'],
  [
    "url('https://us er@h/')",
    'URL parse error during conversion from string: parse "https://us er@h/": net/url: invalid userinfo',
  ],
  [
    "url('/a\\n')",
    'URL parse error during conversion from string: parse "/a\\n": net/url: invalid control character in URL',
  ],
  ["url('http://h/%')", 'URL parse error during conversion from string: parse "http://h/%": invalid URL escape "%"'],
  [
    "url('http://a b')",
    'URL parse error during conversion from string: parse "http://a b": invalid character " " in host name',
  ],
  [
    "url('http://[fe80::1%en0]/')",
    'URL parse error during conversion from string: parse "http://[fe80::1%en0]/": invalid URL escape "%en"',
  ],
  ["url('a_b://x')", 'URL parse error during conversion from string: parse "a_b://x": invalid URI for request'],
  [
    "url('http://[::1]x/')",
    'URL parse error during conversion from string: parse "http://[::1]x/": invalid port "x" after host',
  ],
  [
    "url('http://a%41/')",
    'URL parse error during conversion from string: parse "http://a%41/": invalid URL escape "%41"',
  ],
  [
    "url('http://u:%zz@h/')",
    'URL parse error during conversion from string: parse "http://u:%zz@h/": invalid URL escape "%zz"',
  ],
  [
    "url('/a\\x7f')",
    'URL parse error during conversion from string: parse "/a\\x7f": net/url: invalid control character in URL',
  ],
  ["url('/a?b=c#%zz')", 'URL parse error during conversion from string: parse "/a?b=c#%zz": invalid URL escape "%zz"'],
  ["url('a/b:c')", 'URL parse error during conversion from string: parse "a/b:c": invalid URI for request'],
  ["url('%zz:')", 'URL parse error during conversion from string: parse "%zz:": invalid URI for request'],
  [
    "url('http://a:80:90/')",
    'URL parse error during conversion from string: parse "http://a:80:90/": invalid port ":80:90" after host',
  ],
  [
    "url('http://[1.2.3.4]/').getHost()",
    'URL parse error during conversion from string: parse "http://[1.2.3.4]/": invalid IP-literal',
  ],
]

describe('urls', () => {
  it.each(values)('%s is %s', (expression, shown) => {
    const outcome = environment.compile(`'%s'.format([dyn(${expression})])`).evaluate()
    expect(outcome.error).toBeUndefined()
    expect(outcome.value).toBe(shown)
  })

  it.each(errors)('%s fails with %s', (expression, message) => {
    expect(environment.compile(expression).evaluate().error?.message).toBe(message)
  })
})

describe('readUrl', () => {
  // As Go's url.Parse answers.
  it.each(['1:x', 'cache_object:foo/bar', 'a b:c'])(
    'refuses a colon in the first segment of a relative path: %s',
    (text) => {
      expect(readUrl(text)).toEqual({ error: `parse "${text}": first path segment in URL cannot contain colon` })
    },
  )

  it.each(['a/b:c', './a:b', '?a:b', '#a:b', '/a:b'])('takes a colon elsewhere: %s', (text) => {
    expect(readUrl(text)).not.toHaveProperty('error')
  })
})
