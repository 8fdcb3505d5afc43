import { z } from 'zod'
import type { Account } from '#chatapp/accounts/account.ts'
import { Refused } from '#chatapp/http/refused.ts'
import type { App } from '#chatapp/http/validation.ts'
import { visitorOf, type Guard } from '#chatapp/accounts/sessions/guard.ts'
import { isPermitted } from '#chatapp/accounts/settings/permissions.ts'
import type { Settings } from '#chatapp/accounts/settings/settings.ts'
import { mayRead, mayWrite, type Reader } from './catalog.ts'
import type { ModelRow } from './model.ts'
import type { Models } from './models.ts'
import type { Offers } from './offers.ts'
import { modelView, rowView } from './present.ts'
import type { ModelRowDraft, ModelRows } from './rows.ts'
import { AccessRequest, IdRequest, ModelForm } from './schema.ts'

const PAGE_SIZE = 30

export interface ModelRouteParts {
  models: Models
  rows: ModelRows
  offers: Offers
  settings: Settings
  guard: Guard
}

export function modelRoutes(app: App, { models, rows, offers, settings, guard }: ModelRouteParts): void {
  const ListQuery = z.object({ refresh: z.string().optional() })
  for (const path of ['/api/models', '/api/v1/models'])
    app.get(path, { onRequest: guard.verified, schema: { querystring: ListQuery } }, async (request) => {
      if (request.query.refresh === 'true' && visitorOf(request).account.role === 'admin') offers.forget()
      return { data: (await models.visibleTo(visitorOf(request).account)).map(modelView) }
    })

  app.get('/api/v1/models/base', { onRequest: guard.admin }, async () =>
    (await rows.list()).filter((row) => row.baseModelId === null).map(rowView),
  )

  const PageQuery = z.object({ page: z.coerce.number().int().min(1).max(1_000_000).default(1) })
  app.get(
    '/api/v1/models/list',
    { onRequest: guard.verified, schema: { querystring: PageQuery } },
    async (request) => {
      const reader = await models.readerOf(visitorOf(request).account)
      const own = (await rows.list()).filter((row) => row.baseModelId !== null && mayReadRow(reader, row))
      const start = (request.query.page - 1) * PAGE_SIZE
      return { items: own.slice(start, start + PAGE_SIZE).map(rowView), total: own.length }
    },
  )

  app.get(
    '/api/v1/models/model',
    { onRequest: guard.verified, schema: { querystring: IdRequest } },
    async (request) => {
      const reader = await models.readerOf(visitorOf(request).account)
      const row = await rows.find(request.query.id)
      if (!row) throw new Refused('model_missing')
      if (!mayReadRow(reader, row)) throw new Refused('forbidden')
      const writeAccess = mayWrite(reader, row)
      return { ...rowView(row), ...(writeAccess ? {} : { params: {} }), write_access: writeAccess }
    },
  )

  app.post(
    '/api/v1/models/create',
    { onRequest: guard.verified, schema: { body: ModelForm } },
    async (request) => {
      const { account } = visitorOf(request)
      const permissions = (await settings.readFor(account)).get('user.permissions')
      if (account.role !== 'admin' && !isPermitted(permissions, 'workspace', 'models'))
        throw new Refused('forbidden')
      const row = await rows.create(await draftFor(account, request.body, account.id))
      if (!row) throw new Refused('model_id_taken')
      return rowView(row)
    },
  )

  app.post(
    '/api/v1/models/model/update',
    { onRequest: guard.verified, schema: { body: ModelForm } },
    async (request) => {
      const { account } = visitorOf(request)
      const row = await writable(account, request.body.id)
      return rowView(await rows.save(await draftFor(account, request.body, row.ownerId)))
    },
  )

  app.post(
    '/api/v1/models/model/access/update',
    { onRequest: guard.admin, schema: { body: AccessRequest } },
    async (request) => {
      const { account } = visitorOf(request)
      const { id, name, access_grants: grants } = request.body
      const row = await rows.find(id)
      if (row) return rowView(await rows.save({ ...row, name: name ?? row.name, grants }))
      const offered = (await models.visibleTo(account)).find((model) => model.id === id)
      const fresh = {
        id,
        ownerId: account.id,
        baseModelId: null,
        meta: {},
        params: {},
        isActive: true,
        grants,
      }
      return rowView(await rows.save({ ...fresh, name: name ?? offered?.name ?? id }))
    },
  )

  app.post(
    '/api/v1/models/model/toggle',
    { onRequest: guard.verified, schema: { querystring: IdRequest } },
    async (request) => {
      const row = await writable(visitorOf(request).account, request.query.id)
      return rowView(await rows.save({ ...row, isActive: !row.isActive }))
    },
  )

  app.post(
    '/api/v1/models/model/delete',
    { onRequest: guard.verified, schema: { body: IdRequest } },
    async (request) => {
      const row = await writable(visitorOf(request).account, request.body.id)
      await rows.remove(row.id)
      return true
    },
  )

  const writable = async (account: Account, id: string): Promise<ModelRow> => {
    const row = await rows.find(id)
    if (!row) throw new Refused('model_delete_missing')
    if (!mayWrite(await models.readerOf(account), row)) throw new Refused('forbidden')
    return row
  }

  /**
   * A row as this account may write it. People who are not administrators build on models they can see and publish
   * to nobody: otherwise a row of their own would open a base model to them.
   */
  const draftFor = async (account: Account, form: ModelForm, ownerId: string): Promise<ModelRowDraft> => {
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
      throw new Refused('forbidden')
    return draft
  }
}

/** What is stored about a model is shown to those who may use it, whether its connection answers or not. */
const mayReadRow = (reader: Reader, row: ModelRow): boolean =>
  mayRead(reader, { row, baseRow: row }) || mayWrite(reader, row)
