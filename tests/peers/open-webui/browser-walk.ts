import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openBrowser } from '../../support/browser.ts'
import { calls, says, type UpstreamScript } from '../../support/upstream.ts'
import { addPerson, asAdmin, callWith, type WebuiPerson } from '../../open-webui/target.ts'
import { openMcp, type WebuiHub } from '../../open-webui/walk.ts'
import { until } from '../../support/until.ts'

export interface WalkedHub extends WebuiHub {
  folder: string
}

const PASSWORD = 'correct horse 9'
/** The pages of Open WebUI load hundreds of files. */
const PAGE_TIMEOUT_MS = 120_000
const MESSAGE_FIELD = '#chat-input'
const ANSWER = '#response-content-container'

const ORDERS: readonly [order: RegExp, tool: string, input: object][] = [
  [/wait/, 'slow', { id: 'walk' }],
  [/list the files/, 'list_files', {}],
  [/save the notes/, 'save', {}],
]

/**
 * The Hub's model: for a prompt that matches `ORDERS`, calls the tool and answers with its result; otherwise repeats
 * the text after `say`.
 */
export const walkModel: UpstreamScript = (answer, request) => {
  const { messages = [] } = request.body
  const prompt = JSON.stringify(messages.findLast(({ role }) => role === 'user')?.content)
  const result = messages.findLast(({ role }) => role === 'tool')?.content
  const order = ORDERS.find(([pattern]) => pattern.test(prompt))
  if (!order) return says(/say ([\w ]+)/.exec(prompt)?.[1] ?? 'no order')(answer, request)
  if (result !== undefined) return says(answerOn(JSON.stringify(result)))(answer, request)
  return calls({ name: order[1], input: order[2] })(answer, request)
}

