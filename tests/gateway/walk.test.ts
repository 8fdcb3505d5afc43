import assert from 'node:assert/strict'
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { ListedHub } from '#processes/served-hubs.ts'
import { openBrowser } from '../support/browser.ts'
import { until } from '../support/until.ts'
import { toolTexts } from '../../web/chat/agents/tool-messages.ts'
import { heading, visit } from '../web-console/console-page.ts'
import {
  agentFile,
  isBroken,
  isGone,
  isServing,
  makeHub,
  runGateway,
  type RunningGateway,
} from './running-gateway.ts'

const PASSWORD = 'a-long-password-1'
const BY_SLUG = [
  ['Ash', 'Ash'],
  ['Birch', 'Birch'],
  ['Cedar', 'Cedar'],
  ['Garden', 'Garden · garden'],
  ['Garden 2', 'Garden · garden-2'],
] as const
const WRONG = 'SVC_LOG_LEVEL=loud\n'
const RIGHT = 'SVC_LOG_LEVEL=warn\n'

const LISTS = [
  ['/', 'Overview'],
  ['/people', 'People'],
  ['/hubs', 'Hubs'],
  ['/hubs/garden-2/budgets', 'Garden'],
  ['/change-requests', 'Change requests'],
  ['/workflows', 'Workflows'],
  ['/runs', 'Runs'],
  ['/inbox', 'Inbox'],
  ['/messages', 'Messages'],
  ['/audit', 'Audit'],
  ['/access-changes', 'Access changes'],
  ['/artifacts', 'Artifacts'],
  ['/who-is-who', 'Who is who'],
  ['/memory', 'Memory'],
  ['/traces', 'Traces'],
] as const

