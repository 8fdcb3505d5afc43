import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { LOOKS, lookedOver } from '../support/accessibility.ts'
import { follow } from '../web-console/console-page.ts'
import { openNewChat, openPage, sharedChat } from './started-page.ts'

const statusOf = async (url: string, path: string, key: string) =>
  (await fetch(url + path, { headers: { authorization: `Bearer ${key}` } })).status

test('keys are made for a program, narrowed to agents, listed with their use and revoked one by one [web.keys]', async (t) => {
  const { url, addAdministrator } = await sharedChat()
  const { page } = await openPage(t, await addAdministrator('Mia'))
  await page.goto(`${url}/?settings=key`)
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await dialog.getByText('You have no API key yet.').waitFor()

  const make = async (name: string, goodFor: RegExp) => {
    await dialog.getByRole('button', { name: 'New key' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    const scope = dialog.getByLabel('Access to')
    const wanted = (await scope.locator('option').allInnerTexts()).find((text) => goodFor.test(text))
    await scope.selectOption({ label: wanted! })
    await dialog.getByRole('button', { name: 'Create key' }).click()
    const value = await dialog.getByRole('textbox', { name: `Key “${name}”` }).inputValue()
    await dialog.getByRole('button', { name: 'Done' }).click()
    return value
  }
  const everything = await make('Script', /Everything/)
  const narrow = await make('Editor', /^Only Garden helper$/)
  assert.match(everything, /^sk-[0-9a-f]{32}$/)
  assert.equal(await statusOf(url, '/api/models', everything), 200)
  assert.deepEqual(
    [await statusOf(url, '/api/v1/auths/', narrow), await statusOf(url, '/api/models', narrow)],
    [200, 403],
  )

  await page.reload()
  const rows = dialog.getByRole('list', { name: 'Your API keys' }).getByRole('listitem')
  await rows.getByText('Garden helper').waitFor() // the row shows the slug until the agents have loaded
  const textOf = (name: string) => rows.filter({ hasText: name }).innerText()
  assert.match(await textOf('Editor'), /Editor[^]*Garden helper · created .* · expires .* · used/)
  assert.match(await textOf('Script'), /Script[^]*Everything · created/)
  assert.ok(!(await page.content()).includes(everything), 'the key itself is not shown again')

  await dialog.getByRole('button', { name: 'Revoke Script' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke key' }).click()
  await page.getByText('Key revoked').first().waitFor()
  assert.equal(await statusOf(url, '/api/v1/auths/', everything), 401)
  assert.equal(await statusOf(url, '/api/v1/auths/', narrow), 200)
})

const lookAtKeys = (t: TestContext) =>
  lookedOver(LOOKS, async (lookAt) => {
    const { page } = await openNewChat(t)
    await follow(page, '/?settings=key')
    const dialog = page.getByRole('dialog', { name: 'Settings' })
    await dialog.getByRole('button', { name: 'New key' }).click()
    await lookAt(page, 'the form')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Script')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await dialog.getByRole('textbox', { name: 'Key “Script”' }).waitFor()
    await dialog.getByRole('button', { name: 'Revoke Script' }).waitFor()
    await lookAt(page, 'the key')
  })
let wrong: ReturnType<typeof lookAtKeys> | undefined

/** The first test that runs visits the pages in all window sizes, which is slow. */
const LONG = { timeout: 180_000 }
for (const look of LOOKS)
  test(
    `the page of keys has no finding, ${look.width} px wide and ${look.colorScheme} [web.keys]`,
    LONG,
    async (t) => assert.deepEqual(await (wrong ??= lookAtKeys(t))(look), []),
  )
