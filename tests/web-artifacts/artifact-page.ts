import type { Page } from 'playwright-core'

/** The frame that shows a published page; the next version's loads behind it. */
export const frameOf = (page: Page, title: string) =>
  page.frameLocator(`div:not([inert]) > iframe[title="Content of ${title}"]`)

/** Where text of a file is shown line by line. */
export const textOf = (page: Page, name: string | RegExp) =>
  page.getByRole('region', { name }).locator('code')

/** A line of a JSON tree by what it starts with. */
export const branch = (page: Page, name: string) =>
  page
    .getByRole('treeitem')
    .filter({ hasText: new RegExp(`^${name}`) })
    .first()

/** Open the dialog in which an artifact of one's own is shared. */
export async function openShare(page: Page) {
  await page.getByRole('button', { name: 'Share…' }).click()
  return page.getByRole('dialog')
}
