import { chatRoute, FIXED } from '#chatapp/http/contract.ts'
import {
  AudioConfig,
  AudioModels,
  Data,
  EmbeddingConfig,
  EvaluationConfig,
  FilePage,
  ImagesConfig,
  List,
  LoadedModels,
  MemoryPaths,
  MemoryPathsQuery,
  OllamaConfig,
  OllamaStatus,
  OllamaVersion,
  Page,
  RetrievalConfig,
  SubagentsConfig,
  Voices,
} from './schema.ts'

/*
 * Open WebUI's clients read these lists and settings. This server lacks the features, so the lists are empty and the
 * switches are off.
 */

export const listKnowledge = chatRoute('get', '/api/v1/knowledge/', {
  summary: 'Always empty: this server has no knowledge bases',
  level: 'verified',
  answer: Page,
})

export const searchKnowledge = chatRoute('get', '/api/v1/knowledge/search', {
  summary: 'Always empty: this server has no knowledge bases',
  level: 'verified',
  answer: Page,
})

export const searchKnowledgeFiles = chatRoute('get', '/api/v1/knowledge/search/files', {
  summary: 'Always empty: this server has no knowledge bases',
  level: 'verified',
  answer: FilePage,
})

export const listExternalKnowledge = chatRoute('get', '/api/v1/knowledge/external/connections', {
  summary: 'Always empty: this server has no knowledge bases',
  level: 'admin',
  answer: Page,
})

export const listNotes = chatRoute('get', '/api/v1/notes/', {
  summary: 'Always empty: this server has no notes',
  level: 'verified',
  answer: List,
})

export const listPinnedNotes = chatRoute('get', '/api/v1/notes/pinned', {
  summary: 'Always empty: this server has no notes',
  level: 'verified',
  answer: List,
})

export const searchNotes = chatRoute('get', '/api/v1/notes/search', {
  summary: 'Always empty: this server has no notes',
  level: 'verified',
  answer: Page,
})

export const listCalendars = chatRoute('get', '/api/v1/calendars/', {
  summary: 'Always empty: this server has no calendars',
  level: 'verified',
  answer: List,
})

export const listEvents = chatRoute('get', '/api/v1/calendars/events', {
  summary: 'Always empty: this server has no calendars',
  level: 'verified',
  answer: List,
})

export const searchEvents = chatRoute('get', '/api/v1/calendars/events/search', {
  summary: 'Always empty: this server has no calendars',
  level: 'verified',
  answer: Page,
})

export const listAutomations = chatRoute('get', '/api/v1/automations/list', {
  summary: 'Always empty: this server has no automations; tasks of a Hub are in the Console',
  level: 'verified',
  answer: Page,
})

export const listFunctions = chatRoute('get', '/api/v1/functions/', {
  summary: 'Always empty: this server has no functions',
  level: 'verified',
  answer: List,
})

export const listAllFunctions = chatRoute('get', '/api/v1/functions/list', {
  summary: 'Always empty: this server has no functions',
  level: 'admin',
  answer: List,
})

export const exportFunctions = chatRoute('get', '/api/v1/functions/export', {
  summary: 'Always empty: this server has no functions',
  level: 'admin',
  answer: List,
})

export const listToolModules = chatRoute('get', '/api/v1/tools/list', {
  summary: 'Always empty: this server has no tools of its own; agents have theirs',
  level: 'verified',
  answer: List,
})

export const exportToolModules = chatRoute('get', '/api/v1/tools/export', {
  summary: 'Always empty: this server has no tools of its own; agents have theirs',
  level: 'admin',
  answer: List,
})

export const listSkills = chatRoute('get', '/api/v1/skills/', {
  summary: 'Always empty: this server has no skills',
  level: 'verified',
  answer: List,
})

export const listSkillPages = chatRoute('get', '/api/v1/skills/list', {
  summary: 'Always empty: this server has no skills',
  level: 'verified',
  answer: Page,
})

export const exportSkills = chatRoute('get', '/api/v1/skills/export', {
  summary: 'Always empty: this server has no skills',
  level: 'admin',
  answer: List,
})

export const listMemories = chatRoute('get', '/api/v1/memories/', {
  summary: 'Always empty: this server has no memories',
  level: 'verified',
  answer: List,
})

export const listTerminals = chatRoute('get', '/api/v1/terminals/', {
  summary: 'Always empty: this server has no terminals',
  level: 'verified',
  answer: List,
})

export const listPipelines = chatRoute('get', '/api/v1/pipelines/list', {
  summary: 'Always empty: this server has no pipelines',
  level: 'admin',
  answer: Data,
})

