import type { Page } from 'playwright-core'

export const frameOf = (page: Page, title: string) =>
  page.frameLocator(`div:not([inert]) > iframe[title="Content of ${title}"]`)

export const textOf = (page: Page, name: string | RegExp) =>
  page.getByRole('region', { name }).locator('code')

export const branch = (page: Page, name: string) =>
  page
    .getByRole('treeitem')
    .filter({ hasText: new RegExp(`^${name}`) })
    .first()

export async function openShare(page: Page) {
  await page.getByRole('button', { name: 'Share…' }).click()
  return page.getByRole('dialog')
}
