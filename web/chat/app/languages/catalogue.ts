import type { SharedCatalogue } from '../../../ui/languages/catalogue.ts'
import type { aboutTexts } from '../../agents/about-messages.ts'
import type { agents } from '../../agents/messages.ts'
import type { closedTexts } from '../../access/closed-messages.ts'
import type { toolTexts } from '../../agents/tool-messages.ts'
import type { artifacts } from '../../artifacts/messages.ts'
import type { changeTexts } from '../../changes/messages.ts'
import type * as chats from '../../chats/messages.ts'
import type { searchTexts } from '../../chats/search/messages.ts'
import type { shareTexts } from '../../chats/share/messages.ts'
import type { composer } from '../../composer/messages.ts'
import type { promptTexts } from '../../composer/prompts/messages.ts'
import type { connections } from '../../connections/messages.ts'
import type { fields } from '../../field-messages.ts'
import type * as chat from '../../messages.ts'
import type { scheduleTexts } from '../../schedules/messages.ts'
import type { links } from '../../session/link-messages.ts'
import type { session } from '../../session/messages.ts'
import type { signInProblems } from '../../session/problem-messages.ts'
import type { dataTexts } from '../../settings/data-messages.ts'
import type { instructionTexts } from '../../settings/instructions-messages.ts'
import type { integrationMessages } from '../../settings/integrations-messages.ts'
import type { settings } from '../../settings/messages.ts'
import type { passkeyTexts } from '../../settings/passkey-messages.ts'
import type { ownPromptTexts } from '../../settings/prompts-messages.ts'
import type { signInTexts } from '../../settings/sign-in-messages.ts'
import type { factorTexts, twoStepTexts } from '../../settings/two-step-messages.ts'
import type { questionTexts } from '../../questions/messages.ts'
import type { refusals } from '../../thread/refusal-messages.ts'
import type { messageMenu } from '../../thread/message-menu-messages.ts'
import type { ratingTexts } from '../../thread/rating-messages.ts'
import type { thread } from '../../thread/messages.ts'
import type { sharedTexts } from '../../thread/shared/messages.ts'
import type * as app from '../messages.ts'

export type ArtifactCatalogue = {
  'chat.artifacts': typeof artifacts
}

export type ChatCatalogue = {
  'chat.common': typeof chat.common
  'chat.errors': typeof chat.errors
  'chat.cuts': typeof chat.cuts
  'chat.fields': typeof fields
  'chat.shell': typeof app.shell
  'chat.shortcuts': typeof app.shortcuts
  'chat.jump': typeof app.jump
  'chat.chatPage': typeof app.chatPage
  'chat.connection': typeof app.connection
  'chat.problems': typeof app.problems
  'chat.agents': typeof agents
  'chat.chats': typeof chats.chats
  'chat.search': typeof searchTexts
  'chat.folders': typeof chats.folders
  'chat.composer': typeof composer
  'chat.prompts': typeof promptTexts
}

export type ThreadCatalogue = {
  'chat.rating': typeof ratingTexts
  'chat.refused': typeof refusals
  'chat.messageMenu': typeof messageMenu
  'chat.thread': typeof thread
}

export type SharesCatalogue = {
  'chat.share': typeof shareTexts
  'chat.shared': typeof sharedTexts
}

export type AgentsCatalogue = {
  'chat.about': typeof aboutTexts
  'chat.closed': typeof closedTexts
  'chat.tools': typeof toolTexts
}

export type IntegrationsCatalogue = {
  'chat.connections': typeof connections
  'chat.changes': typeof changeTexts
  'chat.questions': typeof questionTexts
  'chat.integrations': typeof integrationMessages
}

export type SettingsCatalogue = {
  'chat.session': typeof session
  'chat.links': typeof links
  'chat.signInProblems': typeof signInProblems
  'chat.settings': typeof settings
  'chat.data': typeof dataTexts
  'chat.instructions': typeof instructionTexts
  'chat.ownPrompts': typeof ownPromptTexts
  'chat.signIns': typeof signInTexts
  'chat.passkeys': typeof passkeyTexts
  'chat.twoStep': typeof twoStepTexts
  'chat.neededFactor': typeof factorTexts
}

export type SchedulesCatalogue = {
  'chat.schedules': typeof scheduleTexts
}

export type ServerCatalogue = {
  'chat.refusals': Readonly<Record<string, string>>
  /** Reasons of failed answers by code; reasons with variable text are missing and stay English. */
  'chat.faults': Readonly<Record<string, string>>
}

export type Catalogue = SharedCatalogue &
  ArtifactCatalogue &
  ChatCatalogue &
  ThreadCatalogue &
  SharesCatalogue &
  AgentsCatalogue &
  IntegrationsCatalogue &
  SchedulesCatalogue &
  SettingsCatalogue &
  ServerCatalogue
