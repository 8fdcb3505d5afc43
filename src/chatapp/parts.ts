import { NO_TRACER } from '#ground/base/trace/tracer.ts'
import { createSealer } from '#ground/base/sealing.ts'
import { openInstance } from '#ground/instances/instance.ts'
import { isServiceToken } from '#ground/identity/service-token.ts'
import { createAccessRequests } from '#chatapp/access-requests/access-requests.ts'
import type { Account } from '#chatapp/accounts/account.ts'
import { createChatappAccounts } from '#chatapp/accounts/accounts.ts'
import { createFactors } from '#chatapp/accounts/factors/factors.ts'
import { createFactorRule } from '#chatapp/accounts/factors/rule.ts'
import { createAccountSettings } from '#ground/identity/account-settings.ts'
import { createInstructions } from '#chatapp/accounts/instructions/instructions.ts'
import { createPasskeys } from '#chatapp/accounts/passkeys/passkeys.ts'
import { createPasskeySteps } from '#chatapp/accounts/passkeys/steps.ts'
import { createSignInSteps } from '#chatapp/accounts/factors/steps.ts'
import { createChatappGroups } from '#chatapp/accounts/groups/groups.ts'
import { createJoining } from '#chatapp/accounts/links/joining.ts'
import { createApiKeys } from '#chatapp/accounts/keys/api-keys.ts'
import { createAttemptLimits } from '#chatapp/accounts/sessions/attempt-limits.ts'
import { createKnownSources } from '#chatapp/accounts/sessions/known-sources.ts'
import { createGuard } from '#chatapp/accounts/sessions/guard.ts'
import { createSessions } from '#chatapp/accounts/sessions/sessions.ts'
import { createSignInRecords } from '#chatapp/accounts/sessions/sign-ins/records.ts'
import { createAccountSignIns } from '#chatapp/accounts/sessions/sign-ins/sign-ins.ts'
import { createSessionTokens } from '#chatapp/accounts/sessions/tokens.ts'
import { defaultSettings } from '#chatapp/accounts/settings/defaults.ts'
import { createSettings } from '#chatapp/accounts/settings/settings.ts'
import { createBatches } from '#chatapp/chats/batch.ts'
import { createStoredChats, type StoredChats } from '#chatapp/chats/chats.ts'
import { createChatTags } from '#chatapp/chats/tags/tags.ts'
import { startDeletions } from '#chatapp/chats/deletions.ts'
import { createPrompts } from '#chatapp/prompts/prompts.ts'
import { createFolders } from '#chatapp/chats/folders/folders.ts'
import { createStoredFeedback } from '#chatapp/chats/ratings/feedback.ts'
import { createRatings } from '#chatapp/chats/ratings/ratings.ts'
import { createChatappFiles, type ChatappFiles } from '#chatapp/files/files.ts'
import { filesOnlyIn } from '#chatapp/files/references.ts'
import { openInstanceId } from '#chatapp/instance.ts'
import type { ChatappGround, ChatappOptions, HubSide } from '#chatapp/options.ts'
import { createIntegrations } from '#chatapp/integrations/integrations.ts'
import { createUpstreamClient } from '#chatapp/models/connections/client.ts'
import { learningClient } from '#chatapp/models/connections/learning-client.ts'
import { createModelServers } from '#chatapp/models/connections/connections.ts'
import { createAbout } from '#chatapp/models/about.ts'
import { createModelCatalog } from '#chatapp/models/models.ts'
import { createOffers } from '#chatapp/models/offers.ts'
import { createModelRows } from '#chatapp/models/rows.ts'
import { arePasswordsReopened } from '#chatapp/openid/rescue.ts'
import { createOpenId } from '#chatapp/openid/openid.ts'
import { openSchedules } from '#chatapp/schedules/open.ts'
import { createShareGate, type GateParts } from '#chatapp/shares/gate.ts'
import { createReceived } from '#chatapp/shares/received.ts'
import { createShares, type Shares } from '#chatapp/shares/shares.ts'
import { setUpView, type ReadProviders } from '#chatapp/openid/provider.ts'
import { createContinuations } from '#chatapp/turns/continuations.ts'
import { createTurnLeases } from '#chatapp/turns/leases.ts'
import { interruptAbandonedTurns, startTurnWatch } from '#chatapp/turns/recovery.ts'
import { createChatTurns, type ChatTurns } from '#chatapp/turns/turns.ts'
import { openUnsavedAnswerQueue, type UnsavedAnswerQueue } from '#chatapp/turns/unsaved-answers.ts'

