import { join } from 'node:path'
import { openStore } from '#ground/store/store.ts'
import type { ConsolePerson } from '../../tests/support/console-person.ts'
import { BOB, CLEO, startSeeded } from '../../tests/web-console/started-console.ts'
import { dialogBy, takePages, type ConsolePage, type Taking } from './looks.ts'

export async function takeAdministrationPages(taking: Taking): Promise<void> {
  await using started = await startSeeded()
  const group = await fill(started.ann)
  await addInstances(join(started.hub.folder, '.svc/hub.db'))
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
  return group.id
}

async function addInstances(path: string): Promise<void> {
  await using store = await openStore({ kind: 'sqlite', path })
  const now = Date.now()
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
