import { FlagError } from '../flags/flag.ts'
import type { StoreOpener } from './store-opener.ts'

/** `postgres://…`: a database; the parameter `schema` of the URL names the schema. */
export const postgresOpener: StoreOpener = {
  schemes: ['postgres', 'postgresql'],
  form: 'postgres://USER@HOST:5432/DATABASE?schema=NAME',
  async open(spec, { mayCreate }) {
    // The URL may contain a password, and stands in no message.
    if (!URL.canParse(spec)) throw new FlagError('the URL of a postgres store is invalid')
    const url = new URL(spec)
    const schema = url.searchParams.get('schema')
    url.searchParams.delete('schema')
    const { createPostgresStore } = await import('@pinnace/store-postgres')
    return createPostgresStore({
      connectionString: url.href,
      createSchema: mayCreate,
      ...(schema === null ? {} : { schema }),
    })
  },
}
