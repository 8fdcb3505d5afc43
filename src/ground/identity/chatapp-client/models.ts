import { z } from 'zod'
import type { OneByOne } from '#ground/base/one-by-one.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { Send } from './http.ts'
import type { ChatappRefusal } from './refusal.ts'

export interface ModelGrant {
  principalType: 'user' | 'group'
  /** Id of an account or group; `*` with `user` means everyone who is signed in. */
  principalId: string
  permission: 'read' | 'write'
}

export interface ModelRow {
  id: string
  name: string
  baseModelId: string | null
  isActive: boolean
  meta: Readonly<Record<string, unknown>>
  params: Readonly<Record<string, unknown>>
  grants: readonly ModelGrant[]
}

export function createModelsClient({ send, oneByOne }: { send: Send; oneByOne: OneByOne }) {
  const find = async (id: string): Promise<Result<ModelRow | null, ChatappRefusal>> => {
    const answer = await send({ path: '/api/v1/models/model', query: { id }, answer: RowAnswer })
    return !answer.ok && answer.refusal.code === 'missing' ? accepted(null) : answer
  }
  return {
    async listAs(credential: string): Promise<Result<{ id: string; name: string }[], ChatappRefusal>> {
      const answer = await send({ path: '/api/models', as: credential, answer: ListAnswer })
      return answer.ok ? accepted(answer.value.data) : answer
    },

    async refresh(): Promise<Result<void, ChatappRefusal>> {
      const answer = await send({ path: '/api/models', query: { refresh: 'true' }, answer: z.object({}) })
      return answer.ok ? accepted(undefined) : answer
    },

    /** Null if the web chat stores no settings for the model; then only administrators see the model. */
    find,

    setAccess: (
      id: string,
      { name, grants }: { name: string; grants: readonly ModelGrant[] },
    ): Promise<Result<ModelRow, ChatappRefusal>> =>
      oneByOne(`model ${id}`, () =>
        send({
          method: 'POST',
          path: '/api/v1/models/model/access/update',
          body: { id, name, access_grants: grants.map(grantForm) },
          answer: RowAnswer,
        }),
      ),

    update: (
      id: string,
      change: (row: ModelRow) => Partial<Omit<ModelRow, 'id'>>,
    ): Promise<Result<ModelRow, ChatappRefusal>> =>
      oneByOne(`model ${id}`, async () => {
        const current = await find(id)
        if (!current.ok) return current
        if (current.value === null) return refused({ code: 'missing' })
        const row = { ...current.value, ...change(current.value) }
        return send({
          method: 'POST',
          path: '/api/v1/models/model/update',
          body: {
            id,
            name: row.name,
            base_model_id: row.baseModelId,
            is_active: row.isActive,
            meta: row.meta,
            params: row.params,
            access_grants: row.grants.map(grantForm),
          },
          answer: RowAnswer,
        })
      }),
  }
}

const grantForm = ({ principalType, principalId, permission }: ModelGrant) => ({
  principal_type: principalType,
  principal_id: principalId,
  permission,
})

const ListAnswer = z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) })

const Blob = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((value) => value ?? {})

/** Drops grants of unknown kinds, so writing the list back deletes them. */
const Grants = z.array(z.unknown()).transform((grants) =>
  grants.flatMap((grant): ModelGrant[] => {
    const known = GrantAnswer.safeParse(grant)
    return known.success ? [known.data] : []
  }),
)

const GrantAnswer = z
  .object({
    principal_type: z.enum(['user', 'group']),
    principal_id: z.string(),
    permission: z.enum(['read', 'write']),
  })
  .transform((grant) => ({
    principalType: grant.principal_type,
    principalId: grant.principal_id,
    permission: grant.permission,
  }))

const RowAnswer = z
  .object({
    id: z.string(),
    name: z.string(),
    base_model_id: z.string().nullish(),
    is_active: z.boolean(),
    meta: Blob,
    params: Blob,
    access_grants: Grants,
  })
  .transform((row): ModelRow => ({
    id: row.id,
    name: row.name,
    baseModelId: row.base_model_id ?? null,
    isActive: row.is_active,
    meta: row.meta,
    params: row.params,
    grants: row.access_grants,
  }))
