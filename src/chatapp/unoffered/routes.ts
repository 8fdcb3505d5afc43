import type { App } from '#chatapp/accounts/sessions/app.ts'
import * as contract from './contract.ts'

const EMPTY_PAGE = { items: [], total: 0 as const }
const EMPTY_FILE_PAGE = { items: [], directories: [], breadcrumbs: [], total: 0 as const }
const NO_SPEECH = { tts: { ENGINE: '' }, stt: { ENGINE: '' } } as const
const NO_ARENA = { ENABLE_EVALUATION_ARENA_MODELS: false as const, EVALUATION_ARENA_MODELS: [] }
const NO_OLLAMA = { ENABLE_OLLAMA_API: false as const, OLLAMA_BASE_URLS: [], OLLAMA_API_CONFIGS: {} }
const NO_SUBAGENTS = {
  ENABLE_SUBAGENTS: false,
  SUBAGENTS_BACKGROUND_ENABLED: false,
  SUBAGENTS_MAX_CONCURRENT: 0,
  SUBAGENTS_MAX_ASYNC: 0,
  SUBAGENTS_MAX_ITERATIONS: 0,
  SUBAGENTS_MAX_OUTPUT: 0,
  SUBAGENTS_SYSTEM_PROMPT: '',
} as const

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
}