const answerOn = (result: string): string => {
  const address = /saved ([^\s"\\]+)/.exec(result)?.[1]
  return address === undefined ? `result: ${result}` : `[The notes](${address})`
}

/** Checks in Chromium, by name. Each check creates its own person. */
export const PAGE_CHECKS: Readonly<Record<string, (hub: WalkedHub) => Promise<void>>> = {
  async 'page-sign-in'(hub) {
    const bob = await addPerson(hub.webui, 'Bob')
    await using visit = await openVisit()
    await visit.page.goto(`${hub.url}/portal/`)
    await visit.page.waitForURL(/\/auth/)
    await signIn(visit.page, bob)
    await visit.page.waitForURL(/\/portal\//)
  },

  async 'page-sign-up'(hub) {
    const policy = (value: string) => asOrganization(hub, 'PUT', 'web-chat/sign-up', { policy: value })
    assert.equal((await policy('open')).status, 200)
    await using visit = await openVisit()
    const { page } = visit
    await page.goto(`${hub.url}/auth`)
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.locator('#name').fill('Cleo')
    await page.locator('#email').fill(`cleo-${Date.now()}@example.com`)
    await page.locator('#password').fill(PASSWORD)
    await page.locator('button[type=submit]').click()
    await page.locator(MESSAGE_FIELD).waitFor()
    assert.equal((await policy('closed')).status, 200)
  },

  async 'page-grants'(hub) {
    await using visit = await openChat(hub, { isGranted: false })
    const isListed = () => isModelListed(hub, visit.person)
    assert.ok(!(await isListed()))
    await grant(hub, visit.person.email)
    await until(isListed, { what: 'the agent is listed' })
    await visit.page.reload()
    await send(visit.page, 'say hello from the shed')
    await answerWith(visit.page, 'hello from the shed')
  },

  async 'page-chat'(hub) {
    await using visit = await openChat(hub)
    await send(visit.page, 'say roses bloom in June')
    await answerWith(visit.page, 'roses bloom in June')
    await visit.page.waitForURL(/\/c\//)
    await visit.page.reload()
    await answerWith(visit.page, 'roses bloom in June')
  },

  async 'page-stop'(hub) {
    await using visit = await openChat(hub)
    await send(visit.page, 'wait')
    const calls = async () => readFile(join(hub.folder, 'calls.log'), 'utf8').catch(() => '')
    await until(async () => (await calls()).includes('walk started'), { what: 'the tool runs' })
    await visit.page.getByRole('button', { name: 'Stop', exact: true }).click()
    await until(async () => (await calls()).includes('walk stopped'), { what: 'the tool is stopped' })
  },

  async 'page-upload'(hub) {
    await using visit = await openChat(hub)
    await visit.page
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        name: 'shed.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('The shed is green.\n'),
      })
    await visit.page.getByText('shed.txt').first().waitFor()
    await send(visit.page, 'list the files')
    await answerWith(visit.page, 'chat/shed.txt')
  },

  async 'page-saved-file'(hub) {
    await using visit = await openChat(hub)
    await send(visit.page, 'save the notes')
    const link = visit.page.locator(ANSWER).locator('a').first()
    await link.waitFor()
    const opened = await visit.page.request.get(new URL((await link.getAttribute('href'))!, hub.url).href)
    assert.deepEqual([opened.status(), await opened.text()], [200, 'Water the ferns'])
  },

  async 'page-console-link'(hub) {
    await using visit = await openChat(hub, { permission: 'manage_access' })
    const link = visit.page.locator('#svc-portal-link')
    await link.waitFor()
    await link.click()
    await visit.page.waitForURL(/\/portal\//)
  },

  async 'page-key'(hub) {
    await using visit = await openChat(hub)
    const { page, person } = visit
    await page.goto(`${hub.url}/?settings=account`)
    await page.getByText('API keys').waitFor()
    await page.getByText('Show', { exact: true }).last().click()
    const field = page.getByRole('button', { name: 'Copy API Key' }).locator('xpath=..')
    await field.getByRole('button', { name: 'More', exact: true }).click()
    const made = page.waitForResponse(
      (response) => response.url().endsWith('/auths/api_key') && response.request().method() === 'POST',
    )
    await page.getByText('Create new key').click()
    const { api_key: key } = (await (await made).json()) as { api_key: string }
    assert.deepEqual([(await openMcp(hub, key)).status, (await openMcp(hub, person.key)).status], [200, 401])
  },

  async 'page-artifact'(hub) {
    await using owner = await openChat(hub)
    const upload = `${hub.url}/portal/artifacts/api/upload?hub=${hub.slug}&filename=plan.html`
    const published = await owner.page.request.post(upload, {
      headers: { origin: hub.url },
      data: '<h1>Plan of the shed</h1>',
    })
    assert.equal(published.status(), 201, await published.text())
    const { id } = (await published.json()) as { id: string }
    const address = `${hub.url}/portal/artifacts/${id}`
    await owner.page.goto(address)
    await owner.page.frameLocator('iframe').getByText('Plan of the shed').waitFor()
    await using visit = await openVisit()
    await visit.page.goto(address)
    await visit.page.waitForURL(/\/auth/)
    await signIn(visit.page, owner.person)
    await visit.page.waitForURL(new RegExp(id))
    await visit.page.frameLocator('iframe').getByText('Plan of the shed').waitFor()
    await using stranger = await openChat(hub)
    const refused = await stranger.page.request.get(`${address}/content`)
    assert.ok([403, 404].includes(refused.status()), `status ${refused.status()}`)
  },

  async 'page-block'(hub) {
    await using visit = await openChat(hub)
    const block = { subject: visit.person.email, suspended: true }
    assert.equal((await asOrganization(hub, 'POST', 'people/block', block)).status, 200)
    await visit.page.goto(hub.url)
    await visit.page
      .getByText(/pending activation|Sign in to|blocked/i)
      .first()
      .waitFor()
    assert.equal(await visit.page.locator(MESSAGE_FIELD).count(), 0)
  },

  // The last check, because it hands the Hub's access over to the groups of Open WebUI.
  async 'page-groups'(hub) {
    await using visit = await openChat(hub, { isGranted: false })
    const left = await asOrganization(hub, 'POST', `hubs/${hub.slug}/unmanage`, {})
    assert.equal(left.status, 200, left.text)
    const made = await asAdmin(hub.webui, 'POST', '/api/v1/groups/create', { name: 'Shed', description: '' })
    const group = made.json.id as string
    await asAdmin(hub.webui, 'POST', `/api/v1/groups/id/${group}/users/add`, { user_ids: [visit.person.id] })
    const read = { principal_type: 'group', principal_id: group, permission: 'read' }
    const access = { id: hub.slug, name: 'Garden', access_grants: [read] }
    const set = await asAdmin(hub.webui, 'POST', '/api/v1/models/model/access/update', access)
    assert.equal(set.status, 200, set.text)
    await until(() => isModelListed(hub, visit.person), { what: 'the agent is listed' })
    await visit.page.reload()
    await send(visit.page, 'say hello from the group')
    await answerWith(visit.page, 'hello from the group')
  },
}

const asOrganization = ({ url, webui }: WebuiHub, method: string, path: string, body?: unknown) =>
  callWith(webui.adminKey, method, `${url}/portal/api/${path}`, body)

async function grant(hub: WebuiHub, subject: string, permission = 'use_hub'): Promise<void> {
  const given = await asOrganization(hub, 'POST', 'access/grant', { hub: hub.slug, subject, permission })
  assert.equal(given.status, 200, given.text)
}

async function isModelListed({ url, slug }: WebuiHub, { token }: WebuiPerson): Promise<boolean> {
  const { json } = await callWith(token, 'GET', `${url}/api/models`)
  return json.data.some(({ id }: { id: string }) => id === slug)
}

async function openVisit() {
  const browser = await openBrowser()
  browser.context.setDefaultTimeout(PAGE_TIMEOUT_MS)
  const page = await browser.newPage()
  return { page, [Symbol.asyncDispose]: () => browser[Symbol.asyncDispose]() }
}

/** Opens Open WebUI in a browser, signed in as a new person. */
async function openChat(
  hub: WebuiHub,
  { isGranted = true, permission }: { isGranted?: boolean; permission?: string } = {},
) {
  const person = await addPerson(hub.webui, 'Bob')
  if (isGranted) {
    await grant(hub, person.email)
    if (permission) await grant(hub, person.email, permission)
    await until(() => isModelListed(hub, person), { what: 'the agent is listed' })
  }
  const visit = await openVisit()
  await visit.page.goto(`${hub.url}/auth`)
  await signIn(visit.page, person)
  await visit.page.locator(MESSAGE_FIELD).waitFor()
  return { ...visit, person }
}

async function signIn(page: Page, { email }: WebuiPerson): Promise<void> {
  await page.locator('#email').fill(email)
  await page.locator('#password').fill(PASSWORD)
  await page.locator('button[type=submit]').click()
}

async function send(page: Page, text: string): Promise<void> {
  const field = page.locator(MESSAGE_FIELD)
  await field.waitFor()
  await field.click()
  await page.keyboard.type(text)
  await page.locator('#send-message-button').click()
}

const answerWith = (page: Page, text: string): Promise<void> =>
  page.locator(ANSWER).getByText(text).first().waitFor()
