import { createHash } from 'node:crypto'

/** The SQL that takes a schema from one version to the next. Only ever appended to: a released step never changes. */
export function migrationsOf(schema: string): readonly string[] {
  const writing = lockOf(schema, 'write')
  const sweeping = lockOf(schema, 'sweep')
  return [
    [
      tables(schema),
      positionView(schema),
      lockFunction(schema, writing),
      writeFunction(schema),
      resolveFunction(schema),
      sweepFunction(schema, sweeping),
    ].join('\n'),
    [
      expiryColumns(schema),
      writeExpiringFunction(schema),
      writeWithoutExpiry(schema),
      expireFunction(schema, lockOf(schema, 'expire')),
    ].join('\n'),
  ]
}

/** The key of an advisory lock of a schema: 64 bits, so that it does not meet those of the host. */
export function lockOf(schema: string, purpose: 'migrate' | 'write' | 'sweep' | 'expire'): string {
  return createHash('sha256').update(`store ${schema} ${purpose}`).digest().readBigInt64BE(0).toString()
}

/** The channel on which a write notifies of its revision. */
export function channelOf(schema: string): string {
  return `${schema}_changes`
}

// A row is one change of a key. Keys are bytes, which PostgreSQL orders as they are, whatever the collation.
// `previous` is the revision of the entry that the change replaces; 0 for none. `written` is in milliseconds since 1970.
// Revisions are counted without a counter: the newest row has the newest revision, and rows are removed up to
// `compacted` only, which is the lower bound. So no row is rewritten with every write.
function tables(schema: string): string {
  return `
    CREATE TABLE ${schema}.changes (
      revision bigint PRIMARY KEY,
      key bytea NOT NULL,
      created bigint NOT NULL,
      previous bigint NOT NULL,
      deleted boolean NOT NULL,
      written bigint NOT NULL,
      batch uuid NOT NULL,
      slot integer NOT NULL,
      value bytea NOT NULL
    );
    CREATE UNIQUE INDEX changes_key ON ${schema}.changes (key, revision DESC);
    CREATE TABLE ${schema}.history (
      single boolean PRIMARY KEY DEFAULT true CHECK (single),
      compacted bigint NOT NULL,
      swept bigint NOT NULL
    );
    INSERT INTO ${schema}.history (compacted, swept) VALUES (1, 1);
    CREATE TABLE ${schema}.abandoned (batch uuid PRIMARY KEY, written bigint NOT NULL);`
}

function positionView(schema: string): string {
  return `
    CREATE VIEW ${schema}.position AS
      SELECT greatest(h.compacted, coalesce((SELECT max(c.revision) FROM ${schema}.changes c), 0)) AS newest, h.compacted
      FROM ${schema}.history h;`
}

// INVARIANT: revisions are visible in their order. A writer holds the lock from before it counts until its transaction
// has ended, so a revision is handed out only when all earlier ones are committed or will never be.
// A transaction of another isolation level would count from a snapshot before the lock.
function lockFunction(schema: string, lock: string): string {
  return `
    CREATE FUNCTION ${schema}.lock_writes(p_wait_ms integer) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      IF current_setting('transaction_isolation') <> 'read committed' THEN
        RAISE EXCEPTION 'the store needs transactions that are read committed' USING ERRCODE = '25001';
      END IF;
      IF current_setting('synchronous_commit') = 'off' THEN
        PERFORM set_config('synchronous_commit', 'on', true);
      END IF;
      PERFORM set_config('lock_timeout', p_wait_ms::text, true);
      PERFORM pg_advisory_xact_lock(${lock});
    END $$;`
}

