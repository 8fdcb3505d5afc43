import type { Page } from 'playwright-core'
import { signIn, signUp, type Account, type ConsolePerson } from '../../tests/support/console-person.ts'
import { runHub } from '../../tests/support/running-hub.ts'
import { until } from '../../tests/support/until.ts'
import { LONG_WORD, startChatWorld, type StartedChat } from './chat-world.ts'
import { CHAT_LOOKS, reportError, type Taking } from './looks.ts'
import { picture } from './picture.ts'

/** `open` must not find controls by text, because the language may be Arabic. */
type State = [name: string, who: ConsolePerson | null, path: string, open?: (page: Page) => Promise<unknown>]

const person = (name: string): Account => ({
  name,
  email: `${name.split(' ')[0]!.toLowerCase()}@example.org`,
  password: 'correct horse battery',
})

export async function takeChatStates(taking: Taking): Promise<void> {
  await using started = await startChatWorld()
  const people = await invite(started)
  const shared = await share(started, people.bob)
  await takeStates(taking, started.hub.url, statesOf(started, people, shared))
  await takeSecondFactor(taking)
}

interface People {
  bob: ConsolePerson
  closed: ConsolePerson
  asked: ConsolePerson
  declined: ConsolePerson
}

async function invite({ hub, ann }: StartedChat): Promise<People> {
  const { slug } = hub.ready.hubs[0]!
  const create = async (account: Account, grants: readonly object[] = []) => {
    await ann.call('POST', '/portal/api/accounts', { ...account, sign_in: 'password', grants })
    return signIn(hub.url, account)
  }
  const bob = await create(person('Bob Stone'), [{ hub: slug, permission: 'use_hub' }])
  await until(async () => (await bob.call('GET', '/api/models')).data.length > 0)
  const [closed, asked, declined] = [
    await create(person('Cleo Closed')),
    await create(person('Alma Asked')),
    await create(person('Dana Declined')),
  ]
  for (const who of [asked, declined])
    await who.call('POST', '/api/v1/access-requests', { id: slug, note: 'The beds at the wall are mine' })
  const { items } = await ann.call('GET', '/portal/api/access-requests')
  const { id } = items.find(({ email }: { email: string }) => email === declined.account.email)
  await ann.call('POST', `/portal/api/access-requests/${id}/decline`)
  return { bob, closed, asked, declined }
}

interface Shared {
  copy: string
  live: string
  gone: string
}

async function share({ hub, ann, chats }: StartedChat, bob: ConsolePerson): Promise<Shared> {
  const { id: reader } = await bob.call('GET', '/api/v1/auths/')
  const shareChat = async (chat: string, live: boolean) => {
    const form = { audience: 'people', people: [reader], live }
    return (await ann.call('POST', `/api/v1/chats/${idOf(chat)}/share`, form)).id as string
  }
  const [copy, live] = [await shareChat(chats.handbook, false), await shareChat(chats.odd, true)]
  const gone = await shareChat(chats.failed, true)
  await ann.call('DELETE', `/api/v1/chats/${idOf(chats.failed)}/share`)
  for (const id of [copy, live]) await bob.call('GET', `/api/v1/shares/${id}/messages`)
  const banner = { text: 'We move on Saturday: nothing answers from 9 to 12.', level: 'warning' }
  await ann.call('PUT', '/portal/api/web-chat/banner', { banner })
  await schedule(ann, hub.ready.hubs[0]!.slug)
  return { copy, live, gone }
}

async function schedule(ann: ConsolePerson, model: string): Promise<void> {
  const create = (prompt: string, title: string, cron: string) =>
    ann.call('POST', '/api/v1/schedules/', {
      prompt,
      title,
      model,
      schedule: cron,
      time_zone: 'Europe/Berlin',
    })
  const week = await create('What grew this week, and what should we pick?', 'The week', '0 8 * * 1')
  const failing = await create('Please fail this once', '', 'every 12h')
  const long = await create(`Water ${LONG_WORD}`, LONG_WORD.slice(0, 100), '30 17 1 * *')
  for (const { id } of [week, failing]) await ann.call('POST', `/api/v1/schedules/${id}/run`)
  await ann.call('POST', `/api/v1/schedules/${long.id}/pause`)
  await until(async () => {
    const { schedules } = await ann.call('GET', '/api/v1/schedules/')
    return ['done', 'failed'].every((state) =>
      schedules.some(({ last }: { last: { state: string } | null }) => last?.state === state),
    )
  })
}

