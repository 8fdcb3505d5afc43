import assert from 'node:assert/strict'
import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { folderWith } from '../support/folder.ts'
import { follow } from '../web-console/console-page.ts'
import { PAGES, signUp, startTestPage, things } from './started-page.ts'

async function upgradeable(t: TestContext) {
  const folder = await folderWith(t, {})
  await cp(PAGES, folder, { recursive: true })
  return {
    folder,
    async upgrade() {
      const assets = join(folder, 'assets')
      const names = (await readdir(assets)).filter((name) => !/\.(br|gz)$/.test(name))
      const known = new RegExp(names.map((name) => name.replaceAll('.', '\\.')).join('|'), 'g')
      const renew = async (from: string, to: string) => {
        const text = await readFile(from, 'utf8')
        await rm(from)
        await writeFile(
          to,
          text.replace(known, (name) => `next-${name}`),
        )
      }
      for (const name of await readdir(assets)) if (/\.(br|gz)$/.test(name)) await rm(join(assets, name))
      for (const name of names) {
        const [from, to] = [join(assets, name), join(assets, `next-${name}`)]
        await (/\.(js|css)$/.test(name) ? renew(from, to) : rename(from, to))
      }
      for (const end of ['br', 'gz']) await rm(join(folder, `index.html.${end}`), { force: true })
      await renew(join(folder, 'index.html'), join(folder, 'index.html'))
    },
  }
}

test('an outdated page says so for every missing part, reloads once on request, and keeps the draft; an unavailable server has another message [web.new-version]', async (t) => {
  const { folder, upgrade } = await upgradeable(t)
  const { page, url, line } = await startTestPage(t, { pagesFolder: folder })
  await signUp(page, url)
  const chat = things(page)
  await chat.message.fill('Not sent yet')
  const news = page.getByText('There is a new version of this page.')
  const loads: string[] = []
  page.on('load', () => loads.push(page.url()))

  line.cut()
  await page.keyboard.press('Control+k')
  await page.getByText('The server can’t be reached right now.').first().waitFor()
  assert.equal(await news.count(), 0)
  line.mend()

  await upgrade()
  const dismiss = async () => {
    await page.getByRole('status').filter({ has: news }).getByRole('button', { name: 'Close' }).click()
    await news.waitFor({ state: 'detached' })
  }
  await page.keyboard.press('Control+k')
  await news.waitFor()
  await dismiss()
  await follow(page, '/?settings=profile')
  await news.waitFor()
  await dismiss()
  await follow(page, '/archived')
  const failed = page.getByRole('alert').filter({ hasText: 'This page can’t be shown' })
  await failed.filter({ hasText: 'There is a new version' }).waitFor()
  assert.deepEqual(loads, [])
  await page.getByRole('main').getByRole('button', { name: 'Reload' }).click()
  await page.getByRole('heading', { name: 'Archived chats' }).waitFor()
  await follow(page, '/')
  assert.equal(await chat.message.inputValue(), 'Not sent yet')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  assert.deepEqual([await news.count(), loads.length], [0, 1])
})
