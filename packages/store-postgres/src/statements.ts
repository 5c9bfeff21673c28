/** The statements of a store, for its schema. Each reads one snapshot. */
export interface Statements {
  readonly position: string
  /** $1: key. */
  readonly get: string
  /** $1: key, $2: revision. */
  readonly getAt: string
  /** $1: first key, $2: end of the keys, $3: revision (null: the newest), $4: limit (null: none). */
  readonly list: string
  readonly listAndCount: string
  /** $1: revision, $2: first key, $3: end of the keys, $4: number of changes, $5: bytes after which no change follows. */
  readonly changes: string
  readonly write: string
  readonly resolve: string
  /** $1: revisions. */
  readonly values: string
  /** $1: revision. Returns the newest revision before. */
  readonly compact: string
  /** $1: milliseconds since 1970 before which changes are old, $2: number of changes to keep. Returns the oldest revision if it has changed. */
  readonly compactOld: string
  /** $1: batch, $2: milliseconds since 1970, $3: the newest revision that was seen, $4: wait for the lock, $5: number of keys. */
  readonly expire: string
  /** $1: number of changes. */
  readonly sweep: string
  /** $1: milliseconds since 1970. */
  readonly forgetAbandoned: string
  /** $1: the newest revision that was seen. */
  readonly advance: string
}

/** The statements for a schema. */
export function statementsFor(schema: string): Statements {
  const changes = `${schema}.changes`
  // The last change of each key at $3; deletions are no entries.
  const entries = `FROM ${changes} c
    WHERE c.key >= $1 AND c.key < $2 AND NOT c.deleted AND c.revision <= coalesce($3, 9223372036854775807)
      AND NOT EXISTS (
        SELECT FROM ${changes} n
        WHERE n.key = c.key AND n.revision > c.revision AND n.revision <= coalesce($3, 9223372036854775807))`
  const list = (count: string): string => `
    SELECT p.newest, p.compacted, ${count} AS count, e.key, e.revision, e.created, e.value
    FROM ${schema}.position p
    LEFT JOIN LATERAL (
      SELECT c.key, c.revision, c.created, c.value ${entries} ORDER BY c.key LIMIT $4
    ) e ON true`
  return {
    position: `SELECT newest, compacted FROM ${schema}.position`,
    get: `SELECT revision, created, deleted, value FROM ${changes} WHERE key = $1 ORDER BY revision DESC LIMIT 1`,
    getAt: `
      SELECT p.newest, p.compacted, e.revision, e.created, e.deleted, e.value
      FROM ${schema}.position p
      LEFT JOIN LATERAL (
        SELECT c.revision, c.created, c.deleted, c.value FROM ${changes} c
        WHERE c.key = $1 AND c.revision <= $2 ORDER BY c.revision DESC LIMIT 1
      ) e ON true`,
    list: list('0'),
    listAndCount: list(`(SELECT count(*) ${entries})`),
    changes: `
      SELECT p.newest, p.compacted, e.revision, e.key, e.created, e.deleted, e.value, e.previous, b.value AS replaced
      FROM ${schema}.position p
      LEFT JOIN LATERAL (
        SELECT c.*, sum(octet_length(c.value)) OVER (ORDER BY c.revision) - octet_length(c.value) AS bytes
        FROM ${changes} c
        WHERE c.revision > $1 AND c.key >= $2 AND c.key < $3 ORDER BY c.revision LIMIT $4
      ) e ON e.bytes < $5
      LEFT JOIN ${changes} b ON b.revision = e.previous
      ORDER BY e.revision`,
    write: `SELECT * FROM ${schema}.write($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    resolve: `SELECT * FROM ${schema}.resolve($1, $2, $3, $4)`,
    values: `SELECT revision, value FROM ${changes} WHERE revision = ANY ($1)`,
    compact: `
      WITH p AS (SELECT newest FROM ${schema}.position), done AS (
        UPDATE ${schema}.history h SET compacted = $1 FROM p WHERE h.compacted < $1 AND p.newest >= $1
      )
      SELECT newest FROM p`,
    compactOld: `
      UPDATE ${schema}.history h SET compacted = t.target
      FROM (
        SELECT greatest(p.newest - $2::bigint, coalesce((
          SELECT c.revision - 1 FROM ${changes} c
          WHERE c.revision > p.compacted AND c.written >= $1 ORDER BY c.revision LIMIT 1
        ), p.newest)) AS target
        FROM ${schema}.position p
      ) t
      WHERE h.compacted < t.target
      RETURNING h.compacted`,
    expire: `SELECT ${schema}.expire($1, $2, $3, $4, $5) AS more`,
    sweep: `SELECT ${schema}.sweep($1) AS more`,
    forgetAbandoned: `DELETE FROM ${schema}.abandoned WHERE written < $1`,
    advance: `UPDATE ${schema}.history SET compacted = $1 WHERE (SELECT newest FROM ${schema}.position) < $1`,
  }
}

/** The bytes after all keys that start with a prefix: no UTF-8 contains this byte. */
export function endOfPrefix(prefix: string): Buffer {
  return Buffer.concat([Buffer.from(prefix), Buffer.of(0xff)])
}
