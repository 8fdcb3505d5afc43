import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { checkMessaging } from '../../src/cli/checks/messaging.ts'
import { readCommandSettings } from '../../src/cli/settings.ts'
import { folderWith } from '../support/folder.ts'

async function findings(
  t: TestContext,
  environment: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>> = {},
) {
  const folder = await folderWith(t, { 'agent.md': 'You help.', ...files })
  const found = await checkMessaging(folder, await readCommandSettings(folder, environment))
  return found.map(({ status, subject, fix }) => [status, subject, fix ?? ''])
}

const HEADER = 'surface,handle,email,name\n'

test('doctor says which variables a channel lacks to receive and to answer [cli.doctor.messaging]', async (t) => {
  const found = await findings(
    t,
    { SVC_INBOUND: 'team-chat', CHATB_WEBHOOK_SECRET: 'sesame' },
    { 'identity/access.csv': `${HEADER}chatb,1,ada@example.com,Ada\n*,2,ada@example.com,Ada\n` },
  )
  assert.deepEqual(found, [
    ['fail', 'chat-b', 'set CHATB_BOT_TOKEN in .env'],
    ['fail', 'team-chat', 'set TEAMCHAT_APP_TOKEN, TEAMCHAT_BOT_TOKEN in .env'],
    ['ok', 'roster', ''],
  ])
})

test('doctor names the line of a mistake in the roster, and misses one where a channel is on [cli.doctor.messaging]', async (t) => {
  const on = { CHATB_WEBHOOK_SECRET: 'sesame', CHATB_BOT_TOKEN: '1:sesame' }
  assert.deepEqual(
    await findings(t, on, { 'identity/access.csv': `${HEADER}chatb,@ada,ada@example.com,\n` }),
    [
      ['ok', 'chat-b', ''],
      ['fail', 'identity/access.csv:2', ''],
    ],
  )
  assert.deepEqual(await findings(t, on), [
    ['ok', 'chat-b', ''],
    ['warn', 'roster', 'map senders to accounts in identity/access.csv'],
  ])
})

test('doctor reports nothing about messaging without a channel [cli.doctor.messaging]', async (t) => {
  assert.deepEqual(await findings(t, {}), [])
})
