import type { App } from '#chatapp/accounts/sessions/app.ts'
import { keepFixed } from '#chatapp/http/fixed-settings.ts'
import * as contract from './contract.ts'
import { NO_ARENA, NO_IMAGES, NO_OLLAMA, NO_RETRIEVAL, NO_SPEECH, NO_SUBAGENTS } from './fixed.ts'

const EMPTY_PAGE = { items: [], total: 0 as const }
const EMPTY_FILE_PAGE = { items: [], directories: [], breadcrumbs: [], total: 0 as const }
const NO_EMBEDDINGS = { status: true, RAG_EMBEDDING_ENGINE: '', RAG_EMBEDDING_MODEL: '' } as const

export function unofferedRoutes(app: App): void {
  app.handle(contract.listNotes, () => [])
  app.handle(contract.listPinnedNotes, () => [])
  app.handle(contract.listCalendars, () => [])
  app.handle(contract.listEvents, () => [])
  app.handle(contract.listFunctions, () => [])
  app.handle(contract.listAllFunctions, () => [])
  app.handle(contract.exportFunctions, () => [])
  app.handle(contract.listToolModules, () => [])
  app.handle(contract.exportToolModules, () => [])
  app.handle(contract.listSkills, () => [])
  app.handle(contract.exportSkills, () => [])
  app.handle(contract.listMemories, () => [])
  app.handle(contract.listTerminals, () => [])
  app.handle(contract.listEventWebhooks, () => [])
  app.handle(contract.listImageModels, () => [])
  app.handle(contract.listSharedFolders, () => [])
  app.handle(contract.listExternalKnowledge, () => EMPTY_PAGE)
  app.handle(contract.listPipelines, () => ({ data: [] }))
  app.handle(contract.listKnowledge, () => EMPTY_PAGE)
  app.handle(contract.searchKnowledge, () => EMPTY_PAGE)
  app.handle(contract.searchNotes, () => EMPTY_PAGE)
  app.handle(contract.searchEvents, () => EMPTY_PAGE)
  app.handle(contract.listAutomations, () => EMPTY_PAGE)
  app.handle(contract.listSkillPages, () => EMPTY_PAGE)
  app.handle(contract.searchKnowledgeFiles, () => EMPTY_FILE_PAGE)
  app.handle(contract.listAudioModels, () => ({ models: [] }))
  app.handle(contract.listVoices, () => ({ voices: [] }))
  app.handle(contract.readAudioConfig, () => NO_SPEECH)
  app.handle(contract.readEvaluationConfig, () => NO_ARENA)
  app.handle(contract.readSubagentsConfig, () => NO_SUBAGENTS)
  app.handle(contract.readOllamaConfig, () => NO_OLLAMA)
  app.handle(contract.readOllamaStatus, () => ({ status: true as const }))
  app.handle(contract.readOllamaVersion, () => ({ version: false as const }))
  app.handle(contract.listLoadedOllamaModels, () => ({ models: [] }))
  app.handle(contract.listOllamaModels, () => ({ data: [] }))
  app.handle(contract.listMemoryPaths, () => ({ paths: [], total: 0 as const }))
  app.handle(contract.readImagesConfig, () => NO_IMAGES)
  app.handle(contract.readRetrievalConfig, () => NO_RETRIEVAL)
  app.handle(contract.readEmbeddingConfig, () => NO_EMBEDDINGS)
  for (const [route, fixed] of [
    [contract.changeRetrievalConfig, NO_RETRIEVAL],
    [contract.changeImagesConfig, NO_IMAGES],
    [contract.changeAudioConfig, NO_SPEECH],
    [contract.changeEvaluationConfig, NO_ARENA],
    [contract.changeOllamaConfig, NO_OLLAMA],
    [contract.changeSubagentsConfig, NO_SUBAGENTS],
  ] as const)
    app.handle(route, ({ body }) => keepFixed(fixed, body))
}
