import type { TypeDescriptions } from './type-descriptions.ts'

/** Types that documents of OpenAPI refer to and that no facts describe. */
export const descriptions: TypeDescriptions = {
  'util.intstr.IntOrString': {
    '': 'A value that is written either as an integer or as a string, such as a port number or its name, or a count or a percentage.',
  },
  'runtime.RawExtension': {
    '': 'An object of any kind, kept as it was written. Its own apiVersion and kind say how to read it.',
  },
  'apis.meta.v1.FieldsV1': {
    '': 'A set of fields in the form of a trie: each key names a field ("f:" and its name), an item of a list ("k:", "v:" or "i:"), or the field itself (".").',
  },
  'apis.meta.v1.Time': {
    '': 'A point in time to the second, written as in RFC 3339, or null.',
  },
  'apis.meta.v1.MicroTime': {
    '': 'A point in time to the microsecond, written as in RFC 3339, or null.',
  },
  'apis.meta.v1.Duration': {
    '': 'A length of time, written as numbers with units, such as "300ms", "1.5h" or "2h45m".',
  },
  'api.resource.Quantity': {
    '': 'An amount with an optional suffix: decimal (n, u, m, k, M, G, T, P, E), binary (Ki, Mi, Gi, Ti, Pi, Ei) or an exponent. Equal amounts are stored in one canonical spelling.',
  },
  'meta.v1.Patch': {
    '': 'A patch in the format of its media type.',
  },
  'version.Info': {
    '': 'The version of a server and how it was built.',
    buildDate: 'When the server was built, as in RFC 3339.',
    compiler: 'The compiler that the server was built with.',
    emulationMajor: 'The major version whose behavior the server emulates.',
    emulationMinor: 'The minor version whose behavior the server emulates.',
    gitCommit: 'The commit that the server was built from.',
    gitTreeState: 'Whether the working tree was clean or had changes when the server was built.',
    gitVersion: 'The full version as a semantic version with the prefix v.',
    goVersion: 'The version of the language runtime that the server was built with.',
    major: 'The major version.',
    minCompatibilityMajor: 'The major version of the oldest release that the server can run next to.',
    minCompatibilityMinor: 'The minor version of the oldest release that the server can run next to.',
    minor: 'The minor version.',
    platform: 'The operating system and the processor architecture, separated by a slash.',
  },
}
