import { z } from 'zod'
import type { Clock } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { Store } from '#ground/store/store.ts'
import type { ClientDocuments } from './client-documents.ts'
import { isDocumentAddress } from './document-address.ts'
import { isRedirectUri } from './redirect-uri.ts'
import { displayProgramName } from './shown-name.ts'

export interface OauthProgram {
  id: string
  name: string
  /** Host of the program's metadata document; null without a document. */
  host: string | null
  redirectUris: readonly string[]
  createdAt: number
}

/** Error codes of RFC 7591. */
export interface RegistrationRefusal {
  error: 'invalid_redirect_uri' | 'invalid_client_metadata' | 'temporarily_unavailable'
  message: string
}

export type Programs = ReturnType<typeof createPrograms>

const MAX_UNUSED_PROGRAMS = 1000
const LEAST_LIFE_MS = 10 * 60_000

const MAX_REDIRECT_URIS = 10

/** Unknown fields are ignored, as RFC 7591 requires. */
const Registration = z.object({
  redirect_uris: z.array(z.string()).min(1).max(MAX_REDIRECT_URIS),
  client_name: z.string().optional().catch(undefined),
  token_endpoint_auth_method: z.string().optional(),
  grant_types: z.array(z.string()).optional(),
  response_types: z.array(z.string()).optional(),
})

export interface ProgramsDeps {
  store: Store
  clock: Pick<Clock, 'now'>
  documents?: ClientDocuments
}

const NOT_REGISTERED =
  'This program is not registered here any more. Remove the connection in it, and add it again.'
const ALLOW = 'An administrator can allow it (MCP_OAUTH_CLIENT_DOCUMENTS).'

/** Any program may register; it gets access only through a person's consent. */
export function createPrograms({ store, clock, documents }: ProgramsDeps) {
  const find = async (id: string): Promise<OauthProgram | null> => {
    const host = isDocumentAddress(id) ? new URL(id).host : null
    if (host !== null && !documents?.isAllowed(id)) return null
    const row = await store.db.selectFrom('mcp_programs').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) return null
    const redirectUris = JSON.parse(row.redirect_uris) as string[]
    return { id: row.id, name: row.name, host, redirectUris, createdAt: row.created_at_ms }
  }
  return {
    find,

    async describe(id: string): Promise<Result<OauthProgram, string>> {
      if (!isDocumentAddress(id)) {
        const program = await find(id)
        return program ? accepted(program) : refused(NOT_REGISTERED)
      }
      const { host } = new URL(id)
      if (!documents?.isAllowed(id))
        return refused(`This Hub does not accept programs from ${host}. ${ALLOW}`)
      const described = await documents.read(id)
      return described.ok
        ? accepted({ id, host, ...described.value, createdAt: clock.now() })
        : refused(`The client metadata document of this program at ${host} ${described.refusal}.`)
    },

    async register(body: unknown): Promise<Result<OauthProgram, RegistrationRefusal>> {
      const parsed = Registration.safeParse(body)
      if (!parsed.success) {
        const field = String(parsed.error.issues[0]?.path[0] ?? 'The body')
        return refused(refusalOf(field, `${field} is missing or violates RFC 7591.`))
      }
      const { redirect_uris: redirectUris, client_name: name = '', ...rest } = parsed.data
      if (!redirectUris.every(isRedirectUri))
        return refused(
          refusalOf(
            'redirect_uris',
            'Use an https address, an http address on this machine, or a reversed domain name as scheme, such as com.example.app:/callback.',
          ),
        )
      if (
        (rest.grant_types && !rest.grant_types.includes('authorization_code')) ||
        rest.response_types?.includes('token')
      )
        return refused(refusalOf('grant_types', 'Only the authorization code grant is supported.'))
      const program = {
        id: newId(),
        name: displayProgramName(name),
        host: null,
        redirectUris: [...new Set(redirectUris)],
        createdAt: clock.now(),
      }
      if (!(await makeRoom(store, clock.now()))) return refused(FULL)
      await store.db
        .insertInto('mcp_programs')
        .values({
          id: program.id,
          name: program.name,
          redirect_uris: JSON.stringify(program.redirectUris),
          created_at_ms: program.createdAt,
          allowed_at_ms: null,
        })
        .execute()
      return accepted(program)
    },

    async noteAllowed({ id, name, host, redirectUris, createdAt }: OauthProgram): Promise<void> {
      const changes = { name, redirect_uris: JSON.stringify(redirectUris), allowed_at_ms: clock.now() }
      const registered = store.db.updateTable('mcp_programs').set({ allowed_at_ms: changes.allowed_at_ms })
      if (host === null) return void (await registered.where('id', '=', id).execute())
      await store.db
        .insertInto('mcp_programs')
        .values({ id, created_at_ms: createdAt, ...changes })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(changes))
        .execute()
    },
  }
}

async function makeRoom({ db }: Store, now: number): Promise<boolean> {
  const unused = db.selectFrom('mcp_programs').where('allowed_at_ms', 'is', null)
  const newest = await unused
    .select('created_at_ms')
    .orderBy('created_at_ms', 'desc')
    .offset(MAX_UNUSED_PROGRAMS - 1)
    .limit(1)
    .executeTakeFirst()
  if (!newest) return true
  if (newest.created_at_ms > now - LEAST_LIFE_MS) return false
  await db
    .deleteFrom('mcp_programs')
    .where('allowed_at_ms', 'is', null)
    .where('created_at_ms', '<=', newest.created_at_ms)
    .execute()
  return true
}

const refusalOf = (field: string, message: string): RegistrationRefusal => ({
  error: field === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata',
  message,
})

const FULL: RegistrationRefusal = {
  error: 'temporarily_unavailable',
  message: 'Too many programs registered here recently. Try again in a few minutes.',
}
