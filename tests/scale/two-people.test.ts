import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { ask } from '../chatapp/page.ts'
import { signUpAt } from '../chatapp/started-chatapp.ts'
import type { Client } from '../chatapp/client.ts'
import { natsProgram, startNats } from '../support/nats.ts'
import { postgresPrograms } from '../support/postgres.ts'
import type { RunningHub } from '../support/running-hub.ts'
import { openPage, things } from '../web/started-page.ts'
import { at, startInstances } from './started-instances.ts'
import { until } from '../support/until.ts'

const skip = postgresPrograms && natsProgram ? false : 'no Postgres or NATS on this machine'

/** Maximum time to detect a killed instance: a lease, and the next check for expired leases. */
const SEEN_MS = 15_000
/** Maximum time for a delta from another instance, or for loading a page. Shorter than a lease. */
const LIVE_MS = 10_000

const pageAt = async (t: TestContext, { url }: RunningHub, { token }: Client) =>
  (await openPage(t, { url, token })).page

test(
  'two people at two instances see the same shared chat while a third instance writes, when it stops, and when the chat continues [scale.two-people]',
  { skip, timeout: 180_000 },
  async (t) => {
    const nats = await startNats(t)
    await using instances = await startInstances({ SVC_BUS_URL: nats.url })
    const [barn, shed, mill] = [
      await instances.start('barn'),
      await instances.start('shed'),
      await instances.start('mill'),
    ]
    const ann = await signUpAt(barn.url, 'Ann')
    const bob = await signUpAt(shed.url, 'Bob')
    await ann.post(`/api/v1/users/${bob.id}/update`, { role: 'user' })
    const granted = await ann.fetch('/portal/api/access/grant', {
      method: 'POST',
      headers: { cookie: `token=${ann.token}`, origin: ann.url, 'content-type': 'application/json' },
      body: JSON.stringify({ subject: 'bob@example.com', hub: 'garden-team', permission: 'use_hub' }),
    })
    assert.equal(granted.status, 200)
    const bobAtBarn = { headers: { authorization: `Bearer ${bob.token}` } }
    await until(async () =>
      (await (await fetch(`${barn.url}/api/models`, bobAtBarn)).text()).includes('garden-team'),
    )

    const annsPage = await pageAt(t, barn, ann)
    await annsPage.goto(barn.url)
    await things(annsPage).send('/say first')
    await things(annsPage).answers.filter({ hasText: 'first' }).waitFor()
    await annsPage.waitForURL('**/c/*')
    const chatId = new URL(annsPage.url()).pathname.split('/').at(-1)!
    const shared = await ann.post(`/api/v1/chats/${chatId}/share`, {
      audience: 'people',
      people: [bob.id],
      live: true,
    })
    assert.equal(shared.status, 200, shared.text)
    const bobsPage = await pageAt(t, shed, bob)
    await bobsPage.goto(`${shed.url}/s/${shared.json.id}`)
    await things(bobsPage).answers.filter({ hasText: 'first' }).waitFor()

    const { history } = (await ann.get(`/api/v1/chats/${chatId}`)).json.chat
    await ask(at(mill, ann), {
      model: 'garden-team',
      chat_id: chatId,
      parent_id: history.currentId,
      user_message: { content: '/say half of it\n/wait 120000\n/say and the rest' },
    })
    await things(bobsPage).answers.filter({ hasText: 'half of it' }).waitFor({ timeout: LIVE_MS })
    await annsPage.reload()
    for (const page of [annsPage, bobsPage])
      await things(page).answers.filter({ hasText: 'half of it' }).waitFor({ timeout: LIVE_MS })
    await until(async () => {
      const { history } = (await ann.get(`/api/v1/chats/${chatId}`)).json.chat
      return history.messages[history.currentId].content === 'half of it' // stored after at most a second
    })
    mill.process.kill('SIGKILL')
    await mill.ended
    await annsPage
      .getByText('The server stopped before this answer was finished.')
      .waitFor({ timeout: SEEN_MS })
    await bobsPage.getByText('This answer was not finished.').waitFor({ timeout: SEEN_MS })
    for (const page of [annsPage, bobsPage]) {
      await things(page).answers.filter({ hasText: 'half of it' }).waitFor()
      assert.equal(await things(page).answers.filter({ hasText: 'and the rest' }).count(), 0)
    }

    await things(annsPage).send('/say and so it goes on')
    for (const page of [annsPage, bobsPage])
      await things(page).answers.filter({ hasText: 'and so it goes on' }).waitFor({ timeout: LIVE_MS })
    await bobsPage.reload()
    await things(bobsPage).answers.nth(2).waitFor()
    assert.equal(await things(bobsPage).answers.count(), 3)
  },
)