export type Parts = Awaited<ReturnType<typeof openParts>>

/** First saves the answers that earlier processes could not save, and interrupts the turns of these processes. */
export async function openParts(options: ChatappOptions) {
  const { store, clock, events } = options
  const instance = await openInstance(
    { store, clock, agree: options.agree, onFailure: events.instanceHeartbeatFailed },
    { ...options.instance, version: options.version, folder: await openInstanceId(options.folder) },
  )
  const leases = createTurnLeases({ instance, clock })
  const unsaved = await openUnsavedAnswerQueue({ ...options, leases })
  const hasEnded = (chatId: string, messageId: string) => unsaved.answersOf(chatId).has(messageId)
  const recovery = { store, clock, instance, hasEnded, events }
  await interruptAbandonedTurns(recovery)

  const people = createPeople(options)
  const client = learningClient(
    createUpstreamClient({ clock }),
    options.servedModels,
    events.modelAdapted,
    clock,
  )
  const connections = createModelServers({ builtIn: options.connections, settings: people.settings })
  const offers = createOffers({ client, clock, events })
  const rows = createModelRows({ store, clock })
  const models = createModelCatalog({ connections, offers, rows, groups: people.groups })
  const files = createChatappFiles(options)
  const chats = createStoredChats({ store, clock, unsaved })
  const turns = createChatTurns({
    ...options,
    client,
    models,
    files,
    unsaved,
    instance,
    leases,
    onProposed: options.decidedCalls?.follow,
    openRemoteTurns: options.openRemoteTurns,
    instructions: people.instructions,
    accountSettings: people.accountSettings,
    fileBudget: options.maxFileBytes,
    agentTitles: options.agentTitles ?? true,
    tracer: options.tracer ?? NO_TRACER,
  })
  const about = createAbout({ models, connections, client, identityPrefix: options.identityPrefix })
  const continuing = options.decidedCalls?.start(
    createContinuations({ ...people, turns, chats, about, isBlocked: options.isBlocked }),
  )
  const sharing = sharingOf(options, { accounts: people.accounts, about, unsaved })
  const ending = endingOf(options, { ...people, chats, files, turns, unsaved, shares: sharing.shares })
  return {
    ...people,
    ...providersOf(options, people, turns),
    instance,
    continuing,
    turnWatch: startTurnWatch(recovery),
    unsaved,
    client,
    connections,
    offers,
    rows,
    models,
    files,
    chats,
    turns,
    about,
    ...sharing,
    ...ending,
    tags: createChatTags(store),
    batches: createBatches({ store, clock }),
    folders: createFolders({ store, clock }),
    prompts: createPrompts({ store, clock }),
    ...openSchedules({ ...options, accounts: people.accounts, chats, instance, models, turns }),
    accessRequests: createAccessRequests({ store, clock }),
    ratings: createRatings({ store, clock, unsaved }),
    feedback: createStoredFeedback({ store }),
    deletions: startDeletions({
      store,
      clock,
      remove: ending.removeChat,
      onFailure: (error) => events.chatsNotRemoved({ error }),
    }),
  }
}

function providersOf(
  options: ChatappOptions,
  people: ReturnType<typeof createPeople>,
  turns: Pick<ChatTurns, 'stopAllOf'>,
) {
  const { store, clock, passwordSignIn = true } = options
  const shared = { ...options, ...people, secret: options.sessionSecret, originFor: options.own.originFor }
  const providers = providersIn(options)
  const integrations = createIntegrations(shared)
  const openid = createOpenId({
    ...shared,
    providers,
    endConnectionsOf: integrations.endAllOf,
    stopTurnsOf: turns.stopAllOf,
  })
  return {
    integrations,
    openid,
    signInMethods: {
      setUp: async () => (await providers()).map(setUpView),
      takesPasswords: async () => passwordSignIn || arePasswordsReopened(store, clock),
      requiresSecondFactor: options.secondFactor ?? false,
      sendsResets: async () => (await options.accountLinks.mails.problem()) === null,
      signOutAddress: openid.signOutAddress,
    },
  }
}

