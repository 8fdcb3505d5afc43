import type { Page } from 'playwright-core'

/** The visible frame of a published page; the next version loads in a hidden frame. */
export const frameOf = (page: Page, title: string) =>
  page.frameLocator(`div:not([inert]) > iframe[title="Content of ${title}"]`)

/** Lines of a text file. */
export const textOf = (page: Page, name: string | RegExp) =>
  page.getByRole('region', { name }).locator('code')

/** A line of a JSON tree by prefix. */
export const branch = (page: Page, name: string) =>
  page
    .getByRole('treeitem')
    .filter({ hasText: new RegExp(`^${name}`) })
    .first()

/** Opens the share dialog of an own artifact. */
export async function openShare(page: Page) {
  await page.getByRole('button', { name: 'Share…' }).click()
  return page.getByRole('dialog')
}