// A write is keys, values and conditions side by side; parts lie one after the other in p_keys and p_values, and the
// revision is put between the two parts of a value. p_floor is the newest revision that the caller has seen: a database
// that was set back continues after it, so that no revision is given twice. Values of previous and current entries are
// returned up to p_reply_bytes in all, as much as fits into the buffer of a socket: a client that is paused must not keep
// the server sending, and with it the lock. The caller reads the others by their revisions.
function writeFunction(schema: string): string {
  return `
    CREATE FUNCTION ${schema}.write(
      p_batch uuid, p_written bigint, p_floor bigint, p_wait_ms integer,
      p_keys bytea, p_key_bytes integer[], p_values bytea, p_before_bytes integer[], p_after_bytes integer[],
      p_conditions bigint[], p_deletes boolean[], p_reply_bytes integer
    ) RETURNS TABLE (o_slot integer, o_done boolean, o_revision bigint, o_created bigint, o_previous bigint, o_value bytea)
    LANGUAGE plpgsql AS $$
    DECLARE
      newest bigint;
      start_revision bigint;
      live record;
      live_revision bigint;
      key_start integer := 1;
      value_start integer := 1;
      item_key bytea;
      item_value bytea;
      reply_bytes integer := p_reply_bytes;
    BEGIN
      PERFORM ${schema}.lock_writes(p_wait_ms);
      IF EXISTS (SELECT FROM ${schema}.abandoned a WHERE a.batch = p_batch) THEN
        RAISE EXCEPTION 'the writes were abandoned' USING ERRCODE = '40001';
      END IF;
      SELECT p.newest INTO STRICT newest FROM ${schema}.position p;
      IF newest < p_floor THEN
        UPDATE ${schema}.history SET compacted = p_floor;
        newest := p_floor;
      END IF;
      start_revision := newest;
      FOR i IN 1 .. cardinality(p_key_bytes) LOOP
        item_key := substring(p_keys FROM key_start FOR p_key_bytes[i]);
        key_start := key_start + p_key_bytes[i];
        SELECT c.revision, c.created, c.deleted, c.value INTO live
          FROM ${schema}.changes c WHERE c.key = item_key ORDER BY c.revision DESC LIMIT 1;
        live_revision := CASE WHEN live.deleted IS FALSE THEN live.revision ELSE 0 END;
        o_slot := i - 1;
        o_value := NULL;
        IF live_revision > 0 AND octet_length(live.value) <= reply_bytes THEN
          o_value := live.value;
          reply_bytes := reply_bytes - octet_length(live.value);
        END IF;
        IF coalesce(p_conditions[i], live_revision) <> live_revision OR (p_deletes[i] AND live_revision = 0) THEN
          o_done := false;
          o_revision := live_revision;
          o_created := live.created;
          o_previous := 0;
        ELSE
          newest := newest + 1;
          o_done := true;
          o_revision := newest;
          o_created := CASE WHEN live_revision > 0 THEN live.created ELSE newest END;
          o_previous := live_revision;
          item_value := substring(p_values FROM value_start FOR p_before_bytes[i]);
          IF p_after_bytes[i] IS NOT NULL THEN
            item_value := item_value || newest::text::bytea
              || substring(p_values FROM value_start + p_before_bytes[i] FOR p_after_bytes[i]);
          END IF;
          INSERT INTO ${schema}.changes (revision, key, created, previous, deleted, written, batch, slot, value)
            VALUES (newest, item_key, o_created, live_revision, p_deletes[i], p_written, p_batch, o_slot, item_value);
        END IF;
        value_start := value_start + p_before_bytes[i] + coalesce(p_after_bytes[i], 0);
        RETURN NEXT;
      END LOOP;
      IF newest > start_revision THEN
        PERFORM pg_notify('${channelOf(schema)}', newest::text);
      END IF;
    END $$;`
}

// The outcome of writes whose connection was lost. The lock waits for the lost transaction, if it is running; if it has
// not begun yet, the entry in "abandoned" keeps it from ever writing. So what is not done will not be done.
function resolveFunction(schema: string): string {
  return `
    CREATE FUNCTION ${schema}.resolve(p_batch uuid, p_written bigint, p_floor bigint, p_wait_ms integer)
    RETURNS TABLE (o_slot integer, o_revision bigint, o_created bigint, o_previous bigint, o_swept bigint)
    LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM ${schema}.lock_writes(p_wait_ms);
      INSERT INTO ${schema}.abandoned (batch, written) VALUES (p_batch, p_written) ON CONFLICT DO NOTHING;
      RETURN QUERY
        SELECT c.slot, c.revision, c.created, c.previous, h.swept
        FROM ${schema}.history h
        LEFT JOIN ${schema}.changes c ON c.revision > p_floor AND c.batch = p_batch
        ORDER BY c.slot;
    END $$;`
}

