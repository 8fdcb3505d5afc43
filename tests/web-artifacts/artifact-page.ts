import axe from 'axe-core'
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

interface Finding {
  id: string
  impact: string
  nodes: { html: string }[]
}

/** What axe calls serious or critical. Content of frames is its author's own. */
export async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate<{ violations: Finding[] }>('axe.run({ iframes: false })')
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

/** Whether a page is wider than its window. */
export const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')
