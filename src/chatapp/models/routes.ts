import type { Account } from '#chatapp/accounts/account.ts'
import { ChatappRefused, unwrapChatapp } from '#chatapp/http/refused.ts'
import type { App, ChatappHandler } from '#chatapp/accounts/sessions/app.ts'
import { isPermitted } from '#chatapp/accounts/settings/permissions.ts'
import type { SiteSettings } from '#chatapp/accounts/settings/settings.ts'
import type { About } from './about.ts'
import { mayRead, mayWrite, type ModelReader } from './catalog.ts'
import {
  changeModelAccess,
  createModel,
  exportModels,
  deleteModel,
  listBaseModels,
  listBaseModelTags,
  listClosedModels,
  listConnectedModels,
  listModelPrompts,
  listModelTags,
  listModels,
  listOwnModels,
  readAbout,
  readModel,
  retrieveModel,
  toggleModel,
  updateModel,
} from './contract.ts'
import type { ModelRow } from './model.ts'
import type { ModelCatalog } from './models.ts'
import type { Offers } from './offers.ts'
import { modelViews, rowView } from './present.ts'
import type { ModelRowDraft, ModelRows } from './rows.ts'
import type { ModelForm } from './schema.ts'

const PAGE_SIZE = 30

export interface ModelRouteParts {
  about: About
  models: ModelCatalog
  rows: ModelRows
  offers: Offers
  settings: SiteSettings
}

export function modelRoutes(app: App, parts: ModelRouteParts): void {
  const { about, models, rows, offers, settings } = parts

  app.handle(listModels, async ({ visitor: { account }, query }) => {
    if (query.refresh === 'true' && account.role === 'admin') offers.forget()
    return { object: 'list' as const, data: modelViews(await models.visibleTo(account)) }
  })

  app.handle(retrieveModel, async ({ visitor: { account }, params }) => {
    const view = modelViews(await models.visibleTo(account)).find(({ id }) => id === params.id)
    if (!view) throw new ChatappRefused('model_missing')
    return view
  })

  app.handle(listBaseModels, async () =>
    (await rows.list()).filter((row) => row.baseModelId === null).map(rowView),
  )

  const ownRows = async (account: Account) => {
    const reader = await models.readerOf(account)
    return (await rows.list(reader.role === 'admin' ? undefined : reader)).filter(
      (row) => row.baseModelId !== null && mayReadRow(reader, row),
    )
  }

  app.handle(listBaseModelTags, async () =>
    tagsIn((await rows.list()).filter((row) => row.baseModelId === null)),
  )
  app.handle(listModelTags, async ({ visitor }) => tagsIn(await ownRows(visitor.account)))
  app.handle(exportModels, async ({ visitor }) => (await ownRows(visitor.account)).map(rowView))
  app.handle(listConnectedModels, async ({ visitor }) => ({
    data: modelViews(await models.visibleTo(visitor.account)),
  }))

  app.handle(listOwnModels, async ({ visitor, query }) => {
    const own = await ownRows(visitor.account)
    const start = (query.page - 1) * PAGE_SIZE
    return { items: own.slice(start, start + PAGE_SIZE).map(rowView), total: own.length }
  })

  app.handle(readModel, async ({ visitor, query }) => {
    const reader = await models.readerOf(visitor.account)
    const row = await rows.find(query.id)
    if (!row) throw new ChatappRefused('model_missing')
    if (!mayReadRow(reader, row)) throw new ChatappRefused('forbidden')
    const writeAccess = mayWrite(reader, row)
    return { ...rowView(row), ...(writeAccess ? {} : { params: {} }), write_access: writeAccess }
  })

  app.handle(readAbout, async ({ visitor, query }) =>
    unwrapChatapp(await about.about(visitor.account, query.id)),
  )
  app.handle(listModelPrompts, async ({ visitor, query }) => ({
    data: unwrapChatapp(await about.prompts(visitor.account, query.id)),
  }))
  app.handle(listClosedModels, async ({ visitor }) => ({ data: await about.closedTo(visitor.account) }))

  app.handle(createModel, async ({ visitor: { account }, body }) => {
    const permissions = (await settings.readFor(account)).get('user.permissions')
    if (account.role !== 'admin' && !isPermitted(permissions, 'workspace', 'models'))
      throw new ChatappRefused('forbidden')
    const row = await rows.create(await draftFor(models, account, body, account.id))
    if (!row) throw new ChatappRefused('model_id_taken')
    return rowView(row)
  })

  app.handle(updateModel, async ({ visitor: { account }, body }) => {
    const row = await writable(parts, account, body.id)
    return rowView(await rows.save(await draftFor(models, account, body, row.ownerId)))
  })

  app.handle(changeModelAccess, changeAccess(parts))

  app.handle(toggleModel, async ({ visitor, query }) => {
    const row = await writable(parts, visitor.account, query.id)
    return rowView(await rows.save({ ...row, isActive: !row.isActive }))
  })

  app.handle(deleteModel, async ({ visitor, body }) => {
    const row = await writable(parts, visitor.account, body.id)
    await rows.remove(row.id)
    return true
  })
}

const changeAccess =
  ({ rows, models }: ModelRouteParts): ChatappHandler<typeof changeModelAccess> =>
  async ({ visitor: { account }, body: { id, name, access_grants: grants } }) => {
    const row = await rows.find(id)
    if (row) return rowView(await rows.save({ ...row, name: name ?? row.name, grants }))
    const offered = async () => (await models.visibleTo(account)).find((model) => model.id === id)?.name
    const fresh = { id, ownerId: account.id, baseModelId: null, meta: {}, params: {}, isActive: true, grants }
    return rowView(await rows.save({ ...fresh, name: name ?? (await offered()) ?? id }))
  }

async function writable({ rows, models }: ModelRouteParts, account: Account, id: string): Promise<ModelRow> {
  const row = await rows.find(id)
  if (!row) throw new ChatappRefused('model_delete_missing')
  if (!mayWrite(await models.readerOf(account), row)) throw new ChatappRefused('forbidden')
  return row
}

/** People who are not administrators may build only on models that they can see, and may not set grants. */
async function draftFor(
  models: ModelCatalog,
  account: Account,
  form: ModelForm,
  ownerId: string,
): Promise<ModelRowDraft> {
  const {
    id,
    base_model_id: baseModelId,
    name,
    meta,
    params,
    is_active: isActive,
    access_grants: grants,
  } = form
  const draft = { id, ownerId, baseModelId, name, meta, params, isActive }
  if (account.role === 'admin') return { ...draft, grants }
  const visible = await models.visibleTo(account)
  if (baseModelId === null || !visible.some((model) => model.id === baseModelId))
    throw new ChatappRefused('forbidden')
  return draft
}

function tagsIn(rows: readonly ModelRow[]): string[] {
  const tags = rows.flatMap(({ meta }) => (Array.isArray(meta.tags) ? (meta.tags as unknown[]) : []))
  const names = tags.map((tag) => (tag as { name?: unknown } | null)?.name)
  return [...new Set(names.filter((name) => typeof name === 'string'))].toSorted()
}

const mayReadRow = (reader: ModelReader, row: ModelRow): boolean =>
  mayRead(reader, { row, baseRow: row }) || mayWrite(reader, row)