const providersIn =
  ({
    identityProviders: fixed = [],
    storedProviders,
  }: Pick<ChatappOptions, 'identityProviders' | 'storedProviders'>): ReadProviders =>
  async () => [
    ...fixed,
    ...((await storedProviders?.()) ?? []).filter(({ id }) => fixed.every((one) => one.id !== id)),
  ]

function sharingOf(
  { store, clock, events, isBlocked }: ChatappGround & Pick<HubSide, 'isBlocked'>,
  parts: Pick<Parameters<typeof createShares>[0], 'accounts' | 'unsaved'> & Pick<GateParts, 'about'>,
) {
  const shared = { ...parts, store, clock, events, isBlocked }
  const gate = createShareGate(shared)
  return { gate, shares: createShares({ ...shared, gate }), received: createReceived(shared) }
}

function endingOf(
  { store, questions }: Pick<ChatappOptions, 'store' | 'questions'>,
  {
    accounts,
    chats,
    files,
    turns,
    unsaved,
    shares,
  }: {
    accounts: { find(id: string): Promise<Account | null> }
    chats: Pick<StoredChats, 'remove'>
    files: Pick<ChatappFiles, 'remove'>
    turns: Pick<ChatTurns, 'stop'>
    unsaved: Pick<UnsavedAnswerQueue, 'saveAnswersOf'>
    shares: Pick<Shares, 'end'>
  },
) {
  const stopChat = async (chatId: string): Promise<void> => {
    await turns.stop(chatId)
    await unsaved.saveAnswersOf(chatId)
  }
  const removeChat = async (ownerId: string, chatId: string): Promise<void> => {
    await stopChat(chatId)
    const owner = questions && (await accounts.find(ownerId))
    if (owner) await questions?.remove(owner.email, chatId)
    await files.remove(ownerId, await filesOnlyIn(store, ownerId, chatId))
    await shares.end(ownerId, [chatId], 'chat_deleted')
    await chats.remove(ownerId, chatId)
  }
  return { stopChat, removeChat }
}

function createPeople({ store, clock, isBlocked, sessionSecret: secret, ...options }: ChatappOptions) {
  const accounts = createChatappAccounts({ store, clock, ...options })
  const apiKeys = createApiKeys({ store, clock })
  const groups = createChatappGroups({ store, clock })
  const defaults = () =>
    defaultSettings({ ...options, apiKeys: options.apiKeys(), publicUrl: options.publicUrl ?? '' })
  const settings = createSettings({
    store,
    defaults,
    imposed: options.secondFactor ? { 'auth.require_second_factor': true } : {},
    groupPermissionsOf: groups.permissionsOf,
  })
  const sessions = createSessions({ store, clock, tokens: createSessionTokens({ secret, clock }) })
  const sealer = createSealer(secret, 'second factors')
  const factors = createFactors({ store, clock, sealer })
  const passkeys = createPasskeys({ store, clock })
  const factorRule = createFactorRule({ settings, factors, passkeys, clock })
  const knownSources = createKnownSources({ store, sealer: createSealer(secret, 'known devices') })
  const isOurToken = (token: string) => isServiceToken(token, { secret, clock })
  const known = { accounts, factorRule, sessions, apiKeys, settings, isBlocked }
  const accountSettings = createAccountSettings(store)
  const { invitedAccess } = options.accountLinks
  return {
    accounts,
    joining: createJoining({ store, clock, accounts, invitedAccess }),
    apiKeys,
    groups,
    settings,
    sessions,
    guard: createGuard({ ...known, isServiceToken: isOurToken }),
    signIns: createAccountSignIns({ store, clock }),
    signInRecords: createSignInRecords({ store, clock }),
    accountSettings,
    instructions: createInstructions(accountSettings),
    factors,
    factorRule,
    signInSteps: createSignInSteps({ sealer, clock }),
    passkeys,
    passkeySteps: createPasskeySteps({ sealer: createSealer(secret, 'passkeys'), clock }),
    knownSources,
    attemptLimits: createAttemptLimits({ store, clock, knownSources, events: options.events }),
  }
}
