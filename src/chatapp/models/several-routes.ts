import { MAX_MODEL_LIST_BYTES } from '#ground/base/network/body-limits.ts'
import type { App } from '#chatapp/accounts/sessions/app.ts'
import type { Account } from '#chatapp/accounts/account.ts'
import type { Accounts } from '#chatapp/accounts/accounts.ts'
import type { Groups } from '#chatapp/accounts/groups/groups.ts'
import { ChatappRefused, unwrapChatapp } from '#chatapp/http/refused.ts'
import { deleteAllModels, importModels, previewGroup, previewPerson, syncModels } from './contract.ts'
import type { CatalogModel, ModelRow } from './model.ts'
import type { ModelCatalog } from './models.ts'
import { rowView } from './present.ts'
import type { ModelRowDraft, ModelRows } from './rows.ts'
import type { ModelForm } from './schema.ts'

/** The limit is high, because models may have pictures. */
const LONG = { bodyLimit: MAX_MODEL_LIST_BYTES, isHeavy: true }

export interface SeveralModelsParts {
  models: Pick<ModelCatalog, 'visibleTo'>
  rows: ModelRows
  accounts: Pick<Accounts, 'find'>
  groups: Pick<Groups, 'find' | 'listOf'>
}

export function severalModelsRoutes(app: App, parts: SeveralModelsParts): void {
  const { rows } = parts
  previewRoutes(app, parts)

  const draftOf = (account: Account, form: ModelForm): ModelRowDraft => {
    const { base_model_id: baseModelId, is_active: isActive, access_grants: grants, ...rest } = form
    return { ...rest, ownerId: account.id, baseModelId, isActive, ...(grants && { grants }) }
  }

  app.handle(
    importModels,
    async ({ visitor: { account }, body: { models } }) => {
      await rows.saveAll(
        models.map((form) => draftOf(account, form)),
        { removesOthers: false },
      )
      return true
    },
    LONG,
  )

  app.handle(
    syncModels,
    async ({ visitor: { account }, body: { models } }) => {
      const drafts = models.map((form) => draftOf(account, form))
      return (await rows.saveAll(drafts, { removesOthers: true })).map(rowView)
    },
    LONG,
  )

  app.handle(deleteAllModels, async () => {
    await rows.saveAll([], { removesOthers: true })
    return true
  })
}

const NONE = { items: [], total: 0 as const }

function previewRoutes(app: App, { models, accounts, groups }: SeveralModelsParts): void {
  const listOf = (found: readonly CatalogModel[], total: number) => ({
    models: { items: found.map(({ id, name }) => ({ id, name })), total },
    knowledge: NONE,
    tools: NONE,
  })

  app.handle(previewPerson, async ({ visitor, params: { id } }) => {
    const account = await accounts.find(id)
    if (!account) throw new ChatappRefused('account_missing')
    const [own, all] = await Promise.all([models.visibleTo(account), models.visibleTo(visitor.account)])
    const memberOf = (await groups.listOf(id)).map((group) => ({ id: group.id, name: group.name }))
    return { user: { id, name: account.name }, groups: memberOf, ...listOf(own, all.length) }
  })

  app.handle(previewGroup, async ({ visitor, params: { id } }) => {
    const group = unwrapChatapp(await groups.find(id))
    const all = await models.visibleTo(visitor.account)
    const isOpen = (row: ModelRow | null): boolean =>
      row?.grants.some(
        ({ principalType, principalId, permission }) =>
          permission === 'read' && (principalType === 'group' ? principalId === id : principalId === '*'),
      ) ?? false
    const open = all.filter(
      ({ row, baseRow }) => isOpen(row) && (row?.baseModelId === null || baseRow !== null),
    )
    return {
      group: { id, name: group.name },
      permissions: group.permissions,
      ...listOf(open, all.length),
    }
  })
}
