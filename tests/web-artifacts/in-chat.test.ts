import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { heading, openConsole } from '../web-console/console-page.ts'
import { frameOf, openShare } from './artifact-page.ts'
import { REPORT } from './samples.ts'
import { startArtifacts } from './started-artifacts.ts'

const started = await startArtifacts()
after(() => started[Symbol.asyncDispose]())
const { hub, cleo } = started

test('a file that an agent saved is published from the chat, and what it published has a card [web-artifacts.publish] [web-artifacts.published]', async () => {
  await using opened = await openConsole(hub.url, cleo.token)
  const { page } = opened
  await page.goto(hub.url)
  const say = async (text: string) => {
    await page.getByRole('textbox', { name: 'Message' }).fill(text)
    await page.keyboard.press('Enter')
  }
  await say(`/tool save_file ${JSON.stringify({ filename: 'weekly-report.html', content: REPORT })}`)
  await page.getByRole('button', { name: 'Publish weekly-report.html…' }).click()
  const dialog = page.getByRole('dialog')
  assert.equal(await dialog.getByRole('textbox', { name: 'Title' }).inputValue(), 'weekly report')
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Week 12')
  await page.keyboard.press('Enter')
  await dialog.getByText('“Week 12” is published.').waitFor()
  const [viewer] = await Promise.all([
    opened.browser.context.waitForEvent('page'),
    dialog.getByRole('link', { name: 'Open and share' }).click(),
  ])
  await heading(viewer, 'Week 12').waitFor()
  await frameOf(viewer, 'Week 12').getByText('Drawn by a script').waitFor()
  await viewer.getByText('Only me').waitFor()
  await page.keyboard.press('Escape')

  const saved = page.getByRole('list', { name: 'Saved files' })
  const state = (words: string) => saved.getByText(`Open · v1 · ${words}`, { exact: true })
  await state('only me').waitFor()
  await page.reload()
  await state('only me').waitFor()
  const dialogThere = await openShare(viewer)
  await dialogThere.getByRole('radio', { name: 'Everyone who can use Demo agent' }).click()
  await dialogThere.getByRole('button', { name: 'Save' }).click()
  await state('everyone with the agent').waitFor()
  await viewer.keyboard.press('Escape')
  await viewer.getByRole('button', { name: 'Actions for Week 12' }).click()
  await viewer.getByRole('menuitem', { name: 'Delete…' }).click()
  await viewer.getByRole('alertdialog').getByRole('button', { name: 'Delete artifact' }).click()
  await page.getByRole('button', { name: 'Publish weekly-report.html…' }).waitFor()

  const notes = { filename: 'notes.md', content: '# Notes', title: 'Notes of the week' }
  await say(`/tool publish_artifact ${JSON.stringify(notes)}`)
  const card = page.getByRole('list', { name: 'Published' })
  await card.getByText('Notes of the week').waitFor()
  await page.reload()
  await card.getByText('Document · Version 1').waitFor()
  const href = await card.getByRole('link', { name: 'Open' }).getAttribute('href')
  await page.goto(hub.url + href)
  await heading(page, 'Notes of the week').waitFor()
  assert.deepEqual(opened.browser.complaints, [])
})
