import { join } from 'node:path'
import { openStore } from '#ground/store/store.ts'
import type { ConsolePerson } from '../../tests/support/console-person.ts'
import { ANN, BOB, CLEO, startSeeded } from '../../tests/web-console/started-console.ts'
import { dialogBy, takePages, type ConsolePage, type Taking } from './looks.ts'

export async function takeAdministrationPages(taking: Taking): Promise<void> {
  await using started = await startSeeded()
  const group = await fill(started.ann)
  await addRows(join(started.hub.folder, '.svc/hub.db'), started.slug)
  await takePages(taking, started, pagesOf(group))
}

async function fill(ann: ConsolePerson): Promise<string> {
  const { revision } = await ann.call('GET', '/portal/api/web-chat/model-connections')
  const connection = { url: 'http://127.0.0.1:9/v1', key: 'of nobody', expected_revision: revision }
  await ann.call('POST', '/portal/api/web-chat/model-connections', connection)
  const banner = { text: 'We move on Saturday: nothing answers from 9 to 12.', level: 'warning', until: null }
  await ann.call('PUT', '/portal/api/web-chat/banner', { banner })
  const form = { name: 'Pickers', description: 'Who harvests in the summer' }
  const { group } = await ann.call('POST', '/portal/api/web-chat/groups', form)
  const members = { add: [BOB.email, CLEO.email] }
  await ann.call('POST', `/portal/api/web-chat/groups/${group.id}/members`, members)
  await ann.call('PUT', '/portal/api/notices', NOTICES)
  return group.id
}

const NOTICES = {
  muted: ['channel_silent'],
  level: 'warning',
  with_solved: true,
  pace: 'at_once',
  daily_at: 480,
  quiet: { from: 1320, until: 420 },
  time_zone: 'Europe/Berlin',
  language: 'en',
}

async function addRows(path: string, slug: string): Promise<void> {
  await using store = await openStore({ kind: 'sqlite', path })
  const now = Date.now()
  const way = { email: ANN.email, hub: null, channel: null, target: null, secret: null, created_at_ms: now }
  const unused = { last_outcome: null, last_reason: null, last_at_ms: null, failing_since_ms: null }
  const failing = { last_outcome: 'failed', last_reason: 'it answered 500', last_at_ms: now - 3_600_000 }
  const hook = { kind: 'webhook', target: 'https://alerts.garden-of-the-whole-street.example.com/hooks/1' }
  await store.db
    .insertInto('notice_ways')
    .values([
      {
        ...way,
        ...unused,
        id: 'mail',
        kind: 'mail',
        last_outcome: 'sent',
        last_at_ms: now,
        paused_at_ms: null,
      },
      { ...way, ...unused, id: 'chat', kind: 'channel', hub: slug, channel: 'chata', paused_at_ms: null },
      { ...way, ...hook, ...failing, id: 'hook', failing_since_ms: now - 9e7, paused_at_ms: now - 3_600_000 },
    ])
    .execute()
  const instance = { version: '1.0.1', folder: 'elsewhere', started_at_ms: now - 7_200_000 }
  await store.db
    .insertInto('machines')
    .values([
      { ...instance, id: 'shed', name: 'shed', heard_at_ms: now + 600_000, draining: 1 },
      { ...instance, id: 'barn', name: 'barn', heard_at_ms: now - 90_000, draining: 0 },
    ])
    .execute()
}

const pagesOf = (group: string): ConsolePage[] => [
  ['machines', '/machines', 'Instances'],
  ['notices', '/notices', 'Notices'],
  ['notices-webhook', '/notices', 'Notices', dialogBy('Add webhook')],
  ['settings-models', '/web-chat', 'Web chat models'],
  ['settings-model-add', '/web-chat', 'Web chat models', dialogBy('Add connection')],
  ['settings-sign-up', '/web-chat/sign-up', 'Sign-up and banner'],
  ['settings-groups', '/web-chat/groups', 'Groups'],
  ['settings-group', `/web-chat/groups/${group}`, 'Pickers'],
  ['settings-sign-ins', '/web-chat/sign-ins', 'Sign-ins'],
  ['settings-sign-ins-none', '/web-chat/sign-ins?user=nobody@example.org', 'Sign-ins'],
  ['settings-mail', '/web-chat/mail', 'Mail'],
  ['settings-providers', '/web-chat/providers', 'Providers'],
]
