import { seededSubject } from '../../tests/support/people.ts'

const START = Date.UTC(2026, 0, 1)
const DAY_MS = 86_400_000

export const HUB = 'garden'

export const personOf = (n: number) => `person${n}@example.org`

export const chatOf = (userId: string, n: number) => ({
  id: `chat-${n}`,
  user_id: userId,
  title: `Chat ${n}`,
  current_message_id: null,
  extra: '{}',
  pinned: 0,
  archived: 0,
  created_at: START / 1000 - n,
  updated_at: START / 1000 - n,
})

export const userOf = (n: number) => ({
  id: `user-${n}`,
  email: seededSubject(n),
  name: `Person ${n}`,
  role: n % 50 === 0 ? 'pending' : 'user',
  password_hash: null,
  profile_image_url: '',
  oauth: null,
  settings: '{}',
  created_at: START / 1000,
  updated_at: START / 1000,
  last_active_at: START / 1000,
})

export const endedRun = (n: number) => ({
  hub: HUB,
  id: `run-${n}`,
  workflow: `md:task-${n % 7}`,
  trigger: 'schedule',
  run_as: null,
  requested_by: null,
  status: 'ended',
  outcome: n % 20 ? 'done' : 'failed',
  slot_ms: null,
  inputs: '{}',
  inbox: null,
  batch: null,
  attempt: null,
  first_attempt: null,
  failures: null,
  unsettled: 0,
  excused: 0,
  queued_at_ms: START - n * 1000,
  started_at_ms: START - n * 1000,
  ended_at_ms: START - n * 1000 + 500,
  lease_owner: null,
  lease_until_ms: null,
  machine: null,
  cancelled_by: null,
  result: null,
  error: null,
  error_detail: null,
  output_bytes: 0,
  output_removed: 0,
  repeats: null,
})

export const grantOf = (n: number) => ({
  hub: HUB,
  subject: personOf(n),
  permission: 'use_hub',
  granted_by: 'system:cli',
  granted_at_ms: 0,
  revision: 1,
})

export const toolDecision = (n: number) => ({
  at: START + n * 1000,
  hub: HUB,
  subject: personOf(n % 997),
  tool: `tool${n % 23}`,
  capability: 'send_invoices',
  outcome: n % 50 ? ('allowed' as const) : ('denied' as const),
  surface: n % 7 ? 'chatapp' : 'mcp',
  reason: 'direct',
  grant: { hub: HUB, revision: 3 },
  chat_id: `chat-${n % 5000}`,
  run_id: null,
  revision: 3,
})

export const answerAt = (now: number, n: number) => ({
  hub: HUB,
  email: personOf(1),
  surface: 'chatapp',
  chatId: `chat-${n % 400}`,
  model: 'offline',
  input: 100,
  output: 100,
  cached: 0,
  reasoning: 0,
  outcome: 'done',
  startedAt: now - ((n * 7919) % (30 * DAY_MS)),
  durationMs: 1000,
})

export const artifactOf = ({ email, id }: { email: string; id: string }, n: number) => ({
  id: `artifact-${n}`,
  hub: HUB,
  owner: email,
  owner_id: id,
  title: `Plan ${n}`,
  filename: `plan-${n}.md`,
  content_type: 'text/markdown',
  preview: 'markdown',
  size: 10,
  sha256: '0'.repeat(64),
  version: 1,
  audience: 'owner',
  search: `plan ${n} plan-${n}.md`,
  created_at_ms: START + n,
  updated_at_ms: START + n,
})

export const delivery = (id: string) => ({
  id,
  query: [],
  contentType: 'application/json',
  body: Buffer.from(JSON.stringify({ id })),
})
