// Layers are law: an import goes to a lower row only. Rows are those of docs/architecture.md.

/** Row of every package; a higher row may import a lower one. */
export const rows = {
  pinnace: 10,
  cli: 9,
  browser: 8,
  testing: 8,
  server: 7,
  aggregation: 6,
  controllers: 6,
  openapi: 5,
  admission: 5,
  metrics: 4,
  kinds: 4,
  versioning: 4,
  client: 4,
  flowcontrol: 3,
  rbac: 3,
  resources: 3,
  kms: 3,
  types: 2,
  apply: 2,
  'watch-cache': 2,
  authz: 2,
  authn: 2,
  'csr-signer': 2,
  'store-etcd': 2,
  encryption: 2,
  'store-lmdb': 2,
  'store-postgres': 2,
  cluster: 2,
  audit: 1,
  hosts: 1,
  'http-client': 1,
  inspector: 1,
  schema: 1,
  streaming: 1,
  cel: 1,
  x509: 1,
  store: 1,
  meta: 0,
}

/** Packages that stand apart on their row and import nothing of this workspace. */
export const islands = ['meta', 'store']

/** Packages whose folders stand on floors: each imports folders of lower floors only. The number is the most floors. */
export const floors = { server: 9 }

/** What is wrong with the imports of one source file; `imports` are package names without the scope. */
export function layerErrors(from, imports) {
  const errors = []
  for (const to of imports) {
    if (to === from) continue
    if (rows[to] === undefined) errors.push(`${from} imports ${to}, which has no row`)
    else if (islands.includes(from)) errors.push(`${from} imports ${to}, but stands alone`)
    else if (rows[to] >= rows[from]) errors.push(`${from} (row ${rows[from]}) imports ${to} (row ${rows[to]})`)
  }
  return errors
}
