import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { isTooWide, allFindings } from '../support/accessibility.ts'
import { openBrowser } from '../support/browser.ts'
import { CONSOLE_PASSWORD, type ConsoleCaller } from '../support/console.ts'
import { asked, exchange, startSignInHub } from '../support/mcp-sign-in.ts'
import { bearer, post, request } from '../support/mcp.ts'
import { GARDEN } from './garden.ts'

const shots = process.env['SHOTS']

const called: URL[] = []
const program = createServer((incoming, response) => {
  called.push(new URL(incoming.url!, 'http://127.0.0.1'))
  response.end('You may go back to the program.')
})
await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve))
after(() => new Promise((resolve) => program.close(resolve)))
const redirectUri = `http://127.0.0.1:${(program.address() as AddressInfo).port}/callback`

const hub = await startSignInHub({ after }, { files: GARDEN })
await hub.admin.get('/me')
const { person: bea } = await hub.member('Bea')
const programId = await hub.register(redirectUri, 'Desk assistant')
const addressFor = (more: Readonly<Record<string, string>> = {}) =>
  `${hub.origin}/portal/mcp/authorize/garden?${parametersFor(more)}`
function parametersFor(more: Readonly<Record<string, string>> = {}): URLSearchParams {
  const { hub: _, ...request } = asked(programId, { redirect_uri: redirectUri, ...more })
  return new URLSearchParams({ ...request, scope: 'openid' })
}

async function open(person: ConsoleCaller | null, path: string, size: { width?: number } = {}) {
  const browser = await openBrowser(size)
  if (person)
    await browser.context.addCookies([
      { name: 'token', value: person.token, url: hub.origin, httpOnly: true, sameSite: 'Lax' },
    ])
  const page = await browser.newPage()
  await page.goto(path)
  return { browser, page, [Symbol.asyncDispose]: () => browser[Symbol.asyncDispose]() }
}

