import type { FastifyInstance } from 'fastify'
import { createHandled } from '#ground/api/handled.ts'
import { NO_TRACER } from '#ground/base/trace/tracer.ts'
import { accessRequestRoutes } from '#chatapp/access-requests/routes.ts'
import { readChanges } from '#chatapp/accounts/changes.ts'
import { factorRoutes } from '#chatapp/accounts/factors/routes.ts'
import { instructionRoutes } from '#chatapp/accounts/instructions/routes.ts'
import { timeZoneRoutes } from '#chatapp/accounts/time-zone/routes.ts'
import { ownRecordRoutes } from '#chatapp/accounts/own-record/routes.ts'
import { groupRoutes } from '#chatapp/accounts/groups/routes.ts'
import { linkRoutes } from '#chatapp/accounts/links/routes.ts'
import { keyRoutes } from '#chatapp/accounts/keys/routes.ts'
import { passkeyRoutes } from '#chatapp/accounts/passkeys/routes.ts'
import { chatappAccountRoutes } from '#chatapp/accounts/routes.ts'
import { appOf } from '#chatapp/accounts/sessions/app.ts'
import { sessionRoutes } from '#chatapp/accounts/sessions/routes.ts'
import { signInHistoryRoutes } from '#chatapp/accounts/sessions/sign-ins/routes.ts'
import { settingsRoutes } from '#chatapp/accounts/settings/routes.ts'
import { copyRoutes } from '#chatapp/chats/copies/routes.ts'
import { tagRoutes } from '#chatapp/chats/tags/routes.ts'
import { folderRoutes } from '#chatapp/chats/folders/routes.ts'
import { feedbackRoutes } from '#chatapp/chats/ratings/feedback-routes.ts'
import { ratingRoutes } from '#chatapp/chats/ratings/routes.ts'
import { chatRoutes } from '#chatapp/chats/routes.ts'
import { completionRoutes } from '#chatapp/completions/routes.ts'
import { CONTRACTS } from '#chatapp/contracts.ts'
import { fileRoutes } from '#chatapp/files/routes.ts'
import { takeMultipart } from '#chatapp/files/upload.ts'
import { descriptionRoute } from '#chatapp/health/description.ts'
import { importRoutes } from '#chatapp/imports/routes.ts'
import { healthRoutes } from '#chatapp/health/routes.ts'
import type { ChatRoute } from '#chatapp/http/contract.ts'
import { acceptForms } from '#chatapp/http/forms.ts'
import { modelServerRoutes } from '#chatapp/models/connections/routes.ts'
import { modelRoutes } from '#chatapp/models/routes.ts'
import { severalModelsRoutes } from '#chatapp/models/several-routes.ts'
import { scheduleRoutes } from '#chatapp/schedules/routes.ts'
import { ownDataRoutes } from '#chatapp/own-data/routes.ts'
import { pageRoutes } from '#chatapp/pages/routes.ts'
import { promptRoutes } from '#chatapp/prompts/routes.ts'
import type { ChatappOptions } from '#chatapp/options.ts'
import type { Parts } from '#chatapp/parts.ts'
import { savedFileRoutes } from '#chatapp/files/saved-routes.ts'
import { shareFileRoutes } from '#chatapp/shares/file-routes.ts'
import { shareAccessRoutes } from '#chatapp/shares/access-routes.ts'
import { ownerRoutes } from '#chatapp/shares/owner-routes.ts'
import { readerRoutes } from '#chatapp/shares/reader-routes.ts'
import { watchRoute } from '#chatapp/shares/watch-route.ts'
import { createWorkLimits } from '#chatapp/http/work-limits.ts'
import { statisticsRoutes } from '#chatapp/statistics/routes.ts'
import { unofferedRoutes } from '#chatapp/unoffered/routes.ts'
import { turnRoutes } from '#chatapp/turns/routes.ts'

export async function addRoutes(
  server: FastifyInstance,
  options: ChatappOptions,
  parts: Parts & { stopping: AbortSignal },
): Promise<void> {
  const { store, maxFileBytes, tracer = NO_TRACER } = options
  const { files, turns } = parts
  const handled = createHandled<ChatRoute>(CONTRACTS)
  const deps = { guard: parts.guard, handled, workLimits: createWorkLimits(options) }
  const { onAccessChange = () => ({ [Symbol.dispose]() {} }) } = options
  const all = { ...options, ...parts, onAccessChange }
  const app = appOf(server, deps)
  healthRoutes(app, all)
  descriptionRoute(app, { ...all, handled })
  settingsRoutes(app, all)
  const { originFor } = options.own
  linkRoutes(app, all, sessionRoutes(app, { ...all, originFor }))
  signInHistoryRoutes(app, all)
  factorRoutes(app, all)
  passkeyRoutes(app, { ...all, originFor })
  instructionRoutes(app, all)
  timeZoneRoutes(app, all)
  ownRecordRoutes(app, all)
  parts.openid.routes(app)
  keyRoutes(app, all)
  chatappAccountRoutes(app, {
    ...all,
    readChanges: (query) => readChanges(store, query),
    removeFilesOf: files.removeAllOf,
    endConnectionsOf: parts.integrations.endAllOf,
    endSharesOf: parts.shares.endAllOf,
    stopTurnsOf: turns.stopAllOf,
  })
  groupRoutes(app, all)
  parts.integrations.routes(app)
  modelServerRoutes(app, { ...all, connections: parts.connections, forgetLists: parts.offers.forget })
  modelRoutes(app, all)
  severalModelsRoutes(app, all)
  accessRequestRoutes(app, {
    ...all,
    isOpenTo: async (account, id) => {
      const chosen = await parts.models.choose(account, id)
      return chosen.ok || chosen.refusal === 'model_away'
    },
  })
  const { deleteChats } = chatRoutes(app, {
    ...all,
    findChatsWithRunningTurn: turns.findChatsWithRunningTurn,
  })
  tagRoutes(app, { ...all, findChatsWithRunningTurn: turns.findChatsWithRunningTurn })
  copyRoutes(app, all)
  importRoutes(app, all)
  folderRoutes(app, { ...all, deleteChats })
  promptRoutes(app, all)
  scheduleRoutes(app, all)
  ownDataRoutes(app, all)
  ratingRoutes(app, { ...all, hubOf: parts.models.hubOf })
  feedbackRoutes(app, { ...all, hubOf: parts.models.hubOf })
  statisticsRoutes(app, all)
  turnRoutes(app, all)
  unofferedRoutes(app)
  ownerRoutes(app, all)
  shareAccessRoutes(app, all)
  readerRoutes(app, all)
  watchRoute(app, all)
  shareFileRoutes(app, all)
  savedFileRoutes(app, all)
  const longestBodyBytes = Math.ceil(maxFileBytes * 1.5) + 1024 * 1024
  completionRoutes(app, { ...all, longestBodyBytes, tracer })
  await server.register(async (scope) => {
    acceptForms(scope)
    parts.openid.logoutRoutes(appOf(scope, deps))
  })
  await server.register(async (scope) => {
    await takeMultipart(scope, maxFileBytes)
    fileRoutes(appOf(scope, deps), all)
  })
  pageRoutes(server, { folder: options.pagesFolder, hasNavigationScript: options.hasNavigationScript })
}
