import type { HostileRequest } from './hostile-request.ts'

const path = '/api/v1/namespaces/default/configmaps'
const by = (
  name: string,
  headers: HostileRequest['headers'],
  as: HostileRequest['as'] = 'anonymous',
): HostileRequest => ({
  name,
  path,
  headers: headers ?? [],
  as,
})

export const identities: readonly HostileRequest[] = [
  by('no credentials', []),
  ...[
    'Bearer',
    'Bearer ',
    'Bearer x',
    'bearer x',
    'BEARER x',
    'Basic YTpi',
    'Digest x',
    'Bearer a b',
    'Bearer ..',
    'Bearer a.b.c',
    'Bearer eyJhbGciOiJub25lIn0.e30.',
    'Negotiate x',
    `Bearer ${'x'.repeat(20_000)}`,
  ].map((value) => by(`Authorization: ${value.slice(0, 40)}`, [['authorization', value]])),
  by('two Authorization lines', [
    ['authorization', 'Bearer x'],
    ['authorization', 'Bearer y'],
  ]),

  by('a front proxy that is none', [
    ['x-remote-user', 'admin'],
    ['x-remote-group', 'system:masters'],
  ]),
  by('a certificate in a header', [
    ['x-ssl-client-cert', 'x'],
    ['ssl-client-s-dn', 'CN=admin,O=system:masters'],
  ]),
  by('forwarded headers', [
    ['x-forwarded-user', 'admin'],
    ['forwarded', 'for=127.0.0.1'],
    ['x-original-url', '/healthz'],
  ]),
  by('another method by header', [['x-http-method-override', 'DELETE']]),
  by('a token as a WebSocket protocol', [['sec-websocket-protocol', 'base64url.bearer.authorization.k8s.io.eA,v1.x']]),
  ...(
    [
      ['a user', [['impersonate-user', 'root']]],
      ['a group without user', [['impersonate-group', 'system:masters']]],
      ['an extra without user', [['impersonate-extra-a', 'b']]],
      ['a uid without user', [['impersonate-uid', 'b']]],
      ['an empty user', [['impersonate-user', '']]],
      [
        'two users',
        [
          ['impersonate-user', 'a'],
          ['impersonate-user', 'b'],
        ],
      ],
      [
        'system:masters',
        [
          ['impersonate-user', 'a'],
          ['impersonate-group', 'system:masters'],
        ],
      ],
      ['a service account', [['impersonate-user', 'system:serviceaccount:default:default']]],
      [
        'an extra key with an invalid escape',
        [
          ['impersonate-user', 'a'],
          ['impersonate-extra-%zz', 'b'],
        ],
      ],
      [
        'an extra of __proto__',
        [
          ['impersonate-user', 'a'],
          ['impersonate-extra-__proto__', 'b'],
        ],
      ],
    ] as const
  ).flatMap(([name, headers]) =>
    (['viewer', 'admin'] as const).map((as) => by(`${as} impersonates ${name}`, headers, as)),
  ),
]