test('a signed-out person signs in, reads who asks, allows it, and the program gets its code and state unchanged [mcp.oauth.page]', async () => {
  await using opened = await open(null, addressFor({ state: '1e5' }))
  const { page, browser } = opened
  await page.getByLabel('Email').fill(bea.email)
  await page.getByLabel('Password', { exact: true }).fill(CONSOLE_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Let “Desk assistant” use Gardener?' }).waitFor()
  await page.getByText(bea.email).waitFor()
  await page.getByText(/a program on this computer \(127\.0\.0\.1/).waitFor()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByText('You may go back to the program.').waitFor()
  const back = called.findLast(({ pathname }) => pathname === '/callback')!
  assert.equal(back.searchParams.get('state'), '1e5')
  const code = back.searchParams.get('code')!
  const { json } = await hub.form('token', exchange(programId, code, { redirect_uri: redirectUri }))
  const answer = await post(hub.signInUrl, request('tools/list'), bearer(json.access_token))
  assert.equal(answer.status, 200)
  assert.deepEqual(browser.complaints, [])
})

test('an address of an earlier release works with a second “?”, and a long one survives the sign-in [mcp.oauth.address]', async () => {
  const state = 'x?y&z=1 '.repeat(400)
  const address = `${hub.origin}/portal/mcp/authorize?hub=garden?${parametersFor({ state })}`
  await using opened = await open(null, address)
  const { page } = opened
  await page.getByLabel('Email').fill(bea.email)
  await page.getByLabel('Password', { exact: true }).fill(CONSOLE_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Let “Desk assistant” use Gardener?' }).waitFor()
  await page.getByRole('button', { name: 'Deny' }).click()
  await page.getByText('You may go back to the program.').waitFor()
  assert.equal(called.findLast(({ pathname }) => pathname === '/callback')!.searchParams.get('state'), state)
})

test('a person who says no sends the program away with that [mcp.oauth.page]', async () => {
  await using opened = await open(bea, addressFor())
  await opened.page.getByRole('button', { name: 'Deny' }).click()
  await opened.page.getByText('You may go back to the program.').waitFor()
  const back = called.findLast(({ pathname }) => pathname === '/callback')!
  assert.deepEqual([back.searchParams.get('error'), back.searchParams.has('code')], ['access_denied', false])
})

test('an invalid request is explained, and no client is called back [mcp.oauth.page]', async () => {
  const before = called.length
  await using opened = await open(bea, addressFor({ redirect_uri: 'https://evil.example/callback' }))
  await opened.page.getByRole('heading', { name: 'This program can’t get access' }).waitFor()
  await opened.page.getByText('an address that it did not register').waitFor()
  assert.equal(await opened.page.getByRole('button', { name: 'Allow' }).count(), 0)
  if (shots) await opened.page.screenshot({ path: `${shots}/refused.png` })
  assert.equal(called.length, before)
})

test('a person without access to the Hub gets a message [mcp.oauth.page]', async () => {
  const cleo = await hub.addPerson('Cleo')
  await using opened = await open(cleo, addressFor())
  await opened.page.getByRole('heading', { name: 'You don’t have access to Gardener' }).waitFor()
  assert.equal(await opened.page.getByRole('button', { name: 'Allow' }).count(), 0)
})

test('the Console and the web chat list a person’s allowed programs beside their keys, and end them [mcp.oauth.page]', async () => {
  const { person } = await hub.member('Dan')
  const { accessToken } = await hub.signedIn(person)
  await using opened = await open(person, `${hub.origin}/portal/mcp`)
  const { page } = opened
  await page.getByRole('tab', { name: 'Without a key' }).click()
  const lines = page.getByRole('region', { name: 'Settings for Without a key' })
  assert.equal(await lines.innerText(), hub.signInUrl)
  await page.getByRole('button', { name: 'End access of Test program' }).waitFor()

  await page.goto(`${hub.origin}/?settings=key`)
  await page.getByRole('button', { name: 'End access of Test program' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End access' }).click()
  await page.getByText('Access ended', { exact: true }).waitFor()
  const answer = await post(hub.signInUrl, request('tools/list'), bearer(accessToken))
  assert.equal(answer.status, 401)
})

for (const [width, schemes] of [
  [1280, ['light', 'dark']],
  [820, ['dark']],
  [390, ['light', 'dark']],
] as const)
  test(`the pages on signing in have no finding, ${width} px wide and ${schemes.join(' and ')} [mcp.oauth.page]`, async () => {
    const { person } = await hub.member(`Fay${width}`)
    await hub.signedIn(person)
    await using opened = await open(person, 'about:blank', { width })
    const { page, browser } = opened
    const look = async (name: string) => {
      for (const [nth, colorScheme] of schemes.entries()) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        const rules = nth > 0 ? 'colours' : undefined
        assert.deepEqual(await allFindings(page, { rules }), [], `${name}, ${colorScheme}`)
        const path = `${shots}/${name}-${width}-${colorScheme}.png`
        if (shots) await page.screenshot({ path, fullPage: true })
      }
      assert.equal(await isTooWide(page), false, `${name} is wider than the window`)
    }
    await page.goto(addressFor())
    await page.getByRole('button', { name: 'Allow' }).waitFor()
    await look('authorize')
    await page.goto(`${hub.origin}/portal/mcp`)
    await page.getByRole('button', { name: 'End access of Test program' }).waitFor()
    await look('mcp')
    await page.getByRole('tab', { name: 'Without a key' }).click()
    await page.getByRole('button', { name: 'End access of Test program' }).click()
    await page.getByRole('alertdialog').waitFor()
    await look('mcp-end')
    await page.goto(`${hub.origin}/?settings=key`)
    await page.getByRole('button', { name: 'End access of Test program' }).waitFor()
    await look('chat-keys')
    assert.deepEqual(browser.complaints, [])
  })
