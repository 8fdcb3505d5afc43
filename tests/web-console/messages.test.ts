import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { apply } from '#features/messaging/receive/apply.ts'
import { enqueue } from '#features/messaging/outbox/outbox.ts'
import type { ChannelMessageState } from '#features/messaging/schema.ts'
import { openStore } from '#ground/store/store.ts'
import { LOOKS, lookedOver } from '../support/accessibility.ts'
import { heading, openConsole, visit } from './console-page.ts'
import { startConsole } from './started-console.ts'
import { storeOf } from '../support/own-services.ts'

const { hub, slug, ann, ...started } = await startConsole()
after(() => started[Symbol.asyncDispose]())
const opened = await openConsole(hub.url, ann.token)
after(() => opened[Symbol.asyncDispose]())
const { page, browser } = opened

async function received(
  key: string,
  {
    text,
    name,
    state,
    reason = null,
    answer,
  }: {
    text: string
    name: string
    state: ChannelMessageState
    reason?: string | null
    answer?: string
  },
): Promise<void> {
  await using store = await openStore(await storeOf(join(hub.folder, '.svc')))
  await store.transaction(async (tx) => {
    const now = Date.now()
    const of = { hub: slug, channel: 'chatb' as const }
    const applied = await apply(
      tx,
      { ...of, arrival: key, now },
      {
        kind: 'message',
        id: key,
        conversation: { id: key, kind: 'private', name: null },
        sender: { handles: [`55${key}`], name },
        at: now,
        text,
        media: [],
        replyTo: null,
        isAddressed: true,
      },
    )
    assert.ok(applied.kind === 'received')
    await tx
      .updateTable('messages')
      .set({ state, reason, answer: answer ?? null, ended_at_ms: now })
      .where('id', '=', applied.message)
      .execute()
    if (answer === undefined) return
    const texts = [{ text: answer, plain: answer }]
    const sending = { ...of, conversation: key, replyTo: key, cause: 'answer', runId: null, texts } as const
    const outbox = await enqueue(tx, { ...sending, messageId: applied.message }, now)
    await tx.updateTable('outbox').set({ state, ended_at_ms: now }).where('id', '=', outbox).execute()
    await tx
      .updateTable('outbox_parts')
      .set({ state, reason, attempts: 1, sent_at_ms: state === 'sent' ? now : null })
      .where('outbox_id', '=', outbox)
      .execute()
  })
}

test('without messages, the page lists the channels and their missing settings [console-app.channels]', async () => {
  await visit(page, `${hub.url}/portal/messages`)
  await heading(page, 'Messages').waitFor()
  await page.getByText('No messages yet').waitFor()
  await page.getByText('CHATB_WEBHOOK_SECRET=…').waitFor()
  await page.getByText(`${hub.url}/webhooks/${slug}/chatb`).waitFor()
})

test('messages are found by state and words, opened, and sent again [console-app.messages]', async () => {
  await received('1', { text: 'When do I sow beans?', name: 'Ada', state: 'sent', answer: 'In May.' })
  await received('2', {
    text: 'Is the shed open?',
    name: 'Ben',
    state: 'unknown',
    reason: 'the connection ended while it was sent',
    answer: 'Until six.',
  })
  await received('3', { text: 'Hello?', name: 'Stranger', state: 'refused', reason: 'unknown sender' })
  await received('4', {
    text: 'A very long question about compost '.repeat(40),
    name: 'Bartholomew Featherstonehaugh-Cholmondeley of the Northern Allotments',
    state: 'failed',
    reason: 'the model gave no answer',
  })
  const link = (name: string) => page.getByRole('link', { name })
  await link('When do I sow beans?').waitFor()
  await page.getByText('No account has this handle').waitFor()

  await visit(page, `${hub.url}/portal/messages?state=unknown`)
  await link('Is the shed open?').waitFor()
  await link('When do I sow beans?').waitFor({ state: 'detached' })
  await visit(page, `${hub.url}/portal/messages`)
  await page.getByRole('searchbox', { name: 'Search messages' }).fill('beans')
  await link('Is the shed open?').waitFor({ state: 'detached' })
  assert.equal(new URL(page.url()).searchParams.get('q'), 'beans')
  await link('When do I sow beans?').click()
  await heading(page, 'Message').waitFor()
  await page.getByText('In May.').first().waitFor()
  await page.getByText('Delivered').waitFor()
  assert.deepEqual(browser.complaints, [])
})

test('one switch leads from messages to webhooks and back, to one channel too [console-app.surfaces]', async () => {
  await visit(page, `${hub.url}/portal/messages?state=sent`)
  const by = (name: string) =>
    page.getByRole('radiogroup', { name: 'Surface' }).getByRole('radio', { name, exact: true })
  await page.getByRole('link', { name: 'When do I sow beans?' }).waitFor()
  await by('Slack').click()
  await page.getByText('Nothing matches').waitFor()
  assert.equal(new URL(page.url()).search, '?state=sent&channel=teamchat')
  await by('Webhooks').click()
  await heading(page, 'Inbox').waitFor()
  assert.equal(await by('Webhooks').getAttribute('aria-checked'), 'true')
  await by('Telegram').click()
  await heading(page, 'Messages').waitFor()
  await page.getByRole('link', { name: 'When do I sow beans?' }).waitFor()
  assert.equal(new URL(page.url()).searchParams.get('channel'), 'chatb')
  await visit(page, `${hub.url}/portal/messages?range=custom&until=2020-01-01`)
  await page.getByText('Nothing matches').waitFor()
  await visit(page, `${hub.url}/portal/messages?range=24h`)
  await page.getByRole('link', { name: 'When do I sow beans?' }).waitFor()
  assert.deepEqual(browser.complaints, [])
})

const wrong = lookedOver(LOOKS, async (lookAt) => {
  const { items } = await ann.call('GET', `/portal/api/messages?hub=${slug}&state=unknown`)
  for (const [path, title] of [
    ['/messages', 'Messages'],
    [`/messages/${items[0].id}?hub=${slug}`, 'Message'],
  ] as const) {
    await visit(page, `${hub.url}/portal${path}`)
    await heading(page, title).waitFor()
    await page.locator('[aria-hidden].animate-breathe').first().waitFor({ state: 'detached' })
    await lookAt(page, path)
    if (title !== 'Messages') continue
    await page.getByRole('button', { name: 'Channels' }).click()
    await page.getByRole('dialog').waitFor()
    await lookAt(page, `${path} Channels`)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
})

/** The first test that runs visits the pages in all window sizes, which is slow. */
const LONG = { timeout: 180_000 }
for (const look of LOOKS)
  test(
    `no page on messages has a finding, ${look.width} px wide and ${look.colorScheme} [console-app.axe]`,
    LONG,
    async () => assert.deepEqual(await wrong(look), []),
  )

test('sending all chosen messages again asks first if some may have arrived, and the audit records it [console-app.messages]', async () => {
  await visit(page, `${hub.url}/portal/messages`)
  await page
    .getByRole('checkbox', { name: 'Choose all shown messages that failed or whose delivery is unknown' })
    .click()
  await page.getByRole('button', { name: 'Send 2 messages again' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('Resending may deliver the answer twice').waitFor()
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('2 messages are being processed again.').first().waitFor()
  await page.getByRole('checkbox').first().waitFor({ state: 'detached' })
  await visit(page, `${hub.url}/portal/access-changes`)
  await page.getByText('Resent answers to messages').first().waitFor()
  assert.deepEqual(browser.complaints, [])
})
