import type { Contracts } from '#ground/api/handled.ts'
import * as completions from './completions/contract.ts'
import * as chats from './chats/contract.ts'
import * as copies from './chats/copies/contract.ts'
import * as imports from './imports/contract.ts'
import * as tags from './chats/tags/contract.ts'
import * as folders from './chats/folders/contract.ts'
import * as feedback from './chats/ratings/feedback-contract.ts'
import * as ratings from './chats/ratings/contract.ts'
import * as links from './accounts/links/contract.ts'
import * as factors from './accounts/factors/contract.ts'
import * as instructions from './accounts/instructions/contract.ts'
import * as ownRecord from './accounts/own-record/contract.ts'
import * as timeZone from './accounts/time-zone/contract.ts'
import type { ChatRoute } from './http/contract.ts'
import type { RefusalCode } from './http/refusals.ts'
import * as accessRequests from './access-requests/contract.ts'
import * as files from './files/contract.ts'
import * as groups from './accounts/groups/contract.ts'
import * as health from './health/contract.ts'
import * as integrations from './integrations/contract.ts'
import * as keys from './accounts/keys/contract.ts'
import * as connections from './models/connections/contract.ts'
import * as openid from './openid/contract.ts'
import * as models from './models/contract.ts'
import * as sessions from './accounts/sessions/contract.ts'
import * as shares from './shares/contract.ts'
import * as settings from './accounts/settings/contract.ts'
import * as signIns from './accounts/sessions/sign-ins/contract.ts'
import * as passkeys from './accounts/passkeys/contract.ts'
import * as ownData from './own-data/contract.ts'
import * as prompts from './prompts/contract.ts'
import * as schedules from './schedules/contract.ts'
import * as statistics from './statistics/contract.ts'
import * as unoffered from './unoffered/contract.ts'
import * as turns from './turns/contract.ts'
import * as users from './accounts/contract.ts'

export const CONTRACTS = {
  Health: health,
  Settings: settings,
  'Sign-ins': signIns,
  Sessions: sessions,
  'Links in mails': links,
  'Second factors': factors,
  Passkeys: passkeys,
  'Identity providers': openid,
  'Personal instructions': instructions,
  'Personal time zone': timeZone,
  'Own record': ownRecord,
  'Own data': ownData,
  Prompts: prompts,
  'Scheduled prompts': schedules,
  Keys: keys,
  People: users,
  Groups: groups,
  'Outside accounts': integrations,
  'Model connections': connections,
  Models: models,
  'Access requests': accessRequests,
  Chats: { ...chats, ...copies, ...imports },
  Tags: tags,
  Folders: folders,
  'Shared chats': shares,
  Ratings: { ...ratings, ...feedback },
  Statistics: statistics,
  Answers: { ...completions, ...turns },
  Files: files,
  'Features that are not offered': unoffered,
} as const satisfies Contracts<ChatRoute & { refusals?: readonly RefusalCode[] }>