// Removes rows that no readable revision needs: what a compacted change replaced, and compacted tombstones. Each change is
// looked at once. One process at a time; returns whether there is more to remove.
function sweepFunction(schema: string, lock: string): string {
  return `
    CREATE FUNCTION ${schema}.sweep(p_limit integer) RETURNS boolean LANGUAGE plpgsql AS $$
    DECLARE
      work record;
      target bigint;
    BEGIN
      IF NOT pg_try_advisory_xact_lock(${lock}) THEN
        RETURN false;
      END IF;
      SELECT h.compacted, h.swept INTO STRICT work FROM ${schema}.history h;
      IF work.swept >= work.compacted THEN
        RETURN false;
      END IF;
      target := least(work.compacted, work.swept + p_limit);
      DELETE FROM ${schema}.changes d USING ${schema}.changes c
        WHERE c.revision > work.swept AND c.revision <= target AND d.revision = c.previous;
      DELETE FROM ${schema}.changes d WHERE d.revision > work.swept AND d.revision <= target AND d.deleted;
      UPDATE ${schema}.history SET swept = target;
      RETURN target < work.compacted;
    END $$;`
}

// `expires` is set for the newest change of a key that has a time to live, in milliseconds of the clock of the database;
// `stamp` is where its value contains the revision, in bytes from 0; null if it does not.
function expiryColumns(schema: string): string {
  return `
    ALTER TABLE ${schema}.changes ADD COLUMN expires bigint, ADD COLUMN stamp integer;
    CREATE INDEX changes_expires ON ${schema}.changes (expires) WHERE expires IS NOT NULL;`
}

const nowMs = `(extract(epoch FROM clock_timestamp()) * 1000)::bigint`

// As the function of the first step, with a time to live in seconds for each write, or null.
function writeExpiringFunction(schema: string): string {
  return `
    CREATE FUNCTION ${schema}.write(
      p_batch uuid, p_written bigint, p_floor bigint, p_wait_ms integer,
      p_keys bytea, p_key_bytes integer[], p_values bytea, p_before_bytes integer[], p_after_bytes integer[],
      p_conditions bigint[], p_deletes boolean[], p_reply_bytes integer, p_ttls bigint[]
    ) RETURNS TABLE (o_slot integer, o_done boolean, o_revision bigint, o_created bigint, o_previous bigint, o_value bytea)
    LANGUAGE plpgsql AS $$
    DECLARE
      newest bigint;
      start_revision bigint;
      live record;
      live_revision bigint;
      key_start integer := 1;
      value_start integer := 1;
      item_key bytea;
      item_value bytea;
      reply_bytes integer := p_reply_bytes;
    BEGIN
      PERFORM ${schema}.lock_writes(p_wait_ms);
      IF EXISTS (SELECT FROM ${schema}.abandoned a WHERE a.batch = p_batch) THEN
        RAISE EXCEPTION 'the writes were abandoned' USING ERRCODE = '40001';
      END IF;
      SELECT p.newest INTO STRICT newest FROM ${schema}.position p;
      IF newest < p_floor THEN
        UPDATE ${schema}.history SET compacted = p_floor;
        newest := p_floor;
      END IF;
      start_revision := newest;
      FOR i IN 1 .. cardinality(p_key_bytes) LOOP
        item_key := substring(p_keys FROM key_start FOR p_key_bytes[i]);
        key_start := key_start + p_key_bytes[i];
        SELECT c.revision, c.created, c.deleted, c.value INTO live
          FROM ${schema}.changes c WHERE c.key = item_key ORDER BY c.revision DESC LIMIT 1;
        live_revision := CASE WHEN live.deleted IS FALSE THEN live.revision ELSE 0 END;
        o_slot := i - 1;
        o_value := NULL;
        IF live_revision > 0 AND octet_length(live.value) <= reply_bytes THEN
          o_value := live.value;
          reply_bytes := reply_bytes - octet_length(live.value);
        END IF;
        IF coalesce(p_conditions[i], live_revision) <> live_revision OR (p_deletes[i] AND live_revision = 0) THEN
          o_done := false;
          o_revision := live_revision;
          o_created := live.created;
          o_previous := 0;
        ELSE
          newest := newest + 1;
          o_done := true;
          o_revision := newest;
          o_created := CASE WHEN live_revision > 0 THEN live.created ELSE newest END;
          o_previous := live_revision;
          item_value := substring(p_values FROM value_start FOR p_before_bytes[i]);
          IF p_after_bytes[i] IS NOT NULL THEN
            item_value := item_value || newest::text::bytea
              || substring(p_values FROM value_start + p_before_bytes[i] FOR p_after_bytes[i]);
          END IF;
          INSERT INTO ${schema}.changes (revision, key, created, previous, deleted, written, batch, slot, value, expires, stamp)
            VALUES (newest, item_key, o_created, live_revision, p_deletes[i], p_written, p_batch, o_slot, item_value,
              ${nowMs} + p_ttls[i] * 1000, CASE WHEN p_after_bytes[i] IS NOT NULL THEN p_before_bytes[i] END);
          IF live_revision > 0 THEN
            UPDATE ${schema}.changes SET expires = NULL WHERE revision = live_revision AND expires IS NOT NULL;
          END IF;
        END IF;
        value_start := value_start + p_before_bytes[i] + coalesce(p_after_bytes[i], 0);
        RETURN NEXT;
      END LOOP;
      IF newest > start_revision THEN
        PERFORM pg_notify('${channelOf(schema)}', newest::text);
      END IF;
    END $$;`
}

