import { z } from 'zod'
import { chatRoute } from '#chatapp/http/contract.ts'
import {
  ModelAccessForm,
  ClosedModels,
  GroupPreview,
  IdRequest,
  ModelAbout,
  ModelForm,
  ModelList,
  ModelParams,
  ModelPrompts,
  ModelView,
  ModelsRequest,
  OffersQuery,
  PageQuery,
  PersonPreview,
  RowDetail,
  RowPage,
  RowView,
} from './schema.ts'

export const listModels = chatRoute('get', '/api/models', {
  summary: 'Models that the caller may choose, of all connections',
  alsoAt: '/api/v1/models',
  level: 'verified',
  query: OffersQuery,
  answer: ModelList,
})

export const retrieveModel = chatRoute('get', '/api/models/:id', {
  refusals: ['model_missing'],
  summary: 'One of the models that the caller may choose',
  level: 'verified',
  params: ModelParams,
  answer: ModelView,
})

export const listBaseModels = chatRoute('get', '/api/v1/models/base', {
  summary: 'Stored settings of models of connections',
  level: 'admin',
  answer: z.array(RowView),
})

export const listBaseModelTags = chatRoute('get', '/api/v1/models/base/tags', {
  summary: 'Tags in what is stored about models of the connections themselves',
  level: 'admin',
  answer: z.array(z.string()),
})

export const listModelTags = chatRoute('get', '/api/v1/models/tags', {
  summary: 'Tags of the models that are built on others and that the caller may read',
  level: 'verified',
  answer: z.array(z.string()),
})

export const exportModels = chatRoute('get', '/api/v1/models/export', {
  summary: 'What is stored about models that are built on others, all at once',
  level: 'admin',
  answer: z.array(RowView),
})

export const listConnectedModels = chatRoute('get', '/openai/models', {
  summary: 'Models the caller may choose, at the address of Open WebUI’s OpenAI connections',
  level: 'verified',
  answer: z.object({ data: z.array(ModelView) }),
})

export const listOwnModels = chatRoute('get', '/api/v1/models/list', {
  summary: 'Stored settings of models that are based on other models, by page',
  level: 'verified',
  query: PageQuery,
  answer: RowPage,
})

export const readModel = chatRoute('get', '/api/v1/models/model', {
  refusals: ['model_missing'],
  summary: 'Stored settings of a model',
  level: 'verified',
  query: IdRequest,
  answer: RowDetail,
})

export const readAbout = chatRoute('get', '/api/v1/models/about', {
  refusals: ['model_not_found', 'model_away', 'agent_unreachable'],
  summary: 'Description of a model for the caller: its tools, files and tasks',
  level: 'verified',
  query: IdRequest,
  answer: ModelAbout,
})

export const listModelPrompts = chatRoute('get', '/api/v1/models/prompts', {
  refusals: ['model_not_found', 'model_away', 'agent_unreachable'],
  summary: 'Prompts that a model’s Hub offers to its users',
  level: 'verified',
  query: IdRequest,
  answer: ModelPrompts,
})

export const listClosedModels = chatRoute('get', '/api/v1/models/closed', {
  refusals: ['agent_unreachable'],
  summary: 'Hubs that the caller manages but may not use',
  level: 'verified',
  answer: ClosedModels,
})

export const createModel = chatRoute('post', '/api/v1/models/create', {
  refusals: ['model_id_taken'],
  summary: 'Create a model based on another model',
  level: 'verified',
  body: ModelForm,
  answer: RowView,
})

export const updateModel = chatRoute('post', '/api/v1/models/model/update', {
  refusals: ['model_delete_missing'],
  summary: 'Replace the stored settings of a model',
  level: 'verified',
  body: ModelForm,
  answer: RowView,
})

export const changeModelAccess = chatRoute('post', '/api/v1/models/model/access/update', {
  refusals: ['model_delete_missing'],
  summary: 'Set who may use a model, also without stored settings',
  level: 'admin',
  body: ModelAccessForm,
  answer: RowView,
})

export const toggleModel = chatRoute('post', '/api/v1/models/model/toggle', {
  refusals: ['model_delete_missing'],
  summary: 'Enable or disable a model',
  level: 'verified',
  query: IdRequest,
  answer: RowView,
})

export const deleteModel = chatRoute('post', '/api/v1/models/model/delete', {
  refusals: ['model_delete_missing'],
  summary: 'Delete the stored settings of a model',
  level: 'verified',
  body: IdRequest,
  answer: z.boolean(),
})

const several = { level: 'admin', body: ModelsRequest } as const

export const importModels = chatRoute('post', '/api/v1/models/import', {
  ...several,
  summary: 'Create or replace stored settings of several models',
  answer: z.boolean(),
})

export const syncModels = chatRoute('post', '/api/v1/models/sync', {
  ...several,
  summary: 'Import models, and delete the models based on others that the list lacks',
  answer: z.array(RowView),
})

export const deleteAllModels = chatRoute('delete', '/api/v1/models/delete/all', {
  summary: 'Delete all models that are based on others; agents and access to them stay',
  level: 'admin',
  answer: z.boolean(),
})

export const previewPerson = chatRoute('get', '/api/v1/users/:id/preview', {
  refusals: ['account_missing'],
  summary: 'What a person may use: groups and models',
  level: 'admin',
  params: ModelParams,
  answer: PersonPreview,
})

export const previewGroup = chatRoute('get', '/api/v1/groups/id/:id/preview', {
  refusals: ['group_missing'],
  summary: 'What members of a group may use',
  level: 'admin',
  params: ModelParams,
  answer: GroupPreview,
})
