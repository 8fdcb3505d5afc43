import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allFindings } from '../support/accessibility.ts'
import { GARDEN, says } from '../chatapp/recording-agent.ts'
import { ABOUT } from './agents-world.ts'
import { hasFocus, openNewChat, things } from './started-page.ts'

test('the agent’s name opens its abilities, on the first screen and in a chat, also on a phone [web.about]', async (t) => {
  const { page, agent } = await openNewChat(t)
  agent.notify({ '/about': ABOUT })
  const panel = page.getByRole('dialog', { name: 'About Garden helper' })
  const opener = page.getByRole('main').getByRole('button', { name: 'About this agent' })
  await opener.click()
  await panel
    .getByRole('region', { name: 'Not available to you' })
    .getByText('Send invoice', { exact: true })
    .waitFor()
  await panel.getByRole('region', { name: 'Skills' }).getByText('sow-beds').waitFor()
  assert.deepEqual(await allFindings(page), [])
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  assert.ok(await hasFocus(opener), 'focus comes back')

  agent.notify({ '/about': null })
  await things(page).send('hi')
  await things(page).regenerate.waitFor()
  await page.reload()
  await page.getByRole('banner').getByRole('button', { name: 'Garden helper' }).click()
  await panel.getByText('Model not found').waitFor()
  agent.notify({ '/about': ABOUT })
  await panel.getByRole('button', { name: 'Try again' }).click()
  await panel.getByText('Water the beds').waitFor()
  await page.keyboard.press('Escape')

  await page.setViewportSize({ width: 390, height: 700 })
  await page.getByRole('button', { name: 'New chat' }).click()
  await opener.click()
  await panel.getByText('Water the beds').waitFor()
  const box = (await panel.boundingBox())!
  assert.deepEqual([box.x, box.width, Math.round(box.y + box.height)], [0, 390, 700], 'a sheet from below')
})

test('a link to a closed agent names the missing access, and the agent appears once it is open [web.closed]', async (t) => {
  const { page, agent, url } = await openNewChat(t)
  t.after(() => agent.offer([GARDEN]))
  agent.notify({ '/closed-hubs': { data: [] } })
  await page.goto(`${url}/?agent=attic`)
  await page.getByRole('heading', { name: 'You don’t have access to this agent' }).waitFor()
  assert.deepEqual(await allFindings(page), [])
  await page.getByRole('link', { name: 'Chat with Garden helper' }).click()
  await page.getByRole('heading', { name: 'Garden helper' }).waitFor()

  agent.notify({ '/closed-hubs': { data: [{ id: 'attic', name: 'Attic helper', can_grant: true }] } })
  await page.goto(`${url}/?agent=attic`)
  await page.getByRole('heading', { name: 'You don’t have access to Attic helper' }).waitFor()
  agent.offer([GARDEN, { ...GARDEN, id: 'attic', name: 'Attic helper' }])
  await page.getByRole('heading', { name: 'Attic helper', exact: true }).waitFor()
})

test('a chat whose agent is missing continues with another agent, and stays with it [web.other-agent]', async (t) => {
  const { page, agent, ann, url, completions } = await openNewChat(t)
  t.after(() => agent.offer([GARDEN]))
  const messages = [
    { role: 'user', content: 'What grows in shade?' },
    { role: 'assistant', model: 'llama3:8b', content: 'Hostas.' },
  ]
  const imported = {
    title: 'From elsewhere',
    chat: { title: 'From elsewhere', models: ['llama3:8b'], messages },
  }
  const [first, second] = (await ann.post('/api/v1/chats/import', { chats: [imported, imported] })).json
  const open = async (id: string) => {
    await page.goto(`${url}/c/${id}`)
    await page.getByText('You have no access to this chat’s agent.').waitFor()
    assert.ok(await things(page).message.isDisabled())
  }
  const offer = async (agents: Parameters<typeof agent.offer>[0]) => {
    agent.offer(agents)
    await ann.get('/api/models?refresh=true')
  }
  await offer([GARDEN])
  await open(first.id)
  await page.getByRole('button', { name: 'Continue with Garden helper' }).click()
  agent.script(says('And ferns.'))
  await things(page).send('What else?')
  await page.getByText('And ferns.').waitFor()
  const { body } = completions()[0]!
  assert.deepEqual(
    [body.model, body.messages.map(({ content }) => content)],
    ['garden', ['What grows in shade?', 'Hostas.', 'What else?']],
  )
  await page.reload()
  await page.getByRole('banner').getByRole('button', { name: 'Garden helper' }).waitFor()
  assert.ok(await things(page).message.isEnabled())

  await offer([GARDEN, { ...GARDEN, id: 'beds', name: 'Bed helper' }])
  await open(second.id)
  await page.getByRole('button', { name: 'Continue with another agent' }).click()
  await page.getByRole('menuitemradio', { name: /Bed helper/ }).click()
  assert.deepEqual(await allFindings(page), [])
  await page.getByRole('button', { name: 'Agent: Bed helper' }).click()
  await page.getByRole('menuitemradio', { name: /Garden helper/ }).click()
  await page.getByRole('button', { name: 'Agent: Garden helper' }).waitFor()
})

test('starters appear as the Hub wrote them, each once and none empty, and begin a chat [web.starters]', async (t) => {
  const { page, agent, url, completions } = await openNewChat(t)
  t.after(() => agent.offer([GARDEN]))
  const suggestions = [
    'What grows in May?',
    '  ',
    ' What is ripe? ',
    'What is ripe?',
    'من أين أبدأ؟',
    'Plan.',
    'Sow.',
  ]
  agent.offer([
    { ...GARDEN, id: 'beds', name: 'Bed helper', suggestions },
    { ...GARDEN, id: 'bare', suggestions: [] },
  ])
  await page.goto(`${url}/?agent=bare`)
  await page.getByRole('heading', { name: 'Garden helper' }).waitFor()
  assert.equal(await page.getByRole('list', { name: 'Suggestions' }).count(), 0)

  await page.goto(`${url}/?agent=beds`)
  await page.getByRole('button', { name: '1 more' }).click()
  const offered = page.getByRole('list', { name: 'Suggestions' }).getByRole('button')
  assert.deepEqual(await offered.allInnerTexts(), [
    'What grows in May?',
    'What is ripe?',
    'من أين أبدأ؟',
    'Plan.',
    'Sow.',
  ])
  assert.deepEqual(await allFindings(page), [])
  await offered.nth(1).click()
  await things(page).answers.getByText('Hello there').waitFor()
  assert.equal(completions().at(-1)!.body.messages.at(-1)!.content, 'What is ripe?')
})