// Processes of the first version of the schema may still run.
function writeWithoutExpiry(schema: string): string {
  return `
    CREATE OR REPLACE FUNCTION ${schema}.write(
      p_batch uuid, p_written bigint, p_floor bigint, p_wait_ms integer,
      p_keys bytea, p_key_bytes integer[], p_values bytea, p_before_bytes integer[], p_after_bytes integer[],
      p_conditions bigint[], p_deletes boolean[], p_reply_bytes integer
    ) RETURNS TABLE (o_slot integer, o_done boolean, o_revision bigint, o_created bigint, o_previous bigint, o_value bytea)
    LANGUAGE sql AS $$
      SELECT * FROM ${schema}.write(
        p_batch, p_written, p_floor, p_wait_ms, p_keys, p_key_bytes, p_values, p_before_bytes, p_after_bytes,
        p_conditions, p_deletes, p_reply_bytes, NULL::bigint[]
      );
    $$;`
}

// Deletes keys whose time is over. A tombstone has the last value, with its own revision where the value contains one.
// One process at a time; returns whether there are more.
function expireFunction(schema: string, lock: string): string {
  return `
    CREATE FUNCTION ${schema}.expire(
      p_batch uuid, p_written bigint, p_floor bigint, p_wait_ms integer, p_limit integer
    ) RETURNS boolean LANGUAGE plpgsql AS $$
    DECLARE
      newest bigint;
      live record;
      done integer := 0;
    BEGIN
      IF NOT EXISTS (SELECT FROM ${schema}.changes c WHERE c.expires <= ${nowMs})
        OR NOT pg_try_advisory_xact_lock(${lock}) THEN
        RETURN false;
      END IF;
      PERFORM ${schema}.lock_writes(p_wait_ms);
      SELECT p.newest INTO STRICT newest FROM ${schema}.position p;
      IF newest < p_floor THEN
        UPDATE ${schema}.history SET compacted = p_floor;
        newest := p_floor;
      END IF;
      FOR live IN
        SELECT c.revision, c.key, c.created, c.value, c.stamp FROM ${schema}.changes c
        WHERE c.expires <= ${nowMs} ORDER BY c.expires, c.revision LIMIT p_limit
      LOOP
        newest := newest + 1;
        INSERT INTO ${schema}.changes (revision, key, created, previous, deleted, written, batch, slot, value)
          VALUES (newest, live.key, live.created, live.revision, true, p_written, p_batch, done,
            CASE WHEN live.stamp IS NULL THEN live.value ELSE
              substring(live.value FROM 1 FOR live.stamp) || newest::text::bytea
                || substring(live.value FROM live.stamp + 1 + octet_length(live.revision::text)) END);
        UPDATE ${schema}.changes SET expires = NULL WHERE revision = live.revision;
        done := done + 1;
      END LOOP;
      IF done > 0 THEN
        PERFORM pg_notify('${channelOf(schema)}', newest::text);
      END IF;
      RETURN done = p_limit;
    END $$;`
}