export const listEventWebhooks = chatRoute('get', '/api/events/webhooks', {
  summary: 'Always empty: this server has no outgoing webhooks',
  level: 'admin',
  answer: List,
})

export const listImageModels = chatRoute('get', '/api/v1/images/models', {
  summary: 'Always empty: this server has no image generation',
  level: 'verified',
  answer: List,
})

export const listAudioModels = chatRoute('get', '/api/v1/audio/models', {
  summary: 'Always empty: this server has no speech models; browsers speak and listen',
  level: 'verified',
  answer: AudioModels,
})

export const listVoices = chatRoute('get', '/api/v1/audio/voices', {
  summary: 'Always empty: this server has no voices; browsers speak and listen',
  level: 'verified',
  answer: Voices,
})

export const readAudioConfig = chatRoute('get', '/api/v1/audio/config', {
  summary: 'Always off: this server has no speech models; browsers speak and listen',
  level: 'admin',
  answer: AudioConfig,
})

export const readEvaluationConfig = chatRoute('get', '/api/v1/evaluations/config', {
  summary: 'Always off: this server has no arena models',
  level: 'admin',
  answer: EvaluationConfig,
})

export const readOllamaConfig = chatRoute('get', '/ollama/config', {
  summary: 'Always off: connect the /v1 address of Ollama as a model connection',
  level: 'admin',
  answer: OllamaConfig,
})

export const listSharedFolders = chatRoute('get', '/api/v1/folders/shared', {
  summary: 'Always empty: this server has no shared folders',
  level: 'verified',
  answer: List,
})

export const readSubagentsConfig = chatRoute('get', '/api/v1/configs/subagents', {
  summary: 'Always off: the web chat starts no agents beside the chosen model',
  level: 'admin',
  answer: SubagentsConfig,
})

export const readOllamaStatus = chatRoute('get', '/ollama/', {
  summary: 'Shows that the server answers; it has no Ollama connections of their own kind',
  level: 'verified',
  answer: OllamaStatus,
})

export const readOllamaVersion = chatRoute('get', '/ollama/api/version', {
  summary: 'Always false: this server has no Ollama connections of their own kind',
  level: 'verified',
  answer: OllamaVersion,
})

export const listLoadedOllamaModels = chatRoute('get', '/ollama/api/ps', {
  summary: 'Always empty: this server has no Ollama connections of their own kind',
  level: 'admin',
  answer: LoadedModels,
})

export const listOllamaModels = chatRoute('get', '/ollama/v1/models', {
  summary: 'Always empty: this server has no Ollama connections of their own kind',
  level: 'verified',
  answer: Data,
})

export const listMemoryPaths = chatRoute('post', '/api/v1/memories/paths', {
  summary: 'Always empty: this server has no memories (a POST request that only reads)',
  level: 'verified',
  body: MemoryPathsQuery,
  answer: MemoryPaths,
})

export const readImagesConfig = chatRoute('get', '/api/v1/images/config', {
  summary: 'Always off: this server has no image generation',
  level: 'admin',
  answer: ImagesConfig,
})

export const readRetrievalConfig = chatRoute('get', '/api/v1/retrieval/config', {
  summary: 'Always off: files reach the agent whole, and the web chat searches no web pages',
  level: 'admin',
  answer: RetrievalConfig,
})

export const readEmbeddingConfig = chatRoute('get', '/api/v1/retrieval/embedding', {
  summary: 'Always empty: this server has no embeddings',
  level: 'admin',
  answer: EmbeddingConfig,
})

export const changeRetrievalConfig = chatRoute('post', '/api/v1/retrieval/config/update', {
  ...FIXED,
  summary: 'Accepts the settings of retrieval unchanged',
  answer: RetrievalConfig,
})

export const changeImagesConfig = chatRoute('post', '/api/v1/images/config/update', {
  ...FIXED,
  summary: 'Accepts the settings of image generation unchanged',
  answer: ImagesConfig,
})

export const changeAudioConfig = chatRoute('post', '/api/v1/audio/config/update', {
  ...FIXED,
  summary: 'Accepts the settings of speech unchanged',
  answer: AudioConfig,
})

export const changeEvaluationConfig = chatRoute('post', '/api/v1/evaluations/config', {
  ...FIXED,
  summary: 'Accepts the settings of arena models unchanged',
  answer: EvaluationConfig,
})

export const changeOllamaConfig = chatRoute('post', '/ollama/config/update', {
  ...FIXED,
  summary: 'Accepts the settings of Ollama unchanged',
  answer: OllamaConfig,
})

export const changeSubagentsConfig = chatRoute('post', '/api/v1/configs/subagents', {
  ...FIXED,
  summary: 'Accepts the settings of subagents unchanged',
  answer: SubagentsConfig,
})
