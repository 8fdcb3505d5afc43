import type { StoredModelGrant, CatalogModel, ModelRow } from './model.ts'

export function modelViews(models: readonly CatalogModel[]) {
  const byName = Map.groupBy(models, ({ name }) => name)
  return models.map((model) => ({
    ...modelView(model),
    ...(byName.get(model.name)!.length > 1 && { name: `${model.name} · ${model.id}` }),
  }))
}

const modelView = (model: CatalogModel) => ({
  id: model.id,
  name: model.name,
  object: 'model',
  created: typeof model.raw.created === 'number' ? model.raw.created : 0,
  owned_by: typeof model.raw.owned_by === 'string' ? model.raw.owned_by : 'openai',
  openai: model.raw,
  urlIdx: model.connection.index,
  connection_type: 'external',
  ...(model.away ? { away: model.away } : {}),
  tags: [],
  actions: [],
  filters: [],
  ...(model.row ? { info: infoOf(model.row) } : {}),
  ...(model.row?.baseModelId ? { preset: true as const } : {}),
})

const infoOf = (row: ModelRow) => {
  const { params: _params, meta, ...rest } = rowView(row)
  const { profile_image_url: _picture, ...shown } = meta
  return { ...rest, meta: shown }
}

export const rowView = (row: ModelRow) => ({
  id: row.id,
  user_id: row.ownerId,
  base_model_id: row.baseModelId,
  name: row.name,
  meta: row.meta,
  params: row.params,
  access_grants: row.grants.map((grant) => grantView(grant, row.id)),
  is_active: row.isActive,
  updated_at: row.updatedAt,
  created_at: row.createdAt,
})

const grantView = (grant: StoredModelGrant, modelId: string) => ({
  id: grant.id,
  resource_type: 'model',
  resource_id: modelId,
  principal_type: grant.principalType,
  principal_id: grant.principalId,
  permission: grant.permission,
  created_at: grant.createdAt,
})
