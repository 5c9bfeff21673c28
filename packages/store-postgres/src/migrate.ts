import { StoreError } from '@pinnace/store'
import { DatabaseError, statementError } from './database-error.ts'
import type { Database, Row } from './database.ts'
import { numberOf } from './entry.ts'
import { lockOf, migrationsOf } from './migrations.ts'

// The oldest release that its community maintained when this package was written.
const oldestServer = 140_000

/**
 * Brings the schema to the version of this package: creates it, or applies the steps it lacks, in one transaction. Throws
 * StoreError `Unavailable` for a schema of a newer version, for a server that is too old, and for a missing schema that
 * must not be created.
 */
export async function migrate(
  database: Database,
  { schema, createSchema }: { readonly schema: string; readonly createSchema: boolean },
): Promise<void> {
  const steps = migrationsOf(schema)
  const [server] = await database.read("SELECT current_setting('server_version_num')::integer AS version")
  if (numberOf(server, 'version') < oldestServer) {
    throw new StoreError('Unavailable', `PostgreSQL ${oldestServer / 10_000} or later is required`)
  }
  const version = await readVersion(database, schema)
  assertKnown(schema, version, steps.length)
  if (version === steps.length) return
  if (version === 0 && !createSchema) {
    throw new StoreError('Unavailable', `the schema ${schema} has no store`)
  }
  await database.retry(database.deadline(), () => applySteps(database, schema, steps))
}

/** The version of a schema; 0 if there is none. */
async function readVersion(database: Database, schema: string): Promise<number> {
  const [found] = await database.read('SELECT to_regclass($1) IS NOT NULL AS found', [`${schema}.versions`])
  if (found?.['found'] !== true) return 0
  const [row] = await database.read(newestVersion(schema))
  return numberOf(row, 'version')
}

function newestVersion(schema: string): string {
  return `SELECT max(version) AS version FROM ${schema}.versions`
}

function assertKnown(schema: string, version: number, known: number): void {
  if (version <= known) return
  throw new StoreError(
    'Unavailable',
    `the schema ${schema} has version ${version}, but this version of Pinnace reads up to version ${known}`,
  )
}

/** The steps that are missing; processes that start together wait for each other. */
async function applySteps(database: Database, schema: string, steps: readonly string[]): Promise<void> {
  const deadlineMs = database.deadline()
  const client = await database.connect(deadlineMs)
  const ignore = (): void => {}
  client.on('error', ignore)
  const run = (text: string): Promise<Row[]> => database.run(client, { text, deadlineMs })
  let done = false
  try {
    await run('BEGIN ISOLATION LEVEL READ COMMITTED')
    await run(`SELECT pg_advisory_xact_lock(${lockOf(schema, 'migrate')})`)
    await run(createVersions(schema))
    const [row] = await run(newestVersion(schema))
    const version = numberOf(row, 'version')
    assertKnown(schema, version, steps.length)
    for (const [index, step] of steps.entries()) {
      if (index < version) continue
      await run(`${step}\nINSERT INTO ${schema}.versions (version) VALUES (${index + 1});`)
    }
    await run('COMMIT')
    done = true
  } catch (cause) {
    if (cause instanceof StoreError && !(cause instanceof DatabaseError)) throw cause
    throw statementError(cause)
  } finally {
    client.removeListener('error', ignore)
    // Ends a transaction that has not been committed.
    client.release(!done)
  }
}

// A role without the permission to create schemas can use one that exists.
function createVersions(schema: string): string {
  return `
    DO $$ BEGIN
      IF to_regnamespace('${schema}') IS NULL THEN
        CREATE SCHEMA ${schema};
      END IF;
    END $$;
    CREATE TABLE IF NOT EXISTS ${schema}.versions (
      version integer PRIMARY KEY,
      applied timestamptz NOT NULL DEFAULT now()
    );`
}
