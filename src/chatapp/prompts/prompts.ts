import type { Selectable } from 'kysely'
import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { MAX_VARIABLES, partsOf, PROMPT_NAME, variablesOf } from '#ground/hub/prompts/template.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { lockAccount } from '#chatapp/accounts/lock.ts'

/** Times are epoch seconds. */
export interface StoredPrompt {
  id: string
  ownerId: string
  /** Lower case, unique per owner. */
  name: string
  title: string
  text: string
  createdAt: number
  updatedAt: number
}

type PromptDraft = Pick<StoredPrompt, 'name' | 'title' | 'text'>

export type PromptRefusal =
  | 'prompt_missing'
  | 'prompt_name_invalid'
  | 'prompt_exists'
  | 'prompt_too_many_variables'
  | 'too_many_prompts'

const MAX_PROMPTS = 200

export interface PromptsParts {
  store: Store
  clock: Clock
}

export type Prompts = ReturnType<typeof createPrompts>

export function createPrompts({ store, clock }: PromptsParts) {
  /**
   * Serializes an owner's changes, because the maximum number of prompts and the uniqueness of names depend on all of
   * the owner's prompts.
   */
  const put = (
    ownerId: string,
    draft: PromptDraft,
    keptFields: (
      known: readonly StoredPrompt[],
    ) => Result<Omit<StoredPrompt, keyof PromptDraft>, PromptRefusal>,
  ) =>
    store.transaction(async (tx): Promise<Result<StoredPrompt, PromptRefusal>> => {
      const refusal = draftRefusal(draft)
      if (refusal) return refused(refusal)
      await lockAccount(tx, ownerId)
      const known = await promptsOf(tx, ownerId)
      const rest = keptFields(known)
      if (!rest.ok) return rest
      const prompt = { ...rest.value, ...draft, name: draft.name.toLowerCase() }
      if (known.some(({ id, name }) => id !== prompt.id && name === prompt.name))
        return refused('prompt_exists')
      await tx
        .insertInto('chatapp_prompts')
        .values(rowOf(prompt))
        .onConflict((conflict) => conflict.column('id').doUpdateSet(rowOf(prompt)))
        .execute()
      return accepted(prompt)
    })

  return {
    list: (ownerId: string) => promptsOf(store.db, ownerId),

    create: (ownerId: string, draft: PromptDraft) =>
      put(ownerId, draft, (known) => {
        if (known.length >= MAX_PROMPTS) return refused('too_many_prompts')
        const now = epochSeconds(clock)
        return accepted({ id: newId(), ownerId, createdAt: now, updatedAt: now })
      }),

    update: (ownerId: string, id: string, draft: PromptDraft) =>
      put(ownerId, draft, (known) => {
        const before = known.find((prompt) => prompt.id === id)
        return before ? accepted({ ...before, updatedAt: epochSeconds(clock) }) : refused('prompt_missing')
      }),

    async remove(ownerId: string, id: string): Promise<boolean> {
      const { numDeletedRows } = await store.db
        .deleteFrom('chatapp_prompts')
        .where('id', '=', id)
        .where('user_id', '=', ownerId)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}

function draftRefusal({ name, text }: PromptDraft): PromptRefusal | null {
  if (!PROMPT_NAME.test(name)) return 'prompt_name_invalid'
  return variablesOf(partsOf(text)).length > MAX_VARIABLES ? 'prompt_too_many_variables' : null
}

async function promptsOf(db: Store['db'], ownerId: string): Promise<StoredPrompt[]> {
  const rows = await db.selectFrom('chatapp_prompts').selectAll().where('user_id', '=', ownerId).execute()
  return rows.map(promptOf).toSorted((a, b) => a.name.localeCompare(b.name))
}

const promptOf = (row: Selectable<Tables['chatapp_prompts']>): StoredPrompt => ({
  id: row.id,
  ownerId: row.user_id,
  name: row.name,
  title: row.title,
  text: row.text,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const rowOf = (prompt: StoredPrompt) => ({
  id: prompt.id,
  user_id: prompt.ownerId,
  name: prompt.name,
  title: prompt.title,
  text: prompt.text,
  created_at: prompt.createdAt,
  updated_at: prompt.updatedAt,
})
