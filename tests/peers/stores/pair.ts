import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from '../../../bin/setup/tree.mjs'
import { contentOf, publish } from '../../blobs/published.ts'
import { clientOf, type Client } from '../../chatapp/client.ts'
import { ask, messagesOf, nextEvent, readEvents, restOf } from '../../chatapp/page.ts'
import { emailOf, signUpAt } from '../../chatapp/started-chatapp.ts'
import { runHub, type RunningHub } from '../../support/running-hub.ts'

export interface Pair extends AsyncDisposable {
  one: RunningHub
  other: RunningHub
  ann: Client
  annAtOther: Client
  handled(): Promise<string>
}

export type Check = (pair: Pair) => Promise<void>

const TASK = `---
run: sh note.sh
on_webhook: true
run_as: ${emailOf('Ann')}
---
`

export async function startPair(environment: Record<string, string>): Promise<Pair> {
  await using opening = new AsyncDisposableStack()
  const base = await mkdtemp(join(tmpdir(), 'hub-pair-'))
  opening.defer(() => rm(base, { recursive: true, force: true, maxRetries: 20 }))
  const handled = join(base, 'handled.txt')
  await writeFile(handled, '')
  const start = async (name: string) => {
    const folder = join(base, name, 'garden-team') // no spaces, because the task splits the list of events at spaces
    await cp(join(root, 'templates/demo'), folder, { recursive: true })
    await writeFile(join(folder, 'tasks/note.md'), TASK)
    await writeFile(
      join(folder, 'note.sh'),
      `for event in $SVC_WEBHOOK_EVENTS; do cat "$event" >> ${handled}; done\n`,
    )
    const own = {
      SVC_MACHINE_NAME: name,
      SVC_SESSION_SECRET: 'the same on both, of 32 letters or more',
      SVC_INBOX: 'store',
      WEBHOOK_INBOUND_SECRET: 's3cret',
      SVC_ACCESS: 'groups',
    }
    const running = { folder, fromSources: true, options: ['--webhook'] }
    return opening.use(await runHub({ ...running, environment: { ...own, ...environment } }))
  }
  const one = await start('one')
  const other = await start('other')
  const ann = await signUpAt(one.url, 'Ann')
  const parts = opening.move()
  return {
    one,
    other,
    ann,
    annAtOther: clientOf(other.url, ann.token, ann.id),
    handled: () => readFile(handled, 'utf8'),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

export const stopAtOther: Check = async ({ ann, annAtOther }) => {
  const content = '/say half\n/wait 60000\n/say and whole'
  const turn = await ask(ann, { model: 'garden-team', user_message: { content } })
  const events = readEvents(annAtOther, turn.chatId)
  const { data } = await nextEvent(events, 'snapshot')
  if (data.message.content === '') await nextEvent(events, 'delta')
  const stopped = await annAtOther.post(`/api/tasks/chat/${turn.chatId}/stop`)
  assert.equal(stopped.json.message, 'Stopped.')
  const end = (await restOf(events)).at(-1)!
  assert.deepEqual([end.event, end.data.message.state], ['end', 'stopped'])
}

export const chatAtOther: Check = async ({ ann, annAtOther }) => {
  const turn = await ask(ann, { model: 'garden-team', user_message: { content: '/say seen everywhere' } })
  await restOf(readEvents(annAtOther, turn.chatId))
  const { [turn.answerId]: answer } = await messagesOf(annAtOther, turn.chatId)
  assert.deepEqual([answer.state, answer.content], ['done', 'seen everywhere'])
}

export const webhookOnce: Check = async ({ one, other, handled }) => {
  const id = randomBytes(6).toString('hex')
  const send = async ({ url }: RunningHub) => {
    const headers = { 'x-webhook-secret': 's3cret', 'content-type': 'application/json', 'x-webhook-id': id }
    const path = '/webhooks/garden-team/webhook'
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify({ id }) })
    return `${answer.status} ${await answer.text()}`
  }
  assert.deepEqual([await send(one), await send(other)], ['200 ok', '200 duplicate'])
  const count = async () => (await handled()).split(id).length - 1
  for (let tries = 0; (await count()) === 0; tries++) {
    assert.ok(tries < 300, 'no task handled the event within 60 s')
    await pause(200)
  }
  await pause(2000)
  assert.equal(await count(), 1)
}

export const artifactAtOther: Check = async ({ ann, annAtOther }) => {
  const bytes = randomBytes(3_000_000)
  const { id } = (await (await publish(ann, bytes)).json()) as { id: string }
  const opened = await contentOf(annAtOther, id)
  assert.equal(opened.status, 200)
  assert.ok(bytes.equals(Buffer.from(await opened.arrayBuffer())))
}