describe('a gateway with five Hubs, walked in a browser', () => {
  let folder: string
  let gateway: RunningGateway
  let ann: Person, ben: Person, cleo: Person
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hubs-'))
    for (const [name] of BY_SLUG) await makeHub(folder, name, RIGHT)
    await writeFile(join(folder, 'Garden 2/agent.md'), agentFile('Garden'))
    gateway = await runGateway(folder, { SVC_BRIDGE_WORKERS: '1' })
    ann = await signUp('Ann')
    await untilSo(async () => (await agentsOf(ann)).length === 5)
    ;[ben, cleo] = [await signUp('Ben'), await signUp('Cleo')]
    for (const { id } of [ben, cleo])
      await call(ann, `/api/v1/users/${id}/update`, { role: 'user' }, gateway.chatapp)
    await grant(ben, 'ash', 'use_hub')
    await grant(ben, 'garden', 'use_hub')
    for (const permission of ['use_hub', 'manage_access']) await grant(cleo, 'birch', permission)
    await untilSo(async () => (await agentsOf(ben)).length === 2 && (await agentsOf(cleo)).length === 1)
  })
  after(async () => {
    await gateway.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test('each person sees exactly their agents, in the picker, over the API and in the Console [gateway.walk]', async () => {
    assert.deepEqual(await agentsOf(ann), ['Ash', 'Birch', 'Cedar', 'Garden · garden', 'Garden · garden-2'])
    assert.deepEqual(await agentsOf(ben), ['Ash', 'Garden'])
    assert.deepEqual(await agentsOf(cleo), ['Birch'])
    await as(ann, async (page) => {
      assert.deepEqual(await listed(page), await agentsOf(ann))
      await visit(page, `${gateway.url}/portal/hubs`)
      await heading(page, 'Hubs').waitFor()
      for (const name of await agentsOf(ann)) await hubRow(page, name).getByText('Running').waitFor()
      assert.equal(await page.getByRole('row').count(), 1 + 5)
    })
    await as(ben, async (page) => {
      assert.deepEqual(await listed(page), ['Ash', 'Garden'])
      assert.equal(await page.getByRole('link', { name: 'Console' }).count(), 0)
    })
    await as(cleo, async (page) => {
      await page.getByRole('link', { name: 'Console' }).waitFor()
      await visit(page, `${gateway.url}/portal/hubs`)
      await hubRow(page, 'Birch').getByText('Running').waitFor()
      assert.equal(await page.getByRole('row').count(), 1 + 1)
    })
  })

  test('the agent of each Hub answers, from its own page [gateway.walk]', async () => {
    await as(ann, async (page) => {
      for (const [slug, name] of [
        ['ash', 'Ash'],
        ['birch', 'Birch'],
        ['cedar', 'Cedar'],
        ['garden', 'Garden'],
        ['garden-2', 'Garden'],
      ])
        await asks(page, slug!, `I am ${name}.`)
    })
  })

  test('a broken Hub stays in the picker, says so everywhere, and returns after the fix [gateway.walk]', async () => {
    await as(ann, async (page) => {
      await asks(page, 'birch', 'I am Birch.')
      await writeFile(join(folder, 'Birch/agent.md'), '---\nname: [\n---\n')
      await writeFile(join(folder, 'Birch/.env'), `${RIGHT}# read again\n`)
      await gateway.told('Birch', isBroken)
      await untilSo(async () => (await awayOf(ann, 'birch')) === 'broken')
      await page.reload()
      await page.getByText(/Birch has been unavailable since .*You can still read its chats/).waitFor()
      await page.getByText('I am Birch.').first().waitFor()
      assert.ok(await page.getByRole('textbox', { name: 'Message' }).isDisabled())
      await page.getByRole('link', { name: /^Birch Unavailable since/ }).waitFor()
      await page.goto(`${gateway.url}/?agent=ash`)
      await page.getByRole('button', { name: 'Agent: Ash' }).click()
      const choice = page.getByRole('menuitemradio', { name: /Birch/ })
      await choice.getByText(/Unavailable since/).waitFor()
      assert.equal(await choice.getAttribute('data-disabled'), '')
      await page.keyboard.press('Escape')

      await page.goto(`${gateway.url}/?agent=birch`)
      await page.getByRole('link', { name: 'Show the reason in the Console' }).click()
      await hubRow(page, 'Birch').getByText('Broken', { exact: true }).waitFor()
      await hubRow(page, 'Birch')
        .getByText(/agent\.md/)
        .waitFor()

      const away = await page.goto(`${gateway.url}/b/birch/artifacts/c/a.txt`)
      assert.equal(away!.status(), 503)
      await page.getByRole('heading', { name: 'birch is broken' }).waitFor()
      assert.doesNotMatch(await page.content(), /agent\.md/)

      await page.goto(`${gateway.url}/?agent=birch`)
      await page.getByText(/Birch has been unavailable since/).waitFor()
      await writeFile(join(folder, 'Birch/agent.md'), agentFile('Birch'))
      await gateway.told('Birch', isServing)
      await page.getByText(/Birch has been unavailable since/).waitFor({ state: 'detached' })
      await asks(page, 'birch', 'I am Birch.')
    })
  })

  test('a Hub is added, renamed and taken away while people look [gateway.walk]', async () => {
    await makeHub(folder, 'Dogwood')
    await gateway.told('Dogwood', isServing)
    await grant(ben, 'dogwood', 'use_hub')
    await untilSo(async () => (await agentsOf(ben)).includes('Dogwood'))
    await as(ben, async (page) => {
      assert.deepEqual(await listed(page), ['Ash', 'Dogwood', 'Garden'])
      await asks(page, 'dogwood', 'I am Dogwood.')
      await rename(join(folder, 'Dogwood'), join(folder, 'Dune'))
      await gateway.told('Dune', isServing)
      await untilSo(async () => !(await agentsOf(ben)).includes('Dogwood'))
      await page.reload()
      await page.getByText('Dogwood is not available to you any more. The chat can still be read.').waitFor()
      await page.getByText('I am Dogwood.').first().waitFor()
      assert.deepEqual(await listed(page), ['Ash', 'Garden'])
      await grant(ben, 'dune', 'use_hub')
      await untilSo(async () => (await agentsOf(ben)).includes('Dogwood'))
      await asks(page, 'dune', 'I am Dogwood.')
      await rename(join(folder, 'Dune'), join(folder, '.dune'))
      await gateway.told('Dune', isGone)
      await untilSo(async () => !(await agentsOf(ben)).includes('Dogwood'))
      await page.goto(gateway.url)
      assert.deepEqual(await listed(page), ['Ash', 'Garden'])
      assert.equal((await page.goto(`${gateway.url}/b/dune/artifacts/c/a.txt`))!.status(), 404)
    })
  })

  test('a closed agent looks like a missing agent, except to its managers; an open agent shows its abilities [web.closed] [web.about]', async () => {
    await makeHub(folder, 'Elder')
    await gateway.told('Elder', isServing)
    await as(ben, async (page) => {
      const reported = async (agent: string): Promise<string> => {
        await page.goto(`${gateway.url}/?agent=${agent}`)
        await page.getByRole('heading', { name: 'You don’t have access to this agent' }).waitFor()
        await page.getByRole('button', { name: 'Request access' }).waitFor()
        return page.getByRole('main').innerText()
      }
      assert.equal(await reported('no-such'), await reported('elder'))
      await grant(ben, 'elder', 'use_hub')
      await page.getByRole('heading', { name: 'Elder', exact: true }).waitFor()
      await page.getByRole('main').getByRole('button', { name: 'About this agent' }).click()
      await page
        .getByRole('region', { name: 'Tools the agent can use' })
        .getByText('List files', { exact: true })
        .waitFor()
    })
    const { hub } = (await call(ann, '/api/v1/models/about?id=ash')).json
    const own: string[] = hub.tools.filter((tool: any) => tool.built_in).map((tool: any) => tool.name)
    assert.ok(own.includes('save_file') && own.includes('propose_access'), own.join())
    assert.deepEqual(
      own.filter((name) => !Object.hasOwn(toolTexts, name)),
      [],
      'people read of each in their language',
    )
    await grant(cleo, 'elder', 'manage_access')
    await as(cleo, async (page) => {
      await page.goto(`${gateway.url}/?agent=elder`)
      await page.getByRole('heading', { name: 'You don’t have access to Elder' }).waitFor()
      await page.getByText(/A manager who has the permission/).waitFor()
      await page.getByRole('link', { name: 'Access to Elder in the Console' }).click()
      await heading(page, 'Elder').waitFor()
    })
    await rename(join(folder, 'Elder'), join(folder, '.elder'))
    await gateway.told('Elder', isGone)
    await untilSo(async () => !(await agentsOf(ben)).includes('Elder'))
  })

  test('the Console is whole through each bridge that is left [gateway.walk]', async () => {
    await as(ann, async (page) => {
      for (const [at, [first, name]] of BY_SLUG.entries()) {
        for (const [path, title] of LISTS) {
          await visit(page, `${gateway.url}/portal${path}`)
          await heading(page, title).waitFor()
          await page.locator('main .animate-breathe').first().waitFor({ state: 'detached' })
          assert.equal(await page.getByText('couldn’t be loaded').count(), 0, `${title} by ${name}`)
        }
        if (at > 0) {
          await visit(page, `${gateway.url}/portal/messages`)
          await page.getByText(/unreachable and missing from this list: .*Ash/).waitFor()
        }
        await visit(page, `${gateway.url}/portal/hubs`)
        await hubRow(page, name).getByText('Running').waitFor()
        if (at === BY_SLUG.length - 1) break
        await writeFile(join(folder, first, '.env'), WRONG)
        await gateway.told(first, isBroken)
        await untilSo(async () => (await stateOf(first)) === 'broken')
        await page.goto(`${gateway.url}/portal/hubs`) // reloads, because the page does not refresh the cached state of a Hub at once
        await hubRow(page, name).getByText('Broken', { exact: true }).waitFor()
      }
    })
  })

  interface Person {
    id: string
    token: string
    email: string
  }

  async function call(
    person: Person | null,
    path: string,
    body?: object,
    at = gateway.url,
  ): Promise<{ status: number; json: any }> {
    const answer = await fetch(at + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        'content-type': 'application/json',
        origin: gateway.url,
        ...(person && { authorization: `Bearer ${person.token}`, cookie: `token=${person.token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, json: JSON.parse((await answer.text()) || 'null') }
  }

  async function signUp(name: string): Promise<Person> {
    const email = `${name.toLowerCase()}@example.org`
    const { json } = await call(null, '/api/v1/auths/signup', { name, email, password: PASSWORD })
    return { id: json.id, token: json.token, email }
  }

  const grant = async ({ email }: Person, hub: string, permission: string) => {
    const { status, json } = await call(ann, '/portal/api/access/grant', { subject: email, hub, permission })
    assert.equal(status, 200, JSON.stringify(json))
  }
  const models = async (person: Person): Promise<any[]> => (await call(person, '/api/models')).json.data
  const agentsOf = async (person: Person): Promise<string[]> =>
    (await models(person)).map(({ name }) => name as string).toSorted()
  const awayOf = async (person: Person, slug: string) =>
    (await models(person)).find(({ id }) => id === slug)?.away?.state as string | undefined

  const stateOf = async (name: string): Promise<string | undefined> => {
    const { hubs } = JSON.parse(await readFile(join(folder, '.svc/hubs.json'), 'utf8')) as {
      hubs: ListedHub[]
    }
    return hubs.find((hub) => hub.folder === join(folder, name))?.state
  }

  async function as({ token }: Person, look: (page: Page) => Promise<void>): Promise<void> {
    await using browser = await openBrowser()
    await browser.context.addCookies([
      { name: 'token', value: token, url: gateway.url, httpOnly: true, sameSite: 'Lax' },
    ])
    const page = await browser.newPage()
    await page.goto(gateway.url)
    await look(page)
    assert.deepEqual(browser.complaints, [])
  }

  async function listed(page: Page): Promise<string[]> {
    const agents = page.getByRole('navigation', { name: 'Agents' }).getByRole('link')
    await agents.first().waitFor()
    const texts = await agents.allInnerTexts()
    return texts.map((text) => text.split('\n').at(-1)!).toSorted() // the agent's initials precede the name
  }

  async function asks(page: Page, agent: string, answer: string): Promise<void> {
    await page.goto(`${gateway.url}/?agent=${agent}`)
    await page.getByRole('textbox', { name: 'Message' }).fill('Who are you?')
    await page.keyboard.press('Enter')
    await page.getByRole('log').getByText(answer).waitFor()
  }

  const hubRow = (page: Page, name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })

  async function untilSo(isSo: () => Promise<boolean>): Promise<void> {
    await until(() => isSo().catch(() => false), { what: String(isSo) })
  }
})