const idOf = (chat: string) => chat.slice('/c/'.length)

function statesOf({ hub, ann, chats }: StartedChat, people: People, shared: Shared): State[] {
  const agent = `/?agent=${hub.ready.hubs[0]!.slug}`
  return [
    ['banner-sign-in', null, '/'],
    ['banner-start', people.bob, '/'],
    ['closed-agent', people.closed, agent],
    ['closed-agent-none', people.closed, '/'],
    ['closed-agent-asked', people.asked, agent],
    ['closed-agent-declined', people.declined, agent],
    ['share-dialog', ann, chats.handbook, openShare],
    ['share-marks', ann, '/', openSidebar],
    ['share-manage', ann, '/search?place=shared'],
    ['shared-with-me', people.bob, '/shared'],
    ['shared-with-me-none', people.closed, '/shared'],
    ['reader-copy', people.bob, `/s/${shared.copy}`],
    ['reader-live', people.bob, `/s/${shared.live}`],
    ['reader-gone', people.bob, `/s/${shared.gone}`],
    ['sources', ann, chats.handbook, openSource],
    ['settings-security', ann, '/?settings=password'],
    ['search', ann, '/search?q=year'],
    ['archived', ann, '/archived'],
    ['scheduled', ann, '/scheduled'],
    ['scheduled-results', ann, '/scheduled', openResults],
    ['scheduled-add', ann, '/scheduled', addSchedule],
    ['scheduled-none', people.bob, '/scheduled'],
  ]
}

async function takeSecondFactor(taking: Taking): Promise<void> {
  await using hub = await runHub({ environment: { SVC_REQUIRE_SECOND_FACTOR: 'true' } })
  const ann = await signUp(hub.url, person('Ann Lee'))
  await takeStates(taking, hub.url, [['second-factor-set-up', ann, '/']])
}

async function takeStates({ browser, folder, looks }: Taking, url: string, states: State[]): Promise<void> {
  for (const [look, options] of Object.entries(looks(CHAT_LOOKS)))
    for (const [name, who, path, open] of states)
      await reportError(name, look, async () => {
        const context = await browser.newContext(options)
        if (who) await context.addCookies([{ name: 'token', value: who.token, url }])
        const page = await context.newPage()
        page.setDefaultTimeout(15_000)
        await page.goto(url + path)
        await settled(page)
        await open?.(page)
        await picture(page, `${name}-${look}`, folder)
        await context.close()
      })
}

export async function settled(page: Page): Promise<void> {
  await page.locator('main, [role=main], form').first().waitFor()
  await page.waitForFunction(() => performance.getEntriesByName('at-rest').length > 0).catch(() => {})
  await page.locator('main .animate-breathe').first().waitFor({ state: 'detached' })
}

async function openShare(page: Page): Promise<void> {
  await page.locator('header button[aria-haspopup=menu]').last().click()
  await page.getByRole('menuitem').nth(3).click()
  await page.getByRole('dialog').getByRole('radiogroup').first().waitFor()
}

async function openSource(page: Page): Promise<void> {
  const source = page.locator('main ul.contents button').first()
  await source.click()
  await page.getByRole('dialog').waitFor()
}

async function openResults(page: Page): Promise<void> {
  await page.locator('main li button[aria-expanded]').first().click()
  await page.locator('main li li').first().waitFor()
}

async function addSchedule(page: Page): Promise<void> {
  await page.locator('main button:has(.lucide-plus)').first().click()
  await page.locator('main form').waitFor()
}

async function openSidebar(page: Page): Promise<void> {
  const chats = page.getByRole('navigation').getByRole('link', { name: /handbook/ })
  if (!(await chats.first().isVisible())) await page.locator('header button').first().click()
  await chats.first().waitFor()
}
