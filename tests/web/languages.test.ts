import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHATAPP_REFUSALS } from '#chatapp/http/refusals.ts'
import { LANGUAGES } from '../../web/chat/app/languages/languages.ts'
import { allFindings } from '../support/accessibility.ts'
import { openPage, sharedChat, signIn, things } from './started-page.ts'

test('a page is read in the language one chooses, from either side, and stays so [web.languages]', async (t) => {
  const { addAdministrator, agent, url } = await sharedChat()
  const lou = await addAdministrator('Lou Tongue')
  const { page, browser } = await openPage(t, lou)
  await page.goto(url)
  await things(page).message.fill('a draft')
  const language = page.getByRole('combobox', { name: /^(Language|Sprache|اللغة|语言)$/ })
  await page.goto(`${url}/?settings=appearance`)
  await language.selectOption('Deutsch')
  await page
    .getByRole('dialog', { name: 'Einstellungen' })
    .getByText('Aussehen des Web-Chats in diesem Browser.')
    .waitFor()
  assert.equal(await page.getAttribute('html', 'lang'), 'de')
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: 'Neuer Chat' })
    .or(page.getByRole('link', { name: 'Neuer Chat' }))
    .first()
    .waitFor()
  const field = page.getByRole('textbox', { name: 'Nachricht' })
  assert.equal(await field.inputValue(), 'a draft', 'what was written stays')

  agent.script((answer) => {
    answer.text('Gern.')
    answer.finish('stop')
    answer.done()
  })
  await field.press('Enter')
  await page.getByRole('article', { name: 'Antwort' }).getByText('Gern.').waitFor()
  await page.reload()
  await page.getByRole('article', { name: 'Antwort' }).getByText('Gern.').waitFor()

  await page.goto(`${url}/c/nothing`)
  await page.getByText('Diesen Chat gibt es nicht').waitFor()

  await page.goto(`${url}/?settings=appearance`)
  await language.selectOption('العربية')
  await page.getByRole('dialog', { name: 'الإعدادات' }).waitFor()
  assert.deepEqual(
    [await page.getAttribute('html', 'dir'), await page.getAttribute('html', 'lang')],
    ['rtl', 'ar'],
  )
  assert.deepEqual(await allFindings(page), [])
  await page.keyboard.press('Escape')
  const sidebar = await page.getByRole('navigation', { name: 'المحادثات' }).boundingBox()
  assert.ok(sidebar!.x > 640, 'the sidebar is on the right')
  assert.deepEqual(await allFindings(page), [])
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true)

  await page.goto(`${url}/?settings=appearance`)
  await language.selectOption({ value: '' })
  await page.getByRole('dialog', { name: 'Settings' }).waitFor()
  assert.deepEqual(browser.complaints, [])
})

test('a browser with another preferred language shows it before the sign-in [web.languages]', async (t) => {
  const { url, ann } = await sharedChat()
  const { page, browser } = await openPage(t)
  const devices = await browser.context.newCDPSession(page)
  const userAgent = await page.evaluate(() => navigator.userAgent)
  await devices.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage: 'zh-CN,en' })
  t.after(() => devices.detach())
  await page.goto(url)
  await page.getByRole('button', { name: '登录' }).waitFor()
  await page.getByLabel('电子邮箱').fill('nobody@example.org')
  await page.getByRole('textbox', { name: '密码' }).fill('wrong password')
  await page.getByRole('button', { name: '登录' }).click()
  await page.getByText('电子邮箱或密码不正确。').waitFor()
  await signIn(browser, ann)
  await page.goto(url)
  await page.getByRole('textbox', { name: '消息' }).waitFor()
})

test('every language has a text for each refusal code of the server [web.languages]', async () => {
  const languages = await Promise.all(LANGUAGES.flatMap(({ load }) => (load ? [load()] : [])))
  const [first, ...others] = languages.map(({ catalogue }) => catalogue)
  const codesOf = (catalogue: typeof first, name: string) => Object.keys(catalogue?.[name] ?? {}).toSorted()
  const refusals = codesOf(first, 'chat.refusals')
  assert.ok(refusals.length > 30)
  for (const code of refusals) assert.ok(Object.hasOwn(CHATAPP_REFUSALS, code), `no refusal ${code}`)
  for (const name of ['chat.refusals', 'chat.faults'])
    for (const other of others) assert.deepEqual(codesOf(other, name), codesOf(first, name))
})
