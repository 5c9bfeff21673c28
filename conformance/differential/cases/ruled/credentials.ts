import { boolean, integer, listOf, object, ruled, text, type RuledDefinition } from './ruled-definition.ts'

const duration = { type: 'string', format: 'duration' }

/** Requests for certificates. */
export const credentials: RuledDefinition = {
  plural: 'credentials',
  kind: 'Credential',
  spec: ruled(
    object(
      {
        commonName: text(64),
        literalSubject: text(200),
        dnsNames: ruled(listOf(text(253), 10), {
          rule: "self.all(n, !format.dns1123Subdomain().validate(n.startsWith('*.') ? n.substring(2) : n).hasValue())",
          message: 'must be DNS names or wildcards',
        }),
        addresses: listOf(
          ruled(text(45), {
            rule: 'isIP(self) && ip.isCanonical(self)',
            messageExpression: "self + ' is no canonical address'",
          }),
          10,
        ),
        ranges: listOf(
          ruled(
            text(50),
            { rule: 'isCIDR(self)', message: 'must be a block' },
            { rule: "!isCIDR(self) || !cidr('127.0.0.0/8').containsCIDR(self)", message: 'must not be local' },
          ),
          4,
        ),
        uris: listOf(ruled(text(200), 'isURL(self)'), 4),
        duration,
        renewBefore: duration,
        renewBeforePercentage: integer,
        issuer: ruled(object({ name: text(63), kind: text(30, { default: 'Issuer' }) }, ['name']), {
          rule: "self.kind in ['Issuer', 'ClusterIssuer']",
          message: 'must be Issuer or ClusterIssuer',
          fieldPath: '.kind',
        }),
        key: ruled(
          object({
            algorithm: text(10, { enum: ['RSA', 'ECDSA', 'Ed25519'], default: 'RSA' }),
            size: integer,
            rotation: text(10, { default: 'Always' }),
          }),
          {
            rule: "self.algorithm != 'RSA' || !has(self.size) || (self.size >= 2048 && self.size <= 8192)",
            message: 'size of RSA keys must be between 2048 and 8192',
            fieldPath: '.size',
          },
          {
            rule: "self.algorithm != 'ECDSA' || !has(self.size) || self.size in [256, 384, 521]",
            message: 'size of ECDSA keys must be 256, 384 or 521',
            fieldPath: '.size',
          },
          {
            rule: "self.algorithm != 'Ed25519' || !has(self.size)",
            message: 'Ed25519 keys have no size',
            reason: 'FieldValueForbidden',
            fieldPath: '.size',
          },
        ),
        usages: ruled(
          listOf(text(30), 10, { 'x-kubernetes-list-type': 'set' }),
          { rule: 'self.all(u, u.lowerAscii() == u)', message: 'usages are in lower case' },
          { rule: "!('any' in self) || self.size() == 1", message: 'any excludes others' },
        ),
        isCA: boolean,
        bundle: {
          type: 'string',
          format: 'byte',
          maxLength: 200,
          ...ruled({}, { rule: "string(self).startsWith('-----BEGIN')", message: 'must be PEM' }),
        },
        secretName: ruled(text(253), {
          rule: 'oldSelf.optMap(o, self == o).orValue(true)',
          optionalOldSelf: true,
          message: 'secretName is immutable',
          reason: 'FieldValueForbidden',
        }),
        limit: ruled({ type: 'number' }, { rule: 'self > 0.0 && self <= 1.0', message: 'must be a share' }),
        notBefore: ruled(
          { type: 'string', format: 'date' },
          { rule: 'self.getFullYear() >= 2020', message: 'too early' },
        ),
      },
      ['issuer', 'secretName'],
    ),
    {
      rule: '[has(self.commonName), has(self.literalSubject)].filter(x, x).size() <= 1',
      message: 'commonName and literalSubject are exclusive',
    },
    {
      rule: 'has(self.commonName) || has(self.literalSubject) || has(self.dnsNames) || has(self.addresses) || has(self.uris)',
      message: 'at least one name is required',
      reason: 'FieldValueRequired',
    },
    {
      rule: '!(has(self.renewBefore) && has(self.renewBeforePercentage))',
      message: 'renewBefore and renewBeforePercentage are exclusive',
    },
    {
      rule: "!has(self.renewBefore) || self.renewBefore < (has(self.duration) ? self.duration : duration('2160h'))",
      messageExpression: "'renewBefore must be less than ' + (has(self.duration) ? 'duration' : 'the default')",
      fieldPath: '.renewBefore',
    },
    {
      rule: "!has(self.isCA) || !self.isCA || !has(self.usages) || 'cert sign' in self.usages",
      message: 'a CA must sign',
    },
    { rule: '!has(oldSelf.isCA) || !oldSelf.isCA || (has(self.isCA) && self.isCA)', message: 'a CA remains one' },
  ),
  good: {
    commonName: 'a.example',
    issuer: { name: 'i' },
    secretName: 's',
    duration: '720h',
    renewBefore: '24h',
    key: { size: 4096 },
  },
  creates: {
    good: {},
    'both-subjects': { literalSubject: 'CN=a' },
    'no-names': { commonName: undefined },
    'dns-names': { dnsNames: ['a.example', '*.b.example'] },
    'bad-dns-name': { dnsNames: ['a_b'] },
    addresses: { addresses: ['10.0.0.1', 'fd00::1'] },
    'odd-address': { addresses: ['10.0.0.1', 'fd00:0::1'] },
    'no-address': { addresses: ['x'] },
    ranges: { ranges: ['10.0.0.0/8'] },
    'local-range': { ranges: ['127.0.1.0/24'] },
    'no-range': { ranges: ['x'] },
    'no-uri': { uris: ['a b'] },
    'both-renewals': { renewBeforePercentage: 5 },
    'late-renewal': { renewBefore: '721h' },
    'late-default-renewal': { renewBefore: '3000h', duration: undefined },
    'bad-duration': { duration: 'x' },
    'other-issuer': { 'issuer.kind': 'Other' },
    'small-key': { 'key.size': 1024 },
    'small-ecdsa': { key: { algorithm: 'ECDSA', size: 255 } },
    ecdsa: { key: { algorithm: 'ECDSA', size: 384 } },
    'sized-ed25519': { key: { algorithm: 'Ed25519', size: 1 } },
    'unknown-key': { key: { algorithm: 'DSA' } },
    'upper-usage': { usages: ['Any'] },
    'any-and-more': { usages: ['any', 'server auth'] },
    'ca-that-does-not-sign': { isCA: true, usages: ['server auth'] },
    bundle: { bundle: 'LS0tLS1CRUdJTiBY' },
    'bad-bundle': { bundle: 'eA==' },
    limit: { limit: 1 },
    'large-limit': { limit: 1.5 },
    date: { notBefore: '2026-01-01' },
    'early-date': { notBefore: '1999-12-31' },
  },
  updates: {
    'other-secret': { secretName: 't' },
    'to-ca': { isCA: true },
    'late-renewal': { renewBefore: '800h' },
    'no-renewal': { renewBefore: undefined },
    'small-key': { 'key.size': 10 },
  },
}
